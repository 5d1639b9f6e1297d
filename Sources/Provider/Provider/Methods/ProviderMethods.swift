import JSON
import PaymentsAPI
import PaymentsModel

/// Fills the method table: one line a method, in the order of the specification.
enum ProviderMethods {
  static func table(_ schemas: PaymentsSchemas) -> MethodTable {
    var table = MethodTable(schemas: schemas)
    addSession(to: &table)
    addReceiving(to: &table)
    addPaying(to: &table)
    addProofs(to: &table)
    addStatements(to: &table)
    addOpenings(to: &table)
    addEvents(to: &table)
    return table
  }

  private static func addSession(to table: inout MethodTable) {
    table.add(GetSession.self) { (session, _) async throws(PaymentsFailure) in
      try await SessionMethods(context: session.provider).describe(session)
    }
    table.add(DisconnectApp.self) { (session, params) async throws(PaymentsFailure) in
      try await SessionMethods(context: session.provider).disconnect(session, params)
    }
    table.addReady(Discover.self) { $0.provider.openRPC }
    table.addReady(ListServices.self) { $0.provider.services.list }
    table.add(GetServiceDefinition.self) { (session, params) async throws(PaymentsFailure) in
      try session.provider.services.definition(params.service)
    }
    table.addReady(ListCurrencies.self) { $0.provider.wallets.currencyList }
    table.add(GetBalance.self) { (session, params) async throws(PaymentsFailure) in
      try await WalletMethods(context: session.provider).balance(params)
    }
    table.add(GetAmountRangeForCurrency.self) { (session, params) async throws(PaymentsFailure) in
      try await WalletMethods(context: session.provider).amountRange(session, params)
    }
  }

  private static func addReceiving(to table: inout MethodTable) {
    table.add(AddressesForCurrency.self) { (session, params) async throws(PaymentsFailure) in
      try await AddressMethods(context: session.provider).list(session, params)
    }
    table.add(NewAddressForCurrency.self) { (session, params) async throws(PaymentsFailure) in
      try await AddressMethods(context: session.provider).make(session, params)
    }
    table.add(InvoiceRequest.self) { (session, params) async throws(PaymentsFailure) in
      try await InvoiceMethods(context: session.provider).request(session, params)
    }
    table.add(GetInvoiceRequestStatus.self) { (session, params) async throws(PaymentsFailure) in
      try await InvoiceMethods(context: session.provider).status(session, params)
    }
    table.add(CancelInvoiceRequest.self) { (session, params) async throws(PaymentsFailure) in
      try await InvoiceMethods(context: session.provider).cancel(session, params)
    }
    table.add(ListInvoiceRequests.self) { (session, params) async throws(PaymentsFailure) in
      try await InvoiceMethods(context: session.provider).list(session, params)
    }
  }

  private static func addPaying(to table: inout MethodTable) {
    table.add(SubmitPaymentOrder.self) { (session, params) async throws(PaymentsFailure) in
      try await OrderMethods(context: session.provider).submit(session, params)
    }
    table.add(GetPaymentOrderStatus.self) { (session, params) async throws(PaymentsFailure) in
      try await OrderMethods(context: session.provider).status(session, params)
    }
    table.add(CancelPaymentOrder.self) { (session, params) async throws(PaymentsFailure) in
      try await OrderMethods(context: session.provider).cancel(session, params)
    }
    table.add(ListPaymentOrders.self) { (session, params) async throws(PaymentsFailure) in
      try await OrderMethods(context: session.provider).list(session, params)
    }
  }

  private static func addProofs(to table: inout MethodTable) {
    table.add(ProofRequest.self) { (session, params) async throws(PaymentsFailure) in
      try await ProofMethods(context: session.provider).prove(session, params)
    }
    table.add(VerifyProof.self) { (session, params) async throws(PaymentsFailure) in
      try await ProofMethods(context: session.provider).verify(session, params)
    }
  }

  private static func addStatements(to table: inout MethodTable) {
    table.add(RequestStatement.self) { (session, params) async throws(PaymentsFailure) in
      try await StatementMethods(context: session.provider).request(session, params)
    }
    table.add(GetStatementPart.self) { (session, params) async throws(PaymentsFailure) in
      try await StatementMethods(context: session.provider).part(session, params)
    }
  }

  private static func addOpenings(to table: inout MethodTable) {
    table.add(RequestOpening.self) { (session, params) async throws(PaymentsFailure) in
      try await OpeningMethods(context: session.provider).request(session, params)
    }
    table.add(GetOpenRequestStatus.self) { (session, params) async throws(PaymentsFailure) in
      try await OpeningMethods(context: session.provider).status(session, params)
    }
  }

  private static func addEvents(to table: inout MethodTable) {
    table.add(SubscribeEvents.self) { (session, params) async throws(PaymentsFailure) in
      try await SessionMethods(context: session.provider).subscribe(session, params)
    }
    table.add(UnsubscribeEvents.self) { (session, _) async throws(PaymentsFailure) in
      UnsubscribeEvents.Result(cursor: session.events.stop())
    }
  }
}
