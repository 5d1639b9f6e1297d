import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// Reads from the ledger for one app. Objects of other apps are not found.
extension ProviderContext {
  /// Returns the object that the same request created before; `nil` if the request is new.
  func earlierObject(of request: AppRequest) async throws(PaymentsFailure) -> String? {
    let claim = request.claim(making: "", "", at: clock.now())
    switch try await read({ reader throws(LedgerError) in try reader.lookUp(claim) }) {
    case .new: return nil
    case .conflict: throw PaymentsFailure(.requestConflict, pointer: "/request_id")
    case .replay(let object): return object.id
    }
  }

  func invoice(_ id: InvoiceID, of app: AppKey) async throws(PaymentsFailure) -> InvoiceMachine? {
    let invoice = try await read { reader throws(LedgerError) in try reader.invoice(id) }
    return invoice?.terms.app == app ? invoice : nil
  }

  func order(_ id: OrderID, of app: AppKey) async throws(PaymentsFailure) -> OrderMachine? {
    let order = try await read { reader throws(LedgerError) in try reader.order(id) }
    return order?.terms.app == app ? order : nil
  }

  /// Reads from the ledger, and throws the errors that apps receive.
  func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws(LedgerError) -> T
  ) async throws(PaymentsFailure) -> T {
    do throws(LedgerError) {
      return try await ledger.read(work)
    } catch {
      throw ledgerFailure(error)
    }
  }

  /// Writes a unit without a result.
  func record(
    _ unit: @escaping @Sendable (LedgerTransaction) throws(LedgerError) -> Void
  ) async throws(LedgerError) {
    try await ledger.write(unit)
  }

  /// Writes a unit, and throws the errors that apps receive.
  func write<T: Sendable>(
    _ unit: @escaping @Sendable (LedgerTransaction) throws(LedgerError) -> T
  ) async throws(PaymentsFailure) -> T {
    do throws(LedgerError) {
      return try await ledger.write(unit)
    } catch {
      throw ledgerFailure(error)
    }
  }

  /// Returns an invoice as apps receive it.
  func report(_ invoice: InvoiceMachine) -> PaymentsAPI.Invoice {
    .init(invoice, uriScheme: wallets.existingWallet(invoice.terms.currency)?.currency.uriScheme ?? "")
  }
}
