import JSON
import Ledger
import Links
import OwnerSocket
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

  let context: ProviderContext

  /// Opens a link, once: answers who asked and what is to be shown, as it stands here.
  func open(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    guard let provider = params["provider"]?.stringValue, let token = params["token"]?.stringValue else {
      throw OwnerFailure(.usage, "provider or token is missing")
    }
    let name = context.configuration.name
    guard provider == name else {
      throw OwnerFailure(
        .notFound, "the link is for the provider \(provider), this one is \(name); name the other's folder by --state")
    }
    let entry: OpeningStore.Entry
    do throws(OpeningStore.Refusal) {
      entry = try context.openings.open(token)
    } catch {
      throw refused(error)
    }
    let app = entry.app
    let known = try await read { reader throws(LedgerError) in
      (try reader.app(app), try reader.appGrant(app).ownerName)
    }
    guard let record = known.0, record.status == .approved else {
      throw OwnerFailure(.notFound, "the app that asked for this is not paired any more; nothing is shown")
    }
    var value: JSONObject = [
      "opening_id": .string(entry.opening.openingID), "name": .string(record.claimedName),
      "key": .string(app.rawValue), "fingerprint": .string(app.fingerprint),
    ]
    value["owner_name"] = known.1.map(JSONValue.string)
    value["callback"] = entry.callback.map { .string($0.text) }
    let view = try await view(of: entry)
    for member in view { value[member.name] = member.value }
    // Who has led the owner to a question can be found out later.
    await context.audit(
      "opening.shown", app: app, object: entry.opening.openingID, entry.subject.auditDetail)
    return .object(value)
  }

  /// The owner is done: answers how it went, and the link that leads back to the app.
  func finish(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    guard let id = params["opening_id"]?.stringValue else { throw OwnerFailure(.usage, "opening_id is missing") }
    guard let entry = context.openings.opened(id, at: context.clock.now()) else { throw over }
    let result = try await result(of: entry)
    guard let finished = context.openings.finish(id, result) else { throw over }
    var value: JSONObject = ["opening_id": .string(id), "result": .string(result.rawValue)]
    if let scheme = finished.callback, let word = LinkResult(rawValue: result.rawValue) {
      do throws(LinkError) {
        let link = try ReturnLink(
          scheme: scheme, provider: context.configuration.name, state: finished.state, result: word)
        value["link"] = .string(link.text)
      } catch {
        throw OwnerFailure(.internalError, "the way back to the app cannot be told")
      }
    }
    return .object(value)
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

  private func view(of entry: OpeningStore.Entry) async throws(OwnerFailure) -> JSONObject {
    switch entry.subject {
    case .order(let id): try await view(of: id, entry.app)
    case .invoice(let id): ["kind": "invoice", "invoice": try await invoice(id, of: entry.app)]
    case .payments: try await payments(of: entry.app)
    }
  }

  private func view(of id: OrderID, _ app: AppKey) async throws(OwnerFailure) -> JSONObject {
    let order = try await order(id, of: app)
    var value: JSONObject = ["kind": "payment_order", "payment_order": try encoded(PaymentsAPI.PaymentOrder(order))]
    if let waiting = await WaitingPayment(id, context: context) {
      value["approval"] = OwnerView.payment(waiting)
      context.orders.process(id)?.shownFeeCap.note(waiting.order)
    } else if case .queued(let before) = context.prompts.status(of: id) {
      value["before"] = .integer(before)
    }
    return value
  }

  private func payments(of app: AppKey) async throws(OwnerFailure) -> JSONObject {
    let page = LedgerPage(before: nil, limit: Self.rows)
    let found = try await read { reader throws(LedgerError) in
      (try reader.orders(of: app, page: page), try reader.invoices(of: app, page: page))
    }
    var (orders, invoices): ([JSONValue], [JSONValue]) = ([], [])
    for order in found.0 { orders.append(try encoded(PaymentsAPI.PaymentOrder(order))) }
    for invoice in found.1 { invoices.append(try encoded(context.report(invoice))) }
    return ["kind": "payments", "payment_orders": .array(orders), "invoices": .array(invoices)]
  }

  /// How the object stands, and not what a console says of it.
  private func result(of entry: OpeningStore.Entry) async throws(OwnerFailure) -> OpeningResult {
    guard case .order(let id) = entry.subject else { return .viewed }
    switch try await order(id, of: entry.app).state {
    case .approved, .submitting, .inFlight, .succeeded: return .approved
    case .rejected: return .rejected
    case .received, .awaitingApproval, .expired, .cancelled, .failed: return .viewed
    }
  }

  private func order(_ id: OrderID, of app: AppKey) async throws(OwnerFailure) -> OrderMachine {
    if let live = context.orders.process(id)?.order, live.terms.app == app { return live }
    let order = try await read { reader throws(LedgerError) in try reader.order(id) }
    guard let order, order.terms.app == app else { throw OwnerFailure(.notFound, "the payment is not known any more") }
    return order
  }

  private func invoice(_ id: InvoiceID, of app: AppKey) async throws(OwnerFailure) -> JSONValue {
    let invoice = try await read { reader throws(LedgerError) in try reader.invoice(id) }
    guard let invoice, invoice.terms.app == app else {
      throw OwnerFailure(.notFound, "the invoice is not known any more")
    }
    return try encoded(context.report(invoice))
  }

  private func encoded(_ value: some Encodable) throws(OwnerFailure) -> JSONValue {
    guard let value = try? JSONBytesEncoder().encodeValue(value) else {
      throw OwnerFailure(.internalError, "what was asked for cannot be told")
    }
    return value
  }

  private func read<Value: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws(LedgerError) -> Value
  ) async throws(OwnerFailure) -> Value {
    do throws(LedgerError) {
      return try await context.ledger.read(work)
    } catch {
      throw OwnerFailure(error)
    }
  }
}
