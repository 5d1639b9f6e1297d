/// The files of `protocol/schemas`, which are embedded into the program at build time. The names are those of the
/// files.
enum SchemaFiles {
  static let definitions = PackageResources.definitions_json
  static let connectApp = PackageResources.connect_app_json
  static let error = PackageResources.error_json
  static let document = PackageResources.document_json

  static let notifications: [String: [UInt8]] = [
    PaymentsNotification.event: PackageResources.event_json,
    PaymentsNotification.sessionChanged: PackageResources.session_changed_json,
  ]

  static let methods: [String: [UInt8]] = [
    GetSession.name: PackageResources.get_session_json,
    DisconnectApp.name: PackageResources.disconnect_app_json,
    Discover.name: PackageResources.rpc_discover_json,
    ListServices.name: PackageResources.list_services_json,
    GetServiceDefinition.name: PackageResources.get_service_definition_json,
    ListCurrencies.name: PackageResources.list_currencies_json,
    AddressesForCurrency.name: PackageResources.addresses_for_currency_json,
    NewAddressForCurrency.name: PackageResources.new_address_for_currency_json,
    GetAmountRangeForCurrency.name: PackageResources.get_amount_range_for_currency_json,
    InvoiceRequest.name: PackageResources.invoice_request_json,
    GetInvoiceRequestStatus.name: PackageResources.get_invoice_request_status_json,
    CancelInvoiceRequest.name: PackageResources.cancel_invoice_request_json,
    ListInvoiceRequests.name: PackageResources.list_invoice_requests_json,
    ListInvoiceTransfers.name: PackageResources.list_invoice_transfers_json,
    SubmitPaymentOrder.name: PackageResources.payment_order_json,
    GetPaymentOrderStatus.name: PackageResources.get_payment_order_status_json,
    CancelPaymentOrder.name: PackageResources.cancel_payment_order_json,
    ListPaymentOrders.name: PackageResources.list_payment_orders_json,
    GetBalance.name: PackageResources.get_balance_json,
    ProofRequest.name: PackageResources.proof_request_json,
    VerifyProof.name: PackageResources.verify_proof_json,
    RequestStatement.name: PackageResources.statement_request_json,
    GetStatementPart.name: PackageResources.get_statement_part_json,
    RequestOpening.name: PackageResources.open_request_json,
    GetOpenRequestStatus.name: PackageResources.get_open_request_status_json,
    SubscribeEvents.name: PackageResources.subscribe_events_json,
    UnsubscribeEvents.name: PackageResources.unsubscribe_events_json,
  ]
}
