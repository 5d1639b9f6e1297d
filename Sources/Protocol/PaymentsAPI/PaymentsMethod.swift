/// A method of the payments specification: its name, its parameters, its result and the scope that it needs.
///
/// Each method has its own file in `Methods`. ``PaymentsMethods/all`` lists all methods, and a test fails if one of
/// them lacks a schema, a handler, a chapter in the specification or a test vector.
public protocol PaymentsMethod: ServiceMethod {
  /// The scope that the app needs; nil if none is needed.
  static var scope: Scope? { get }
}

/// All methods of the payments specification, version 1.
public enum PaymentsMethods {
  /// The supported version of the specification.
  public static let specificationVersion = 1

  /// Every method, in the order of the specification.
  public static let all: [any PaymentsMethod.Type] = [
    GetSession.self, DisconnectApp.self, Discover.self, ListServices.self, GetServiceDefinition.self,
    ListCurrencies.self, AddressesForCurrency.self, NewAddressForCurrency.self, GetAmountRangeForCurrency.self,
    InvoiceRequest.self, GetInvoiceRequestStatus.self, CancelInvoiceRequest.self, ListInvoiceRequests.self,
    ListInvoiceTransfers.self,
    SubmitPaymentOrder.self, GetPaymentOrderStatus.self, CancelPaymentOrder.self, ListPaymentOrders.self,
    GetBalance.self, ProofRequest.self, VerifyProof.self,
    RequestStatement.self, GetStatementPart.self, RequestOpening.self, GetOpenRequestStatus.self,
    SubscribeEvents.self, UnsubscribeEvents.self,
  ]
}

/// The JSON-RPC notifications that the provider sends.
public enum PaymentsNotification {
  /// An event of this app. The params are an ``Event``.
  public static let event = "event"
  /// The state of the session has changed: the owner approved, denied or revoked the app. The params are a
  /// ``SessionChange``.
  public static let sessionChanged = "session_changed"
}
