import JSON
import PaymentsAPI
import TypeDefinition

/// The methods that are the agent's own, beside those of the wallet (20.2).
enum AgentMethod: String, CaseIterable, Sendable {
  case hello
  case retry
  case forgetProvider = "forget_provider"
  case subscribeEvents = "subscribe_events"
  case acknowledge
  case waitForInvoice = "wait_for_invoice"
  case waitForPaymentOrder = "wait_for_payment_order"
}

/// What the agent notifies the app of.
enum AgentNotification: String, CaseIterable, Sendable {
  case wallet
  case event
  case listed
}

/// A method of the wallet, as the agent passes it on.
enum WalletMethod: Sendable, Equatable {
  /// It changes something, and has a `request_id`.
  case changing
  /// It asks, and can name what it asks for by a `request_id`.
  case looking
  /// It has no `request_id`.
  case plain

  /// Methods that would end what the agent keeps up itself, or have another form here.
  private static let kept: Set = [DisconnectApp.name, UnsubscribeEvents.name, SubscribeEvents.name, Discover.name]

  /// All methods of the wallet that the agent passes on, in the order of the specification.
  static let passed: [any PaymentsMethod.Type] = PaymentsMethods.all.filter { !kept.contains($0.name) }

  /// The kind of a method; `nil` if the agent does not pass it on.
  init?(_ method: String, in schemas: PaymentsSchemas) {
    guard !Self.kept.contains(method), let params = schemas.methods[method]?.paramsSource else { return nil }
    func has(_ kind: String) -> Bool { params[kind]?["request_id"] != nil }
    self = has("properties") ? .changing : has("optionalProperties") ? .looking : .plain
  }
}
