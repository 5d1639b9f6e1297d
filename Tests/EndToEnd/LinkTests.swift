import Consumer
import DesktopLinks
import JSON
import Links
import MockWallet
import TestSupport
import Testing

/// Visits from an app to the wallet's own interface and back, with real `payd`, `payctl`, `xdg-open` and `xdg-mime`.
@Suite(.serialized, .enabled(if: LinkDesktop.isInstalled)) struct LinkTests {
  private let stranger = MockAddress.example(currency: "LTC")

  private func withApp(
    _ scheme: String? = LinkDesktop.callbackScheme,
    _ body: (Daemon, LinkDesktop, PaymentsClient) async throws -> Void
  ) async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let desktop = try await LinkDesktop(daemon)
      let app = try await desktop.app(scheme: scheme)
      try await body(daemon, desktop, app)
      await app.close()
    }
  }

  private func order(_ app: PaymentsClient) async throws -> PaymentOrder {
    var order = try await app.pay("LTC", to: stranger, amount: DecimalAmount("0.5"), description: "rent\u{1B}[2J")
    // The owner is asked once the wallet has computed the fee.
    while order.fee == nil { order = try await app.waitForChange(of: order) }
    return order
  }

  @Test func aPaymentIsApprovedInTheWalletAndTheAppIsOpenedAgain() async throws {
    try await withApp { daemon, desktop, app in
      try await desktop.installApp()
      #expect(try await desktop.links.canOpen("payport"))
      let order = try await order(app)
      let visit = try await app.visit(.order(order.orderID))
      #expect(visit.opening.status == .waiting && visit.opening.returns)

      let window = try await desktop.openAtTerminal(visit.link.text)
      try await window.shows("Type approve, deny or later:")
      let screen = try await window.screen()
      #expect(screen.contains("An app that calls itself The app sent you here"))
      #expect(screen.contains("0.5 LTC") && screen.contains(stranger))
      #expect(try await app.status(of: visit).status == .opened)
      #expect(desktop.returned.isEmpty)
      // A single key is no answer.
      try await window.type("y", enter: true)
      try await window.shows("Type approve, deny or later:", times: 2)
      try await window.type("approve", enter: true)
      try await window.shows("Approved payment")
      try await window.shows("ended with 0")
      try await window.close()

      let link = "\(LinkDesktop.callbackScheme):payport?provider=test&state=\(visit.state.text)&result=approved"
      #expect(desktop.returned == ["2", "--", link])
      let told = try await app.returned(by: link, from: [visit])
      #expect(told.status == .returned && told.result == .approved && told.state == visit.state.text)
      _ = try await eventually("the payment") { try await daemon.broadcasts("LTC").isEmpty ? nil : true }
      #expect(try await app.order(id: order.orderID).state != .rejected)

      // A page that knows all the links cannot do anything with them.
      let again = try await desktop.open(visit.link.text)
      #expect(again.remarks.contains("works once"))
      #expect(desktop.returned == ["2", "--", link])
      await #expect(throws: WalletReturnError.unknown) {
        try await app.returned(by: link.replacing(visit.state.text, with: "forged"), from: [visit])
      }
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func aPinIsAskedForAndAClosedWindowDecidesNothing() async throws {
    try await withApp { daemon, desktop, app in
      try await desktop.installApp()
      try await daemon.owner("pin", "set", "--new-pin-file", daemon.file("pin", "246824\n"))
      let order = try await order(app)
      let left = try await app.visit(.order(order.orderID))
      let closed = try await desktop.openAtTerminal(left.link.text)
      try await closed.shows("Type approve, deny or later:")
      try await closed.close()
      #expect(try await app.status(of: left).status == .opened)
      #expect(try await app.order(id: order.orderID).state == .awaitingApproval)
      #expect(try await desktop.open(left.link.text).remarks.contains("works once"))
      #expect(desktop.returned.isEmpty)

      let visit = try await app.visit(.order(order.orderID))
      let window = try await desktop.openAtTerminal(visit.link.text)
      for (index, (pin, shown)) in [("111111", "4 tries are left"), ("246824", "Approved payment")].enumerated() {
        try await window.shows("Type approve, deny or later:", times: index + 1)
        try await window.type("approve", enter: true)
        try await window.shows("Your PIN:", times: index + 1)
        try await window.type(pin, enter: true)
        try await window.shows(shown)
      }
      try await window.shows("ended with 0")
      #expect(try await !window.screen().contains("246824"))
      try await window.close()
      #expect(try await app.waitForReturn(from: visit).result == .approved)
      let audit = try await daemon.owner("audit", "--limit", "50")["entries"]?.arrayValue ?? []
      #expect(
        audit.filter { $0.text("kind") == "opening.shown" }.map { $0.text("object") }.sorted()
          == [left, visit].map(\.opening.openingID).sorted())
    }
  }

  @Test func whatAnAppMayNotDoElsewhereItMayNotShow() async throws {
    try await withApp { daemon, desktop, app in
      let invoice = try await app.invoice("LTC", amount: DecimalAmount("0.25"))
      let order = try await order(app)
      let key = try await app.currentSession().app.key.rawValue
      for (scopes, view, scope) in [
        ("receive", WalletView.order(order.orderID), "pay"), ("pay", .invoice(invoice.invoiceID), "receive"),
        ("statement", .payments, "pay or receive"),
      ] {
        try await daemon.owner("grant", key, scopes)
        await #expect(throws: PaymentsFailure(.scopeNotGranted, rule: scope)) { try await app.visit(view) }
      }
      try await daemon.owner("grant", key, "pay")
      for _ in 0..<8 { _ = try await app.visit(.payments) }
      await #expect(throws: PaymentsFailure(.tooManyQuestions)) { try await app.visit(.payments) }
    }
  }

  @Test func aPaymentIsDeniedOrLeftForLater() async throws {
    try await withApp { daemon, desktop, app in
      try await desktop.installApp()
      let order = try await order(app)
      for (word, shown, result) in [
        ("later", "It waits for you", OpeningResult.viewed), ("deny", "Denied payment", .rejected),
      ] {
        let visit = try await app.visit(.order(order.orderID))
        let window = try await desktop.openAtTerminal(visit.link.text)
        try await window.shows("Type approve, deny or later:")
        try await window.type(word, enter: true)
        try await window.shows(shown)
        try await window.shows("ended with 0")
        try await window.close()
        #expect(desktop.returned.last?.hasSuffix("state=\(visit.state.text)&result=\(result.rawValue)") == true)
        #expect(try await app.waitForReturn(from: visit).result == result)
      }
      #expect(try await app.order(id: order.orderID).state == .rejected)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func aLinkThatIsOpenedWhereNobodyCanTypeApprovesNothing() async throws {
    try await withApp { daemon, desktop, app in
      try await desktop.installApp()
      let order = try await order(app)
      let visit = try await app.visit(.order(order.orderID))
      let run = try await desktop.open(visit.link.text)
      #expect(run.status == 0, "\(run)")
      #expect(run.result.output.contains { $0.contains("wants to pay 0.5 LTC") }, "\(run)")
      #expect(!run.description.contains("\u{1B}"))
      #expect(try await app.waitForReturn(from: visit).result == .viewed)
      #expect(desktop.returned.last?.hasSuffix("result=viewed") == true)
      #expect(try await app.order(id: order.orderID).state == .awaitingApproval)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func invoicesAndListsAreShownAsTheProviderKnowsThem() async throws {
    try await withApp(nil) { daemon, desktop, app in
      let invoice = try await app.invoice("LTC", amount: DecimalAmount("0.25"), description: "tea")
      let visit = try await app.visit(.invoice(invoice.invoiceID))
      #expect(!visit.opening.returns)
      let shown = try await desktop.open(visit.link.text)
      #expect(shown.result.output.contains { $0.contains(invoice.address) }, "\(shown)")
      #expect(shown.result.output.contains { $0.contains("You can go back to the app") })
      let list = try await app.visit(.payments)
      let json = try await desktop.payctl("open", "--json", "--", list.link.text).succeeded().json
      #expect(json["kind"] == "payments")
      #expect(json["invoices"]?[0]?["invoice_id"]?.stringValue == invoice.invoiceID.rawValue)
      #expect(json["result"] == "viewed")
      #expect(try await app.status(of: list).status == .returned)
      #expect(desktop.returned.isEmpty)
    }
  }

  @Test func whatNobodyAskedForShowsNothing() async throws {
    try await withApp { daemon, desktop, app in
      let visit = try await app.visit(.payments)
      let (token, link) = (visit.link.token, visit.link.text)
      let guess = String(token.dropLast()) + (token.hasSuffix("A") ? "E" : "A")
      for (text, words) in [
        (link.replacing(token, with: guess), "no app has asked for this"),
        (link.replacing("provider=test", with: "provider=other"), "is for the provider other"),
        (link + "\n", "white space or other signs"),
        (link.replacing("?", with: "?state=/tmp&"), "other members"),
        (link.replacing("provider=", with: "provider=--state=/tmp;id>/tmp/x\n"), "white space or other signs"),
        (link.replacing("test", with: "%74est"), "percent-encoded"),
        (link.replacing("test", with: "$(id)"), "its provider is none"),
        (link.replacing("token=", with: "token=" + String(repeating: "x", count: 100_000)), "too long"),
        ("payport:--help", "of a kind that this version does not know"),
        ("payport:card?data=e30", "holds no card"),
      ] {
        let run = try await desktop.open(text)
        #expect(run.status != 0, "\(run)")
        #expect(run.remarks.contains(words), "\(words): \(run.remarks.prefix(300))")
        #expect(run.result.output.isEmpty, "\(run.result.output)")
      }
      #expect(desktop.returned.isEmpty)
      // None of these attempts has used up the link.
      #expect(try await app.status(of: visit).status == .waiting)
      #expect(try await desktop.open(link).status == 0)
    }
  }

  @Test func anOpeningIsItsOwnAppsAndEndsWithIt() async throws {
    try await withApp { daemon, desktop, app in
      let order = try await order(app)
      let other = try await desktop.app("other")
      await #expect(throws: PaymentsFailure(.orderNotFound, pointer: "/order_id")) {
        try await other.visit(.order(order.orderID))
      }
      let visit = try await app.visit(.order(order.orderID))
      await #expect(throws: PaymentsFailure(.openingNotFound, pointer: "/opening_id")) {
        try await other.status(of: visit)
      }
      await other.close()
      let key = try await app.currentSession().app.key.rawValue
      try await daemon.owner("revoke", key)
      let run = try await desktop.open(visit.link.text)
      #expect(run.remarks.contains("not paired any more"), "\(run)")
      #expect(run.result.output.isEmpty)
      // A link is not valid in the next run of the provider either.
      let again = try await desktop.app("again")
      let late = try await again.visit(.payments)
      #expect(try await daemon.terminate() == .code(0))
      try await daemon.start()
      #expect(try await desktop.open(late.link.text).remarks.contains("no app has asked for this"))
      await #expect(throws: PaymentsFailure(.openingNotFound, pointer: "/opening_id")) {
        try await again.status(of: late)
      }
      await again.close()
    }
  }

  @Test func ofSeveralWalletsTheOneThatTheLinkIsForIsAsked() async throws {
    try await withApp { daemon, desktop, app in
      let other = try Daemon(
        Configurations.mock().replacing("name: test", with: "name: other"), runtime: daemon.runtime)
      try await other.start()
      let visit = try await app.visit(.payments)
      // Without the list of wallets, the other wallet would be opened.
      try await desktop.payctl(
        "links", "install", "--state", other.state, "--wallet", other.state, "--wallet", daemon.state
      ).succeeded()
      let run = try await desktop.open(visit.link.text)
      #expect(run.status == 0, "\(run)")
      #expect(try await app.status(of: visit).result == .viewed)
      let third = visit.link.text.replacing("provider=test", with: "provider=third")
      #expect(try await desktop.open(third).remarks.contains("is for the provider third"))
      #expect(try await other.terminate() == .code(0))
    }
  }

  @Test func theQuestionThatIsAnsweredIsTheOneThatWaits() async throws {
    try await withApp { daemon, desktop, app in
      let order = try await order(app)
      let visit = try await app.visit(.order(order.orderID))
      let window = try await desktop.openAtTerminal(visit.link.text)
      try await window.shows("Type approve, deny or later:")
      #expect(try await window.screen().contains("Its links begin with \(LinkDesktop.callbackScheme): (claimed)"))
      // The payment was denied at the console in the meantime.
      try await daemon.owner("deny", order.orderID.rawValue)
      try await window.type("approve", enter: true)
      try await window.shows("was denied already")
      try await window.shows("It does not wait for you any more.")
      try await window.shows("ended with 0")
      try await window.close()
      #expect(try await app.waitForReturn(from: visit).result == .rejected)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func aSchemeOfSomethingElseLeadsNowhere() async throws {
    // A provider accepts only a limited number of questions of new apps in a row.
    for schemes in [["https", "file", "javascript", "payport", "vscode"], ["monero", "-x", "Up", ""]] {
      try await Daemon.with(Configurations.mock()) { daemon in
        let desktop = try await LinkDesktop(daemon)
        for (index, scheme) in schemes.enumerated() {
          let app = try await desktop.app("a\(index)", scheme: scheme)
          await #expect(throws: PaymentsFailure(.callbackRefused), "\(scheme)") { try await app.visit(.payments) }
          await app.close()
        }
      }
    }
  }

  @Test func payctlLooksAtItInTheWallet() async throws {
    try await withPairedApp { daemon, app in
      let desktop = try await LinkDesktop(daemon)
      let status = try await desktop.payctl("links", "status", "--json").succeeded().json
      #expect(status["installed"] == true && status["own"] == true)
      let order = try await app.ask("pay", "LTC", stranger, "0.5")["payment_order"] ?? .null
      let link = try await app.ask("view", order.text("order_id"), "--print").text("link")
      let run = try await desktop.open(link)
      #expect(run.result.output.contains { $0.contains(stranger) }, "\(run)")
      try await app.refused("view", "ord_nothing", "--print", reason: "order_not_found", status: 65)
      #expect(try await desktop.payctl("links", "uninstall", "--json").succeeded().json["installed"] == false)
      #expect(try await desktop.payctl("links", "status").status == 69)
      #expect(try await desktop.payctl("view").remarks.contains("links install"))
    }
  }
}
