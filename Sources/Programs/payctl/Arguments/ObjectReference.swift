import ArgumentParser
import PaymentsModel

/// A reference to an invoice or an order, either by the provider's identifier or a part of it, or by the UUID of the
/// request that made it.
enum ObjectReference: ExpressibleByArgument, Sendable {
  case identifier(String)
  case request(PaymentRequestID)

  init?(argument: String) {
    guard !argument.isEmpty, argument.utf8.count <= 100 else { return nil }
    self = PaymentRequestID(argument).map(ObjectReference.request) ?? .identifier(argument)
  }

  /// The UUID of the request; `nil` if the reference is an identifier.
  var requestID: PaymentRequestID? {
    if case .request(let id) = self { id } else { nil }
  }

  /// Refuses an identifier that obviously belongs to another kind of object.
  ///
  /// - Parameter sentence: returns what is wrong with the identifier that was typed.
  /// - Throws: `ValidationError`.
  func check(prefix: String, _ sentence: (String) -> String) throws {
    guard case .identifier(let text) = self else { return }
    let others = ["inv_", "ord_"].filter { $0 != prefix }
    if others.contains(where: text.hasPrefix) { throw ValidationError(sentence(text)) }
  }
}
