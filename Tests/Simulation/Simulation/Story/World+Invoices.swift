import Consumer
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport

@testable import Ledger
@testable import MockWallet

/// An invoice that an app asks for, written down before it is sent, with what the app was told of it.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class RequestedInvoice: @unchecked Sendable {
  let id: PaymentRequestID
  /// What is to be paid; `nil` if the payer decides.
  let amount: Amount?
  /// The invoice, once the app was told of it.
  var invoice: InvoiceID?
  var address: String?
  /// Whether it belongs to a card of the chat.
  let isOfCard: Bool

  init(id: PaymentRequestID, amount: Amount?, isOfCard: Bool = false) {
    (self.id, self.amount, self.isOfCard) = (id, amount, isOfCard)
  }
}

/// Invoices, and those who pay them.
extension World {
  /// Asks for an invoice, or once more for one.
  func requestInvoice(_ random: inout SeededRandom) {
    if random.percent(30), let known = random.pick(invoices.filter { !$0.isOfCard }) { return send(known) }
    guard let id = Self.requestID(&random) else { return }
    let amount = random.percent(20) ? nil : Amount(atomicUnits: UInt128(1000 + random.below(100_000)))
    let invoice = RequestedInvoice(id: id, amount: amount)
    invoices.append(invoice)
    note("the app asks for an invoice of \(amount.map { "\($0.atomicUnits)" } ?? "any amount")")
    send(invoice)
  }

  private func send(_ invoice: RequestedInvoice) {
    app?.run { [self] client in
      // Without an answer it is sent again at another time.
      guard
        let answer = try? await client.invoice(
          Self.currency, amount: invoice.amount?.decimal(decimals: 8), requestID: invoice.id)
      else { return }
      told(invoice, answer)
    }
  }

  /// Asks for the state of an invoice, or cancels it.
  func askForInvoice(_ random: inout SeededRandom) {
    guard let invoice = random.pick(invoices), let id = invoice.invoice else { return }
    let cancels = random.percent(15)
    app?.run { [self] client in
      guard let answer = try? await cancels ? client.cancel(id) : client.invoice(id: id) else { return }
      told(invoice, answer)
    }
  }

  /// Somebody pays an invoice, a part of it, or too much.
  func payInvoice(_ random: inout SeededRandom) throws {
    guard let invoice = random.pick(invoices), let address = invoice.address else { return }
    let wanted = invoice.amount ?? Amount(atomicUnits: 5000)
    let paid = Amount(atomicUnits: wanted.atomicUnits * (random.pick([1, 2, 2, 2, 3]) ?? 2) / 2)
    note("somebody pays \(paid.atomicUnits) to \(address)")
    try network.control.receive(address, amount: paid.decimal(decimals: 8))
  }

  /// The network forgets what somebody pays, or takes another transaction for it.
  func loseIncoming(_ random: inout SeededRandom) throws {
    let waiting = incoming.filter { $0.place == .pool }
    guard let transfer = random.pick(waiting) else { return }
    let isForgotten = random.percent(50)
    note("the network \(isForgotten ? "forgets" : "takes another transaction for") \(transfer.id.prefix(8))")
    if isForgotten {
      try network.control.drop(transfer.id, currency: Self.currency)
    } else {
      try network.control.doubleSpend(transfer.id, currency: Self.currency)
    }
  }

  private struct Transfer {
    let id: String
    let address: String
    let amount: Amount
    let place: MockPlace
  }

  /// What was paid to invoices, in the order of the transactions' ids.
  private var incoming: [Transfer] {
    let addresses = Set(invoices.compactMap(\.address))
    return network.access(appends: false) { state in
      state.chains[0].entries.values.sorted { $0.transaction.id < $1.transaction.id }.flatMap { entry in
        entry.transaction.outputs.filter { addresses.contains($0.address) }.map {
          Transfer(
            id: entry.transaction.id, address: $0.address, amount: Amount(atomicUnits: $0.amount), place: entry.place)
        }
      }
    }
  }

  /// The sum of what the network has for an address, at least so deep.
  func received(at address: String, depth: Int) throws -> Amount {
    let height = try network.control.height(Self.currency)
    return incoming.reduce(Amount.zero) { sum, transfer in
      guard transfer.address == address, case .block(let block) = transfer.place, height - block + 1 >= depth else {
        return sum
      }
      return sum.addingSaturated(transfer.amount)
    }
  }

  func told(_ invoice: RequestedInvoice, _ answer: Invoice) {
    note("invoice \(answer.invoiceID.rawValue) is \(answer.state.rawValue), \(answer.payment.rawValue)")
    do {
      try check(invoice, answer)
    } catch {
      violation = violation ?? error
    }
    (invoice.invoice, invoice.address) = (answer.invoiceID, answer.address)
  }

  private func check(_ invoice: RequestedInvoice, _ answer: Invoice) throws {
    // A lost ledger may have made what the one in its place makes again.
    guard !isRestored else { return }
    if let known = invoice.invoice, known != answer.invoiceID {
      throw Violation("one request made the invoices \(known.rawValue) and \(answer.invoiceID.rawValue)")
    }
    if invoices.contains(where: { $0 !== invoice && $0.address == answer.address }) {
      throw Violation("two invoices have the address \(answer.address)")
    }
    guard answer.state == .settled, !hasReorganised else { return }
    let deep = try received(at: answer.address, depth: Self.confirmations)
    guard deep >= invoice.amount ?? Amount(atomicUnits: 1) else {
      throw Violation("\(answer.invoiceID.rawValue) is settled, and has \(deep.atomicUnits) that is deep enough")
    }
  }

  /// What must hold of invoices at the end: they have what the network has.
  func check(_ machines: [InvoiceMachine]) throws {
    let now = Scheduler.timestamp
    let known = Dictionary(machines.map { ($0.terms.address, $0) }, uniquingKeysWith: { first, _ in first })
    for invoice in invoices {
      guard let address = invoice.address else { continue }
      guard let machine = known[address] else {
        guard isRestored else { throw Violation("the invoice of \(address) was made, and is lost") }
        continue
      }
      guard now < machine.terms.monitoringUntil else { continue }
      let there = try received(at: address, depth: Self.confirmations)
      guard machine.totals.paid == there, machine.totals.confirmed == there else {
        throw Violation(
          "\(machine.terms.id.rawValue) is \(machine.state.rawValue) with \(machine.totals.paid.atomicUnits), of which "
            + "\(machine.totals.confirmed.atomicUnits) are confirmed, and the network has \(there.atomicUnits)")
      }
    }
  }
}
