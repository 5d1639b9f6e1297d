import ArgumentParser
import ChatPayments
import Consumer
import DesktopLinks
import JSON
import Links
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Turns any error into a text, an exit status and advice. No other place does that.
enum FailureText {
  /// The name of this program and its commands, as failures mention them.
  private static let app = TerminalApp(
    name: "payctl", forgetKey: "payctl connect --forget-key", advice: { reason in reason.advice })

  /// Returns the failure to report for an error.
  static func failure(for error: any Error) -> CommandFailure {
    switch error {
    case let failure as PaymentsFailure: provider(failure)
    case let gap as EventGap: provider(gap)
    case let failure as RPCError: foreign(failure)
    case let failure as CatalogueError: failure.commandFailure
    case let failure as DocumentError: failure.commandFailure
    case let failure as LinkError: failure.commandFailure
    case let failure as CardLinkError: failure.commandFailure
    case let failure as StatementDamaged:
      CommandFailure(.protocolError, reason: "damaged", failure.sentence, advice: failure.remedy)
    default: app.failure(for: error)
    }
  }

  /// Returns whether the same call may succeed a little later.
  static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let failure as PaymentsFailure:
      switch failure.reason {
      case .tooManyInFlight, .rateLimited, .shuttingDown, .ledgerUnavailable, .walletTimeout, .walletUnavailable,
        .walletSyncing:
        true
      default: false
      }
    case let failure as DiscoveryError: failure.isTransient
    case let failure as PairingError: failure.isTransient
    case let failure as ConnectionError:
      switch failure {
      case .closed(.local), .cancelled, .messageTooLarge, .malformedResponse: false
      case .closed, .timedOut, .congested: true
      }
    default: false
    }
  }

  /// Returns whether the provider itself has answered that nothing was done.
  static func isProviderAnswer(_ error: any Error) -> Bool {
    switch error {
    case let failure as PaymentsFailure: failure.reason != .internalError
    case is RPCError: true
    default: false
    }
  }

  private static func provider(_ failure: PaymentsFailure) -> CommandFailure {
    var message = failure.sentence
    if failure.reason == .budgetExceeded { message += BudgetText.rest(failure) }
    return CommandFailure(
      failure.reason.exitStatus, reason: failure.reason.rawValue, message,
      advice: failure.wallet?.remedy ?? failure.reason.advice, code: failure.reason.code.rawValue,
      data: failure.rpcError.data)
  }

  /// The failure to report when the provider has dropped events that this app has not seen.
  private static func provider(_ gap: EventGap) -> CommandFailure {
    let failure = PaymentsFailure(tooOld: "/from", events: EventBounds(oldest: gap.oldest, newest: gap.newest))
    return CommandFailure(
      failure.reason.exitStatus, reason: failure.reason.rawValue,
      gap.sentence,
      advice: localized(
        "payctl orders and payctl invoices show how everything stands; then payctl events --from \(gap.newest) "
          + "goes on, or --from \(gap.oldest) with the events that are left."),
      code: failure.reason.code.rawValue, data: failure.rpcError.data)
  }

  /// The failure to report for an error object whose reason this version does not know.
  private static func foreign(_ error: RPCError) -> CommandFailure {
    CommandFailure(
      .protocolError, reason: error.data?["reason"]?.stringValue ?? "unknown", localized(message: error.message),
      advice: localized("This error is newer than this payctl."), code: error.code.rawValue, data: error.data)
  }
}

/// Adds advice to an error after which it is not known whether an order exists. Following the advice cannot lead to
/// paying twice.
enum UncertainOutcome {
  /// - Parameter isOpen: whether an answer to an earlier attempt was lost, so that a refusal proves nothing.
  static func failure(
    _ error: any Error, request: PaymentRequestID, isOpen: Bool, context: CommandContext
  ) -> any Error {
    let failure = Task.isCancelled ? CommandFailure.interrupted : FailureText.failure(for: error)
    // Otherwise an answer of the provider is certain: either nothing was ordered, or the answer contains the order.
    if FailureText.isProviderAnswer(error), !isOpen, !Task.isCancelled { return failure }
    return CommandFailure(
      failure.status, reason: failure.reason,
      failure.message + " " + localized("Whether the payment was ordered is not known."),
      advice: localized(
        "It is never paid twice if you repeat the same command with --request-id \(request.text); "
          + "or ask: \(context.command("order-status \(request.text)"))."), code: failure.code, data: failure.data)
  }
}
