import PaymentsModel
import TerminalUI

/// Turns an error after which an order may or may not exist into advice that cannot lead to paying twice.
enum UncertainOutcome {
  static func failure(_ error: any Error, request: PaymentRequestID, context: CommandContext) -> any Error {
    let failure = Task.isCancelled ? CommandFailure.interrupted : FailureText.failure(for: error)
    // The provider's own word is certain: nothing was ordered, or what was is in the answer.
    if FailureText.isProviderAnswer(error), !Task.isCancelled { return failure }
    return CommandFailure(
      failure.status, reason: failure.reason,
      failure.message + " Whether the payment was ordered is not known.",
      advice: "It is never paid twice if you repeat the same command with --request-id \(request.text); "
        + "or ask: \(context.command("order-status \(request.text)")).", code: failure.code, data: failure.data)
  }
}
