import PaymentsModel
import TerminalUI

/// Adds advice to an error after which it is not known whether an order exists. Following the advice cannot lead to
/// paying twice.
enum UncertainOutcome {
  static func failure(_ error: any Error, request: PaymentRequestID, context: CommandContext) -> any Error {
    let failure = Task.isCancelled ? CommandFailure.interrupted : FailureText.failure(for: error)
    // An answer of the provider is certain: either nothing was ordered, or the answer contains the order.
    if FailureText.isProviderAnswer(error), !Task.isCancelled { return failure }
    return CommandFailure(
      failure.status, reason: failure.reason,
      failure.message + " Whether the payment was ordered is not known.",
      advice: "It is never paid twice if you repeat the same command with --request-id \(request.text); "
        + "or ask: \(context.command("order-status \(request.text)")).", code: failure.code, data: failure.data)
  }
}
