import Consumer
import German
import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import payctl

/// No test here parses a command line: the abstracts of commands are made once in a process, and other tests compare them.
@Suite("What payctl says in German")
struct GermanTests {
  private let now = Fixtures.created

  private func german<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Translation.$ofTask.withValue(German.translation) { try body() }
  }

  private func context() -> CommandContext {
    Shell.context(Terminal(input: -1, output: -1, error: -1, environment: [:]), isJSON: false, ScriptedService([]))
  }

  @Test("an order tells what it waits for and why it failed; a pipe has the names of facts as they are")
  func orders() throws {
    var order = try Fixtures.order(.approved)
    order.waitingFor = "unlock"
    let lines = german { OrderView(context: context()).lines(order) }
    #expect(lines.contains("State\tgenehmigt"), "\(lines)")
    #expect(lines.contains("Waits for\tden Eigentümer, der die Wallet entsperren muss"), "\(lines)")
    let failed = try Fixtures.order(.failed, reason: "insufficient_funds")
    #expect(
      german { OrderView.state(failed) } == "fehlgeschlagen (die Wallet hat nicht genug, Gebühr eingeschlossen)")
  }

  @Test("an invoice and its transfers")
  func invoices() throws {
    let transfers = try Fixtures.transfers(1)
    for (earlier, words) in [(20, "und 20 frühere Eingänge"), (1, "und 1 früherer Eingang")] {
      let invoice = try Fixtures.invoice(.processing, transfers: transfers, earlierTransfers: earlier)
      let lines = german { InvoiceView(context: context()).lines(invoice) }
      #expect(lines.last == words, "\(lines)")
      #expect(lines.contains("State\twird bestätigt"), "\(lines)")
    }
  }

  @Test("headings, names of facts and words of the specification on a terminal")
  func names() {
    let table = Table(
      [.identifier("ORDER"), .init("FEE", .right), .word("STATE")],
      rows: [["ord_a", "0.1", "confirming"], ["ord_b", "0.2", "newer word"]])
    let rows = german { table.alignedLines(width: 60) }
    #expect(rows.first?.contains("AUFTRAG") == true && rows.first?.contains("GEBÜHR") == true, "\(rows)")
    #expect(rows.contains { $0.contains("wird bestätigt") } && rows.contains { $0.contains("newer word") }, "\(rows)")
    #expect(table.tabSeparatedLines() == ["ORDER\tFEE\tSTATE", "ord_a\t0.1\tconfirming", "ord_b\t0.2\tnewer word"])
    var list = KeyValueList()
    list.append("Most fee", "0.1")
    list.append("To", "a")
    #expect(german { list.alignedLines(width: 60) } == ["Höchste Gebühr  0.1", "An              a"])
  }

  @Test("what is shown while it waits")
  func progress() throws {
    let order = try Fixtures.order(.awaitingApproval)
    let waiting = german { OrderFollower.progress(order, now: now) }
    #expect(waiting.milestone == "wartet auf den Eigentümer (payd questions, payd approve NUMMER)")
    #expect(waiting.detail == "noch 0:00 gültig")
    let sent = try Fixtures.order(.inFlight, confirmations: 1)
    #expect(german { OrderFollower.progress(sent, now: now).milestone } == "Bestätigungen 1/6")
    let invoice = try Fixtures.invoice(.pending)
    #expect(german { InvoiceWait.progress(invoice, now: now).milestone } == "wartet auf Zahlung")
  }

  @Test("an event")
  func events() throws {
    let event = Event(
      cursor: EventCursor(sequence: 1), type: .invoiceChanged, at: now, invoice: try Fixtures.invoice(.settled))
    #expect(
      german { EventView.summary(event) }
        == "Rechnung inv_a  abgeschlossen, bezahlt, 0.5 LTC gesehen, 0.5 LTC bestätigt")
  }

  @Test("the owner's limits")
  func limits() throws {
    let (least, most) = (try DecimalAmount("0.1"), try DecimalAmount("1"))
    let budget = Budget(
      currency: "LTC", period: .week, ask: .above, used: least, usedCount: 1, resetsAt: now, askAbove: least,
      perPeriod: most, left: least)
    let line = german { BudgetText.line(budget, now: now) }
    #expect(line.hasPrefix("jetzt noch 0.1 LTC, 0.1 von 1 LTC pro Woche verbraucht; "), "\(line)")
    #expect(line.contains("der Eigentümer wird bei mehr als 0.1 gefragt"), "\(line)")
    var failure = PaymentsFailure(.budgetExceeded)
    failure.left = least
    #expect(german { BudgetText.rest(failure) } == " 0.1 ist noch übrig, Gebühr eingeschlossen.")
  }

  @Test("a failure tells what is wrong and what to type; its reason and its codes are those of English")
  func failures() {
    func check(_ error: any Error, _ message: String, _ advice: String?) {
      let (other, english) = (german { FailureText.failure(for: error) }, FailureText.failure(for: error))
      #expect(other.message == message)
      #expect(other.advice == advice)
      #expect(english.message != message)
      #expect(other.reason == english.reason && other.code == english.code && other.status == english.status)
      #expect(other.data == english.data)
    }
    check(
      PaymentsFailure(.amountOutOfRange), "Der Betrag ist kleiner oder größer, als es möglich ist.",
      "payctl range WHG sagt, wie viel es mindestens und höchstens sein darf.")
    check(
      PaymentsFailure(.invalidParams, pointer: "/amount", rule: "/properties/amount"),
      "Die Parameter passen nicht zum Schema der Methode. (Betrag)",
      "Was zu ändern ist, sagen die Stelle und die Regel.")
    check(
      DiscoveryError.notRunning(name: nil), "Es läuft kein Anbieter.",
      "Starten Sie ihn mit payd run, mit demselben Ordner --runtime.")
    check(
      DiscoveryError.wrongKey(name: "work"),
      "Der Anbieter work hat einen anderen Schlüssel als bei der ersten Begegnung; nichts wurde an ihn gesendet.",
      "An seiner Stelle kann ein anderes Programm sein. Nur wenn der Eigentümer Ihnen sagt, dass der Anbieter neu eingerichtet "
        + "wurde: payctl connect --forget-key --provider work.")
    check(CancellationError(), "Unterbrochen.", nil)
  }

  @Test("each reason has words, and they can stand inside of a sentence")
  func reasons() {
    for reason in FailureReason.allCases {
      let words = german { localized(text: reason.message) }
      #expect(words != reason.message)
      #expect(reason.remedy == nil || german { reason.remedy } != reason.remedy, "\(reason)")
      #expect(reason.advice == nil || german { reason.advice } != reason.advice, "\(reason)")
      // Its first word becomes lower case there, so it is no noun.
      let first = words.split(separator: " ").first ?? ""
      #expect(
        ["Der", "Die", "Das", "Den", "Zu", "Es", "Eine", "Einen", "Noch", "Nicht", "Ungültige", "Diese"]
          .contains(String(first)), "\(words)")
    }
  }

  @Test("what programs read is English")
  func forPrograms() {
    let failure = PaymentsFailure(.amountOutOfRange)
    let json = german {
      Translation.$ofTask.withValue(Translation.none) { FailureText.failure(for: failure).json }
    }
    #expect(json == FailureText.failure(for: failure).json)
    let locale = PersonLocale { ["LANG": "de_DE.UTF-8"][$0] }
    #expect(locale.translation(for: ["orders"], except: ["agent"]) != nil)
    for arguments in [["orders", "--json"], ["agent"]] {
      #expect(locale.translation(for: arguments, except: ["agent"]) == nil)
    }
  }

  @Test("what the provider says of a proof is recognised")
  func proofs() {
    let english =
      "Whoever signed the text holds the key of the address, which the transaction pays 0.5 LTC with 3 confirmations. "
      + "Who paid is not shown."
    #expect(
      german { localized(message: english) }
        == "Wer den Text signiert hat, hat den Schlüssel der Adresse, der die Transaktion 0.5 LTC zahlt, mit 3 Bestätigungen. "
        + "Wer gezahlt hat, ist nicht gezeigt.")
  }
}
