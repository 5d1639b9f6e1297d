import JSON
import MockWallet
import TestSupport
import Testing

/// The owner at a desktop, with a real `payd`, a real notification daemon and real clicks.
@Suite(.serialized, .enabled(if: DesktopSession.isInstalled)) struct DesktopTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func aClickPaysAndAClickDenies() async throws {
    try await withDesktop { desktop, daemon, app in
      let paying = try app.launch(["pay", "LTC", stranger, "0.5", "--description", "rent", "--wait"])
      try await clickWhenRead(0, of: 2, on: desktop)
      _ = try await paying.line(containing: "confirmations 0/6", on: .error)
      _ = try await desktop.buttons(0)
      try await daemon.mock("mine", "6")
      #expect(try await paying.exit() == .code(0))
      #expect(try await daemon.broadcasts("LTC").map { $0.text("atomic_units") } == ["50000000"])

      let other = try app.launch(["pay", "LTC", stranger, "0.7", "--wait"])
      try await clickWhenRead(1, of: 2, on: desktop)
      #expect(try await other.exit() == .code(77))
      let order = try JSONValue(parsing: Array((other.lines(.output).last ?? "").utf8))["payment_order"] ?? .null
      #expect(order.text("reason") == "user_rejected")
      _ = try await desktop.buttons(0)
      #expect(try await daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func whatIsOverIsNotShownAnyMore() async throws {
    try await withDesktop { desktop, daemon, app in
      let cancelled = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
      _ = try await desktop.buttons(2)
      _ = try await app.ask("cancel-order", cancelled.text("order_id"))
      _ = try await desktop.buttons(0)
      // The payment is answered at the console.
      let denied = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
      _ = try await desktop.buttons(2)
      try await daemon.owner("deny", denied.text("order_id"))
      _ = try await desktop.buttons(0)
      // The question outlives the provider, and its next run asks it again.
      _ = try await app.ask("pay", "LTC", stranger, "5")
      _ = try await desktop.buttons(2)
      #expect(try await daemon.terminate() == .code(0))
      _ = try await desktop.buttons(0)
      try await daemon.start()
      _ = try await desktop.buttons(2)
    }
  }

  @Test func whatNeedsTheConsoleHasNoApproveButton() async throws {
    try await DesktopSession.with { desktop in
      try await Daemon.with(
        Configurations.mock(), environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address]
      ) { daemon in
        let app = try Client(daemon.runtime)
        let pairing = try await app.beginPairing()
        // The only button is Deny.
        try await clickWhenRead(0, of: 1, on: desktop)
        #expect(try await pairing.process.exit() == .code(77))
        #expect(try await daemon.questions("pairing").isEmpty)

        let other = try Client(daemon.runtime)
        try await other.pair(with: daemon)
        _ = try await desktop.buttons(0)
        let pin = try await ChildProcess.run(
          BuiltPrograms.path("payd"), ["pin", "set", "--new-pin-file", "-"] + daemon.folders, input: "246824\n")
        #expect(pin.exit == .code(0), "\(pin.error)")
        let order = try await other.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
        try await clickWhenRead(0, of: 1, on: desktop)
        try await other.order(order.text("order_id"), is: "rejected")
        #expect(try await daemon.broadcasts("LTC").isEmpty)
      }
    }
  }

  @Test func aPaymentWithinLimitsIsShownAndWhatArrivesOnlyIfItIsWanted() async throws {
    try await DesktopSession.with { desktop in
      try await Daemon.with(
        Configurations.mock(), environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address]
      ) { daemon in
        let heard = try await desktop.listen()
        let app = try Client(daemon.runtime)
        try await app.pair(with: daemon)
        _ = try await desktop.buttons(0)
        let order = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"] ?? .null
        _ = try await heard.line(containing: "Paid 0.05 LTC, within the limits")
        _ = try await heard.line(containing: order.text("order_id"))
        #expect(try await desktop.buttons(0).isEmpty, "it asks nothing")

        // Nothing of what arrives is shown before the owner wants it.
        func receive(_ amount: String) async throws {
          let invoice = try await app.ask("invoice", "LTC", amount)["invoice"] ?? .null
          try await daemon.mock("receive", invoice.text("address"), amount)
          _ = try await app.invoice(invoice.text("invoice_id"), "seen") { $0.text("state") == "processing" }
        }
        try await receive("0.3")
        try daemon.configure(Configurations.mock(more: "notices: {payments: false, arrivals: true}"))
        try await daemon.owner("reload")
        _ = try await app.ask("pay", "LTC", stranger, "0.06")
        try await receive("0.4")
        _ = try await heard.line(containing: "0.4 LTC was seen")
        #expect(!heard.lines(.output).contains { $0.contains("0.3 LTC") || $0.contains("0.06 LTC") })
      }
    }
  }

  @Test func withoutADesktopTheConsoleIsEnough() async throws {
    // The cases are: no bus at the address, a bus without a notification server, and notifications turned off.
    let bus = try DesktopSession()
    for (address, more) in [("unix:path=/nonexistent", ""), (bus.address, ""), (bus.address, "notifications: off")] {
      if address == bus.address, more.isEmpty { try await bus.startBus() }
      try await Daemon.with(
        Configurations.mock(more: more), environment: ["DBUS_SESSION_BUS_ADDRESS": address]
      ) { daemon in
        let app = try Client(daemon.runtime)
        try await app.pair(with: daemon)
        let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
        try await daemon.owner("approve", order.text("order_id"))
        try await app.order(order.text("order_id"), is: "in_flight")
        // The log does not mention it.
        let words = daemon.process?.lines(.error) ?? []
        #expect(!words.contains { $0.lowercased().contains("dbus") || $0.lowercased().contains("notif") }, "\(words)")
      }
    }
    await bus.stop()
  }

  /// Waits as long as a person would need for reading, so that the click does not come too soon, and clicks.
  private func clickWhenRead(_ index: Int, of count: Int, on desktop: DesktopSession) async throws {
    _ = try await desktop.buttons(count)
    try await Task.sleep(for: .seconds(2))
    try await desktop.click(desktop.buttons(count)[index])
  }

  private func withDesktop(_ body: (DesktopSession, Daemon, Client) async throws -> Void) async throws {
    try await DesktopSession.with { desktop in
      try await Daemon.with(
        Configurations.mock(), environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address]
      ) { daemon in
        let app = try Client(daemon.runtime)
        try await app.pair(with: daemon)
        try await body(desktop, daemon, app)
      }
    }
  }
}
