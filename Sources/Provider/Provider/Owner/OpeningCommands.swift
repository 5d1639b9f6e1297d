import JSON
import Ledger
import Links
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

extension OpeningStore.Subject {
  /// What was shown, for the audit log.
  fileprivate var auditDetail: JSONObject {
    switch self {
    case .order(let id): ["order_id": .string(id.rawValue)]
    case .invoice(let id): ["invoice_id": .string(id.rawValue)]
    case .payments: [:]
    }
  }
}

/// What the owner's console asks when a link was opened. The link says which opening it is, and nothing else.
struct OpeningCommands {
  /// Rows of each kind in a list.
  private static let rows = 20

  let payments: Payments
  let openings: OpeningService
  let pin: OwnerPIN
  let sessions: SessionDirectory

  private var core: ProviderCore { payments.core }

  /// Opens a link, once: answers who asked and what is to be shown, as it stands here.
  func open(_ params: ShowOpening.Params) async throws -> OpeningView {
    let name = core.name
    guard params.provider == name else {
      throw OwnerFailure(.otherProvider, "the link is for the provider \(params.provider), this one is \(name)")
    }
    let entry: OpeningStore.Entry
    do throws(OpeningStore.Refusal) {
      entry = try openings.open(params.token)
    } catch {
      throw refused(error)
    }
    let app = entry.app
    let known = try await core.ledger.read { reader in
      (try reader.app(app), try reader.appGrant(app).ownerName)
    }
    guard let record = known.0, record.status == .approved else {
      throw OwnerFailure(.notFound, "the app that asked for this is not paired any more; nothing is shown")
    }
    var view = OpeningView(
      openingID: entry.opening.openingID, app: AppNames(app, claimed: record.claimedName, ownerName: known.1),
      kind: .payments, callback: entry.callback?.text)
    switch entry.subject {
    case .order(let id): try await show(id, in: &view)
    case .invoice(let id):
      view.kind = .invoice
      view.invoice = try await invoice(id, of: app)
    case .payments: try await showPayments(in: &view)
    }
    // Who has led the owner to a question can be found out later.
    await core.audit(
      "opening.shown", app: app, object: entry.opening.openingID, entry.subject.auditDetail)
    return view
  }

  /// The owner is done: answers how it went, and the link that leads back to the app.
  func finish(_ params: FinishOpening.Params) async throws -> FinishOpening.Result {
    let id = params.openingID
    guard let entry = openings.opened(id, at: core.clock.now()) else { throw over }
    let result = try await result(of: entry)
    guard let finished = openings.finish(id, result) else { throw over }
    var answer = FinishOpening.Result(openingID: id, result: result)
    if let scheme = finished.callback, let word = LinkResult(rawValue: result.rawValue) {
      do throws(LinkError) {
        let link = try ReturnLink(
          scheme: scheme, provider: core.name, state: finished.state, result: word)
        answer.link = link.text
      } catch {
        throw OwnerFailure(.internalError, "the way back to the app cannot be told")
      }
    }
    return answer
  }

  private var over: OwnerFailure {
    OwnerFailure(.conflict, "this took too long, or was finished already; the app can ask again")
  }

  private func refused(_ refusal: OpeningStore.Refusal) -> OwnerFailure {
    switch refusal {
    case .unknown:
      OwnerFailure(
        .notFound,
        "no app has asked for this, or it is too long ago; nothing is shown. If you came from an app, ask again "
          + "there; if not, somebody made this link up")
    case .used: OwnerFailure(.conflict, "this link was opened before, and works once; ask again in the app")
    case .expired: OwnerFailure(.conflict, "this link is too old; ask again in the app")
    }
  }

  private func show(_ id: OrderID, in view: inout OpeningView) async throws {
    view.kind = .paymentOrder
    view.paymentOrder = PaymentsAPI.PaymentOrder(try await order(id, of: view.app.key))
    if let waiting = await WaitingPayment(id, payments: payments, sessions: sessions, pin: pin) {
      view.question = .payment(OwnerView.payment(waiting))
      payments.orders.live(id)?.shownFeeCap.note(waiting.order)
    }
  }

  private func showPayments(in view: inout OpeningView) async throws {
    let app = view.app.key
    let page = LedgerPage(before: nil, limit: Self.rows)
    let found = try await core.ledger.read { reader in
      (try reader.orders(of: app, page: page), try reader.invoices(of: app, page: page))
    }
    view.paymentOrders = found.0.map { PaymentsAPI.PaymentOrder($0) }
    view.invoices = found.1.map { payments.wallets.report($0) }
  }

  /// How the object stands, and not what a console says of it.
  private func result(of entry: OpeningStore.Entry) async throws -> OpeningResult {
    guard case .order(let id) = entry.subject else { return .viewed }
    switch try await order(id, of: entry.app).state {
    case .approved, .submitting, .inFlight, .succeeded: return .approved
    case .rejected: return .rejected
    case .received, .awaitingApproval, .expired, .cancelled, .failed: return .viewed
    }
  }

  private func order(_ id: OrderID, of app: AppKey) async throws -> OrderMachine {
    if let live = payments.orders.live(id)?.order, live.terms.app == app { return live }
    let order = try await core.ledger.read { reader in try reader.order(id) }
    guard let order, order.terms.app == app else { throw OwnerFailure(.notFound, "the payment is not known any more") }
    return order
  }

  private func invoice(_ id: InvoiceID, of app: AppKey) async throws -> Invoice {
    guard let invoice = try await core.invoiceRecord(id, of: app) else {
      throw OwnerFailure(.notFound, "the invoice is not known any more")
    }
    return payments.wallets.report(invoice)
  }
}
