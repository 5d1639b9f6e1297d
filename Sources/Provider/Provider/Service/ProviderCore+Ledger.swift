import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// Reads from the ledger for one app. Objects of other apps are not found.
extension ProviderCore {
  /// Returns the object that the same request created before; `nil` if the request is new.
  func earlierObject(of request: AppRequest) async throws -> String? {
    let claim = request.claim(making: "", "", at: clock.now())
    switch try await ledger.read({ reader in try reader.lookUp(claim) }) {
    case .new: return nil
    case .conflict: throw PaymentsFailure(.requestConflict, pointer: "/request_id")
    case .replay(let object): return object.id
    }
  }

  func invoice(_ id: InvoiceID, of app: AppKey) async throws -> InvoiceMachine? {
    let invoice = try await ledger.read { reader in try reader.invoice(id) }
    return invoice?.terms.app == app ? invoice : nil
  }

  func order(_ id: OrderID, of app: AppKey) async throws -> OrderMachine? {
    let order = try await ledger.read { reader in try reader.order(id) }
    return order?.terms.app == app ? order : nil
  }
}
