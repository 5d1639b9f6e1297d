import OwnerAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import payd

@Suite("Lists of payments")
struct PaymentsTextTests {
  private func payment(
    _ state: OrderState, waitingFor: String? = nil, amount: UInt128 = 123_456_789_012, name: String? = nil
  ) -> OwnerOrder {
    let at = Timestamp(milliseconds: 1_795_384_582_250)
    return OwnerOrder(
      id: SortableIdentifier.make("ord", at: at),
      app: AppNames(
        key: AppKey(rawValue: String(repeating: "k", count: 43)), fingerprint: "kkkk kkkk", name: name ?? "",
        claimedName: name ?? ""),
      currency: "XMR", amount: DecimalAmount(coefficient: amount, scale: 12), address: "somewhere", state: state,
      group: state.isTerminal ? .ended : state == .awaitingApproval || waitingFor == "unlock" ? .waiting : .inFlight,
      confirmations: 3, confirmationsWanted: 10, createdAt: at, updatedAt: at, waitingFor: waitingFor)
  }

  @Test("no line is wider than the terminal, whatever apps are called", arguments: [40, 80, 90, 120])
  func width(_ width: Int) {
    let payments =
      OrderState.allCases.map { payment($0, name: "An app with a very long name that says nothing") }
      + [
        payment(.approved, waitingFor: "lower_fee", name: "\u{1B}[31m名前がとても長いアプリケーション"),
        payment(.approved, waitingFor: "unlock"),
      ]
    let lines = PaymentsText.rows(payments, width: width)
    for line in lines {
      #expect(DisplayWidth.columns(line) <= width, "\(line)")
      #expect(!line.unicodeScalars.contains("\u{1B}"))
    }
    // All of it is on one line where there is room.
    #expect((lines.count == payments.count + 2) == (width >= 90), "\(lines.count)")
    for payment in payments { #expect(lines.contains { $0.contains(payment.id.dropFirst(4).prefix(12)) }) }
  }

  @Test("a list says who has to do something, and what")
  func words() {
    #expect(payment(.awaitingApproval).stateText == "waiting for you")
    #expect(payment(.approved, waitingFor: "unlock").stateText == "needs payd unlock")
    #expect(payment(.approved, waitingFor: "lower_fee").stateText == "waits: lower fee")
    #expect(payment(.inFlight).stateText == "on its way, 3/10")
    #expect(payment(.succeeded).stateText == "paid")
    var undone = payment(.succeeded)
    undone.reversedAt = undone.updatedAt
    #expect(undone.stateText == "taken back")
  }
}
