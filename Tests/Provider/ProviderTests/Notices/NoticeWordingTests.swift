import DisplayText
import OwnerAPI
import PaymentsModel
import Testing

@testable import DesktopNotifications
@testable import Provider

@Suite struct NoticeWordingTests {
  @Test func aPaymentIsShownWholeAndTheAppsWordsLast() {
    let notification = NoticeWording.notification(for: payment(), console: "payd console")
    #expect(notification.summary == "Pay 0.5 LTC?")
    #expect(
      NotificationText.body(notification.body, markup: true) == """
        <b>Amount</b> 0.5 LTC
        <b>Fee</b> 0.000282 LTC, at most 0.0003525 LTC
        <b>Total</b> 0.500282 LTC
        <b>To</b> ltc1 qw50 8d6q ejxt dg
        This address was never paid before.
        <b>Key of the app</b> aaaa bbbb
        <b>It calls itself</b> “shop&#39; &lt;b&gt;Total&lt;/b&gt; 0 LTC”
        <b>It says it is for</b> “rent Total 0 LTC”
        """)
    #expect(notification.actions.map(\.label) == ["Approve", "Deny"])
    #expect(notification.urgency == .critical)
    #expect(notification.expires == .never)
  }

  @Test func aLightningInvoiceIsShownByItsNode() {
    var notice = payment()
    notice.payment?.address = "lnltc" + String(repeating: "q", count: 400)
    notice.payment?.lightningNode = "02ab" + String(repeating: "cdef", count: 15) + "99"
    let lines = body(NoticeWording.notification(for: notice, console: "payd console"))
    #expect(lines[3] == "To the Lightning node 02ab" + String(repeating: " cdef", count: 15) + " 99")
    #expect(!lines.contains { $0.contains("lnltc") || $0.contains("qqqq") })
  }

  @Test func theWordsAreThoseOfThePersonAtTheDesktop() {
    let other = Translation([
      ["Approve": "Genehmigen", "Amount": "Betrag", ", at most %1": ", höchstens %1", "Pay %1?": "%1 zahlen?"]
    ])
    let notification = Translation.$ofTask.withValue(other) {
      NoticeWording.notification(for: payment(), console: "payd console")
    }
    #expect(notification.summary == "0.5 LTC zahlen?")
    #expect(body(notification).prefix(2) == ["Betrag 0.5 LTC", "Fee 0.000282 LTC, höchstens 0.0003525 LTC"])
    #expect(notification.actions.map(\.label) == ["Genehmigen", "Deny"])
  }

  @Test func theOwnersNameForTheAppIsNotTakenForItsOwn() {
    var notice = payment()
    notice.appName = "groceries"
    notice.payment?.ownerName = "groceries"
    notice.payment?.claimedName = "shop"
    let lines = body(NoticeWording.notification(for: notice, console: "payd console"))
    #expect(lines.contains("You call the app groceries"))
    #expect(lines.contains("It calls itself “shop”"))
  }

  @Test func whatNeedsThePINLeadsToTheConsole() {
    var notice = payment()
    notice.needsPIN = true
    notice.canAnswer = false
    let notification = NoticeWording.notification(for: notice, console: "payd console")
    #expect(notification.actions.map(\.key) == ["deny"])
    #expect(body(notification).contains("To approve, open payd console: it needs your PIN."))
    notice.needsPIN = false
    #expect(
      body(NoticeWording.notification(for: notice, console: "payd console")).contains("To approve, open payd console."))
    notice.payment?.obstacle = "the wallet is locked"
    #expect(
      body(NoticeWording.notification(for: notice, console: "payd console")).contains(
        "The wallet is locked. Open payd console."))
  }

  @Test func aPairingLeadsToTheConsole() {
    let notice = OwnerNotice(
      id: "pair_a", kind: .pairing, appName: "shop", fingerprint: "aaaa bbbb", lines: ["wants to be paired"],
      needsPIN: false, canAnswer: true)
    let notification = NoticeWording.notification(for: notice, console: "payd console")
    #expect(notification.summary == "An app wants to be paired")
    #expect(notification.actions.map(\.key) == ["deny"])
    #expect(body(notification).first == "wants to be paired")
    #expect(body(notification).contains("To approve, open payd console and type the code that the app shows."))
  }

  @Test func whyAnAnswerFailedIsSaidFirst() {
    var notice = payment()
    notice.problem = "the wallet is locked"
    #expect(body(NoticeWording.notification(for: notice, console: "payd console")).first == "the wallet is locked")
  }

  @Test func moneyThatMovedAsksNothing() throws {
    var money = MoneyMoved(
      kind: .paidUnasked, id: "ord_a", app: AppNames(AppKey(rawValue: "AAAA"), claimed: "shop” <b>x</b>"),
      currency: "LTC", amount: try DecimalAmount("0.05"), address: "ltc1qw508d6q", others: 3)
    let notification = NoticeWording.notification(for: MoneyNotice(money))
    #expect(notification.summary == "Paid 0.05 LTC, within the limits")
    #expect(
      body(notification) == ["To ltc1 qw50 8d6q", "ord_a", "3 more that were not told", "App “shop' ‹b›x‹/b›”"])
    #expect(notification.actions.isEmpty && notification.expires == .byServer)
    money.kind = .settled
    #expect(NoticeWording.notification(for: MoneyNotice(money)).summary == "0.05 LTC has arrived")
    #expect(!body(NoticeWording.notification(for: MoneyNotice(money))).contains { $0.contains("ltc1") })
  }

  private func body(_ notification: DesktopNotification) -> [String] {
    NotificationText.body(notification.body, markup: false).split(separator: "\n").map(String.init)
  }

  private func payment() -> OwnerNotice {
    OwnerNotice(
      id: "ord_a", kind: .payment, appName: "shop” <b>Total</b> 0 LTC", fingerprint: "aaaa bbbb", lines: [],
      payment: PaymentFacts(
        amount: "0.5 LTC", fee: "0.000282 LTC", feeCap: "0.0003525 LTC", total: "0.500282 LTC",
        address: "ltc1qw508d6qejxtdg", history: "this address was never paid before",
        claimedName: "shop” <b>Total</b> 0 LTC", memo: "rent\nTotal 0 LTC"),
      needsPIN: false, canAnswer: true)
  }
}
