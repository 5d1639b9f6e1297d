/// One method of the payments specification: its name, what it takes and answers, and what it needs.
///
/// Each method is one file in `Methods`; ``PaymentsMethods/all`` lists them once, and a test fails when one of them
/// lacks a schema, a handler, a chapter in the specification or a vector.
public protocol PaymentsMethod: ServiceMethod {
  /// The scope that the app must have been granted, `nil` where none is needed.
  static var scope: Scope? { get }
}

/// All methods of the payments specification, version 1.
public enum PaymentsMethods {
  /// The version of the specification that is spoken.
  public static let specificationVersion = 1

  /// Every method, in the order of the specification.
  public static let all: [any PaymentsMethod.Type] = [
    GetSession.self, DisconnectApp.self, Discover.self, ListServices.self, GetServiceDefinition.self,
    ListCurrencies.self, AddressesForCurrency.self, NewAddressForCurrency.self, GetAmountRangeForCurrency.self,
    InvoiceRequest.self, GetInvoiceRequestStatus.self, CancelInvoiceRequest.self, ListInvoiceRequests.self,
    SubmitPaymentOrder.self, GetPaymentOrderStatus.self, CancelPaymentOrder.self, ListPaymentOrders.self,
    GetBalance.self, ProofRequest.self, VerifyProof.self,
    RequestStatement.self, GetStatementPart.self, RequestOpening.self, GetOpenRequestStatus.self,
    SubscribeEvents.self, UnsubscribeEvents.self,
  ]
}

/// What the provider sends unasked, as JSON-RPC notifications.
public enum PaymentsNotification {
  /// One event of this app; params are an ``Event``.
  public static let event = "event"
  /// The session's own state changed: the owner approved or denied the app, or revoked it; params are a
  /// ``SessionChange``.
  public static let sessionChanged = "session_changed"
}
