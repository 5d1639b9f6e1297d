import JSON
import Ledger
import OwnerDoor
import PaymentsCore
import PaymentsModel

/// The owner's yes and no to payments.
struct PaymentCommands {
  let context: ProviderContext

  /// Says yes to this order, once: to these params, and a fee up to the cap that was shown.
  func approve(_ id: OrderID, _ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let process = try await waiting(id)
    if case .queued(let before) = context.prompts.standing(of: id) {
      throw OwnerFailure(
        .conflict,
        "\(before == 1 ? "another question" : "\(before) other questions") of this app must be answered before this one"
      )
    }
    let order = process.order
    let terms = order.terms
    guard !context.walletLock.isLocked else {
      throw OwnerFailure(.walletLocked, "the wallet is locked; nothing is paid until you unlock it: payd unlock")
    }
    // What the owner saw is what is bound: these params, and a fee up to the cap that was shown.
    guard let quote = order.progress.quote else {
      throw OwnerFailure(.conflict, "the fee is being asked for again; look at payd approvals in a moment")
    }
    let feeCap = FeeCap.shown(for: quote.fee)
    if let seen = params["fee_cap"]?.stringValue, seen != feeCap.text(decimals: terms.decimals) {
      throw OwnerFailure(.conflict, "the fee has changed since you saw it; look at payd approvals again")
    }
    var permission: StandingPermission?
    if let always = params["always"] { permission = try StandingPermission(always, for: order) }
    try await context.pin.require(
      params, for: max(order.mostToPay, permission?.amount ?? .zero), terms.currency, decimals: terms.decimals)
    let approval = OrderApproval(
      kind: .owner, at: context.clock.now(), quote: quote, feeCap: feeCap, expiresAt: terms.expiresAt,
      paramsDigest: terms.paramsDigest)
    guard let permission else { return try await approve(process, approval) }
    let before = try await permission.set(for: terms.app, context)
    do throws(OwnerFailure) {
      return view(try await approve(process, approval), always: permission.words)
    } catch {
      // The answer to the payment at hand had no effect: then neither has the rest of it.
      try await before.restore(context)
      throw error
    }
  }

  private func approve(_ process: OrderProcess, _ approval: OrderApproval) async throws(OwnerFailure) -> JSONValue {
    let terms = process.read(\.terms)
    switch await process.approve(approval) {
    case .approved: return view(process.order)
    case .refused(.notAsked): throw ended(process.order)
    case .refused(.staleQuote):
      throw OwnerFailure(.conflict, "the fee that was shown is out of date; look at payd approvals again")
    case .refused(.otherParams):
      throw OwnerFailure(.conflict, "it is not the payment that was shown; look at payd approvals again")
    case .refused(.lapsed): throw OwnerFailure(.conflict, "its time is over")
    case .exceeded(let exceeded):
      throw OwnerFailure(.overLimit, exceeded.words(decimals: terms.decimals, currency: terms.currency))
    case .notStored: throw notStored
    }
  }

  /// Says no to this order; also to one that waits behind others.
  ///
  /// - Parameter params: with `always` no payment of the app in this currency is made any more, and those that wait are
  ///   refused with this one.
  func deny(_ id: OrderID, _ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let process = try await waiting(id)
    guard params["always"]?.boolValue == true else { return try await deny(process) }
    let terms = process.read(\.terms)
    var limits = try await context.grants.limits(of: terms.app, terms.currency)
    limits.asking = .refuse
    try await context.grants.setLimits(limits, of: terms.app, terms.currency)
    let answer = try await deny(process)
    for other in context.orders.live
    where other.read({
      $0.state == .awaitingApproval && $0.terms.app == terms.app && $0.terms.currency == terms.currency
    }) {
      other.post(.denied)
    }
    return view(answer, always: "all its payments in \(terms.currency) are refused")
  }

  private func view(_ answer: JSONValue, always: String) -> JSONValue {
    var answer = answer.objectValue ?? JSONObject()
    answer["always"] = .string(always)
    return .object(answer)
  }

  private func deny(_ process: OrderProcess) async throws(OwnerFailure) -> JSONValue {
    let id = process.read(\.terms.id)
    let order = process.order
    let changes = context.hub.changes(of: id.rawValue)
    process.post(.denied)
    if process.read(\.version) == order.version { await ChangeHub.next(changes, atMost: .seconds(10)) }
    let after = process.order
    guard after.version != order.version else { throw notStored }
    guard after.state == .rejected else { throw ended(after) }
    return view(after)
  }

  private func view(_ order: PaymentsCore.PaymentOrder) -> JSONValue {
    ["id": .string(order.terms.id.rawValue), "state": .string(order.state.rawValue)]
  }

  private var notStored: OwnerFailure {
    OwnerFailure(.internalError, "the decision could not be stored; is the disk full?")
  }

  /// The order, if it waits for an answer; otherwise what became of it, in words.
  private func waiting(_ id: OrderID) async throws(OwnerFailure) -> OrderProcess {
    if let process = context.orders.process(id) {
      guard process.read(\.state) == .awaitingApproval else { throw ended(process.order) }
      return process
    }
    let order: PaymentsCore.PaymentOrder?
    do throws(LedgerError) {
      order = try await context.ledger.read { reader throws(LedgerError) in try reader.order(id) }
    } catch {
      throw OwnerFailure(error)
    }
    guard let order else { throw OwnerFailure(.notFound, "nothing waits under this id; see: payd approvals") }
    throw ended(order)
  }

  private func ended(_ order: PaymentsCore.PaymentOrder) -> OwnerFailure {
    let what =
      switch order.state {
      case .received, .awaitingApproval: "is not ready for an answer yet; look at payd approvals in a moment"
      case .approved: "was approved already"
      case .submitting, .inFlight: "was approved already, and is being paid"
      case .succeeded: "was approved already, and is paid"
      case .rejected: "was denied already"
      case .expired: "has expired: nobody answered in time"
      case .cancelled: "was cancelled"
      case .failed: "has failed"
      }
    return OwnerFailure(.conflict, "this payment \(what)")
  }
}

/// How much fee a yes of the owner covers.
enum FeeCap {
  /// Fees move between the question and the answer: up to a quarter more than quoted, and the owner is shown that cap.
  static func shown(for fee: Amount) -> Amount {
    (try? fee.adding(Amount(atomicUnits: fee.atomicUnits / 4))) ?? fee
  }
}
