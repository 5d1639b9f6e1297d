import PaymentsAPI

/// The table of the methods that apps can call: which function does what each of them asks for.
///
/// Every function gets the session of the app that called and the decoded params. Methods whose answer is ready in
/// memory are answered on the connection's executor, all others in a task of their own.
enum ProviderMethods {
  static func table(_ schemas: PaymentsSchemas) -> MethodTable {
    var table = MethodTable(schemas: schemas)
    // The session, the catalogue and the wallets.
    table.add(GetSession.self, SessionMethods.describe)
    table.add(DisconnectApp.self, SessionMethods.disconnect)
    table.addReady(Discover.self) { $0.provider.openRPC }
    table.addReady(ListServices.self) { $0.provider.services.list }
    table.add(GetServiceDefinition.self) { (session, params) async throws in
      try session.provider.services.definition(params.service)
    }
    table.addReady(ListCurrencies.self) { $0.provider.wallets.currencyList }
    table.add(GetBalance.self, WalletMethods.balance)
    table.add(GetAmountRangeForCurrency.self, WalletMethods.amountRange)
    // Receiving.
    table.add(AddressesForCurrency.self, AddressMethods.list)
    table.add(NewAddressForCurrency.self, AddressMethods.make)
    table.add(InvoiceRequest.self, InvoiceService.request)
    table.add(GetInvoiceRequestStatus.self, InvoiceMethods.status)
    table.add(CancelInvoiceRequest.self, InvoiceMethods.cancel)
    table.add(ListInvoiceRequests.self, InvoiceMethods.list)
    // Paying.
    table.add(SubmitPaymentOrder.self, OrderIntake.submit)
    table.add(GetPaymentOrderStatus.self, OrderMethods.status)
    table.add(CancelPaymentOrder.self, OrderMethods.cancel)
    table.add(ListPaymentOrders.self, OrderMethods.list)
    // Proofs, statements and what opens the wallet.
    table.add(ProofRequest.self, ProofMethods.prove)
    table.add(VerifyProof.self, ProofMethods.verify)
    table.add(RequestStatement.self, StatementMethods.request)
    table.add(GetStatementPart.self, StatementMethods.part)
    table.add(RequestOpening.self, OpeningMethods.request)
    table.add(GetOpenRequestStatus.self, OpeningMethods.status)
    // Events.
    table.add(SubscribeEvents.self, SessionMethods.subscribe)
    table.add(UnsubscribeEvents.self, SessionMethods.unsubscribe)
    return table
  }
}
