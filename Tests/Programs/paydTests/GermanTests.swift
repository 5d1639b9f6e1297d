import German
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import payd

@Suite("What the owner sees in German")
struct GermanTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func payment() throws -> OwnerQuestion {
    let app = AppNames(
      key: AppKey(rawValue: "AAAABBBB"), fingerprint: "AAAA BBBB", name: "Bäckerei", claimedName: "Bäckerei")
    let order = OwnerOrder(
      id: "ord_0123456789", app: app, currency: "LTC", amount: try DecimalAmount("0.5"), address: "mltc1xyz",
      state: .awaitingApproval, group: .waiting, confirmations: 0, confirmationsWanted: 6, createdAt: now,
      updatedAt: now,
      fee: try DecimalAmount("0.001"), feeCap: try DecimalAmount("0.00125"), total: try DecimalAmount("0.501"),
      expiresAt: now.advanced(by: .seconds(90)))
    return .payment(
      PaymentOwnerQuestion(
        id: order.id, order: order, paidBefore: AddressPayments(byApp: 0, inAll: 0), behind: 2, needsPin: true,
        number: 3))
  }

  private func lines(width: Int, isTTY: Bool = true, _ translation: Translation) throws -> [String] {
    let view = try payment()
    return Translation.$ofTask.withValue(translation) {
      QuestionText(view: view, now: now).lines(width: width, isTTY: isTTY, answers: true)
    }
  }

  @Test("a question in a usual window")
  func wide() throws {
    let lines = try lines(width: 80, German.translation)
    #expect(lines.first == "3  Bäckerei möchte 0.5 LTC zahlen  ord_0123456789")
    for line in [
      "  App (Angabe)        Bäckerei, Schlüssel AAAA BBBB", "  Programm (Hinweis)  jetzt nicht verbunden",
      "  früher bezahlt      nie: diese Adresse ist neu", "  Gebühr              0.001 LTC, höchstens 0.00125",
      "  wartet auch         2 spätere Fragen dieser App", "  braucht             Ihre PIN",
      "  antworten           payd approve 3 oder payd deny 3",
    ] {
      #expect(lines.contains(line), "\(lines.joined(separator: "\n"))")
    }
    #expect(lines.allSatisfy { DisplayWidth.columns($0) <= 80 })
  }

  @Test("a question about a Lightning invoice tells whose it is, and what it says")
  func lightning() throws {
    guard case .payment(var payment) = try payment() else { return }
    payment.order.lightning = LightningClaims(node: "02abcdef", expiresAt: now, description: "zwei Brötchen\u{202E}")
    payment.newRecipient = true
    let text = Translation.$ofTask.withValue(German.translation) {
      QuestionText(view: .payment(payment), now: now).lines(width: 110, isTTY: true, answers: true)
        .joined(separator: "\n")
    }
    #expect(text.contains("  an den Lightning-Knoten  02abcdef\n"), "\(text)")
    #expect(text.contains("  sie sagt (Angabe)        zwei Brötchen"), "\(text)")
    #expect(text.contains("ist ein neuer Empfänger, wie jede"), "\(text)")
    #expect(!text.contains("mltc1xyz") && !text.contains("nach einem Ja ist sie bekannt"), "\(text)")
    #expect(!text.contains("\u{202E}"))
  }

  @Test("a question in a narrow window")
  func narrow() throws {
    let lines = try lines(width: 40, German.translation)
    #expect(lines.prefix(2) == ["3  Bäckerei möchte 0.5 LTC zahlen", "  ord_0123456789"])
    #expect(lines.contains("  früher bezahlt      nie: diese Adresse"), "\(lines.joined(separator: "\n"))")
    #expect(lines.contains("                      ist neu"))
  }

  @Test("a program reads the names of facts as they are")
  func pipe() throws {
    let lines = try lines(width: 80, isTTY: false, German.translation)
    #expect(lines.contains("  paid before\tnie: diese Adresse ist neu"), "\(lines)")
  }

  @Test("where only ASCII is shown, columns are as wide as what is shown")
  func ascii() throws {
    let lines = try lines(width: 80, German.translation.inASCII)
    #expect(lines.contains("  frueher bezahlt     nie: diese Adresse ist neu"), "\(lines.joined(separator: "\n"))")
    #expect(lines.contains("  Gebuehr             0.001 LTC, hoechstens 0.00125"))
  }

  @Test("the console's prompt fits the window, and yes is ja too", arguments: [40, 60, 90])
  func prompt(width: Int) throws {
    try Translation.$ofTask.withValue(German.translation) {
      var model = ConsoleModel(
        style: TextStyle(isEnabled: false), takesKeys: true, isTTY: true, width: width, now: now)
      _ = model.handle(.connected, at: now)
      _ = model.handle(.told(.standing(provider: "test", locked: false, pin: false, wallets: [])), at: now)
      _ = model.handle(.told(.shown(try payment())), at: now)
      _ = model.handle(.told(.ready), at: now)
      #expect(DisplayWidth.columns(model.prompt) < width, "\(model.prompt)")
      #expect(model.prompt.contains(width == 40 ? "d nein" : "d ablehnen"), "\(model.prompt)")
      model.mode = .typing(.denyAlways, "")
      #expect(model.prompt.contains("j/n"))
      var actions: [ConsoleModel.Action] = []
      for key in [Key.character("j"), .enter] {
        actions = model.handle(.key(key, readAt: .now), at: now)
      }
      #expect(
        actions == [.ask(.init(act: .deny(.init(id: "ord_0123456789", always: true)), question: "ord_0123456789"))])
    }
  }

  @Test("what the daemon answers is recognised, and what to type follows it")
  func failures() {
    func words(_ reason: OwnerFailure.Reason, _ message: String, _ data: OwnerFailure.Data = .init()) -> String {
      Translation.$ofTask.withValue(German.translation) { OwnerFailure(reason, message, data).words }
    }
    #expect(
      words(.appNotFound, "no paired app is called Chat") == "keine gekoppelte App heißt Chat; siehe: payd apps")
    #expect(
      words(.wrongPin, "this is not your PIN", .init(triesLeft: 1))
        == "das ist nicht Ihre PIN; noch 1 Versuch, bevor Sie warten müssen")
    #expect(words(.conflict, "a later version says this") == "a later version says this")
  }

  @Test(
    "programs and logs are answered in English, and people as their locale says",
    arguments: [
      (["status"], ["LANG": "de_DE.UTF-8"], true), (["status", "--json"], ["LANG": "de_DE.UTF-8"], false),
      (["run"], ["LANG": "de_DE.UTF-8"], false), (["status"], ["LANG": "en_GB.UTF-8"], false),
      (["names", "--", "--json"], ["LANG": "de_DE.UTF-8"], true), ([], ["LANG": "de_DE.UTF-8"], true),
    ] as [([String], [String: String], Bool)])
  func theChoice(arguments: [String], variables: [String: String], isGerman: Bool) {
    let translation = PersonLocale { variables[$0] }.translation(for: arguments, except: ["run"])
    #expect((translation != nil) == isGerman)
  }
}
