import JSON
import PaymentsAPI
import Synchronization

/// The table of the methods that apps can call: which function does what each of them asks for.
///
/// Every function gets the session of the app that called and the decoded params. Methods whose answer is ready in
/// memory are answered on the connection's executor, all others in a task of their own.
struct ProviderMethods {
  let payments: Payments
  let services: ServiceOffer
  let statements: StatementService
  let openings: OpeningService
  let sessions: SessionDirectory
  let documents: DocumentService

  func table(_ schemas: PaymentsSchemas) -> MethodTable {
    var table = MethodTable(schemas, services: services, core: payments.core)
    addSession(to: &table)
    addCatalogue(to: &table, OpenRPCAnswer(schemas))
    addReceiving(to: &table)
    addPaying(to: &table)
    addRecords(to: &table)
    return table
  }

  private func addSession(to table: inout MethodTable) {
    let methods = SessionMethods(payments: payments, sessions: sessions, documents: documents)
    table.add(GetSession.self, methods.describe)
    table.add(DisconnectApp.self, methods.disconnect)
    table.add(SubscribeEvents.self, methods.subscribe)
    table.add(UnsubscribeEvents.self, methods.unsubscribe)
  }

  private func addCatalogue(to table: inout MethodTable, _ openRPC: OpenRPCAnswer) {
    let (services, wallets) = (services, payments.wallets)
    table.addReady(Discover.self) { _ in openRPC.document }
    table.addReady(ListServices.self) { _ in services.list }
    table.add(GetServiceDefinition.self) { (_, params) async throws in try services.definition(params.service) }
    table.addReady(ListCurrencies.self) { _ in wallets.currencyList }
    let methods = WalletMethods(payments: payments)
    table.add(GetBalance.self, methods.balance)
    table.add(GetAmountRangeForCurrency.self, methods.amountRange)
  }

  private func addReceiving(to table: inout MethodTable) {
    let (addresses, invoices) = (AddressMethods(payments: payments), InvoiceMethods(payments: payments))
    table.add(AddressesForCurrency.self, addresses.list)
    table.add(NewAddressForCurrency.self, addresses.make)
    table.add(InvoiceRequest.self, InvoiceService(payments: payments).request)
    table.add(GetInvoiceRequestStatus.self, invoices.status)
    table.add(CancelInvoiceRequest.self, invoices.cancel)
    table.add(ListInvoiceRequests.self, invoices.list)
    table.add(ListInvoiceTransfers.self, invoices.transfers)
  }

  private func addPaying(to table: inout MethodTable) {
    let orders = OrderMethods(payments: payments)
    table.add(SubmitPaymentOrder.self, OrderSubmission(payments: payments).submit)
    table.add(GetPaymentOrderStatus.self, orders.status)
    table.add(CancelPaymentOrder.self, orders.cancel)
    table.add(ListPaymentOrders.self, orders.list)
  }

  private func addRecords(to table: inout MethodTable) {
    let proofs = ProofMethods(payments: payments)
    table.add(ProofRequest.self, proofs.prove)
    table.add(VerifyProof.self, proofs.verify)
    let files = StatementMethods(
      core: payments.core, wallets: payments.wallets, statements: statements, quotas: payments.quotas)
    table.add(RequestStatement.self, files.request)
    table.add(GetStatementPart.self, files.part)
    let links = OpeningMethods(core: payments.core, openings: openings)
    table.add(RequestOpening.self, links.request)
    table.add(GetOpenRequestStatus.self, links.status)
  }
}

/// The answer to `rpc.discover`. Few apps ask for it, so that it is made for the first that does, and kept.
private final class OpenRPCAnswer: Sendable {
  private let schemas: PaymentsSchemas
  private let made = Mutex<RawJSON?>(nil)

  init(_ schemas: PaymentsSchemas) { self.schemas = schemas }

  var document: RawJSON {
    made.withLock { made in
      if let made { return made }
      let document = RawJSON(OpenRPCDocument.make(from: schemas))
      made = document
      return document
    }
  }
}
