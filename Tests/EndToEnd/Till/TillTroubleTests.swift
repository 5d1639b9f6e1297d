import JSON
import Platform
import TestSupport
import Testing

/// Customers who go, and a chat that refuses messages: the owner learns it, and the others are served.
@Suite struct TillTroubleTests {
  @Test func customersWhoGoKeepNobodyWaiting() async throws {
    guard let python = await ForeignConsumer.python() else { return print(ForeignConsumer.howToGetPython) }
    try await TillScene.withPhone(TillTests.mock, provider: "shop", sells: "LTC", python: python) { scene, till, bob in
      let apps = bob.apps
      /// What the shop has said to another contact, whose phone is not simulated.
      func said(_ number: Int) async throws -> [String] {
        let shown = try await apps.operate(["op": "screen", "side": 0, "chat": .string("@\(number)")])
        return (shown.arrayValue ?? []).filter { $0["mine"]?.boolValue == true }.compactMap { $0["text"]?.stringValue }
      }
      func says(_ number: Int, _ text: String) async throws {
        try await apps.operate(["op": "says", "side": 0, "chat": .string("@\(number)"), "text": .string(text)])
      }
      for (number, name) in [(8, "carla"), (9, "dora")] {
        try await apps.operate(
          ["op": "contact", "side": 0, "number": .integer(number), "name": .string(name), "tell": "contactConnected"])
      }
      try await says(8, "/coffee")
      _ = try await eventually("a basket") { try await said(8).first { $0.hasPrefix("Your basket") } }

      // SimpleX Chat takes no message for carla. The owner is told once, and bob buys meanwhile.
      try await apps.operate(["op": "refuse_contact", "side": 0, "number": 8, "tag": "contactDisabled"])
      try await says(8, "/pay_ltc")
      _ = try await till.line(containing: "Messages to carla do not arrive: this contact does not take messages")
      try await bob.say("/menu")
      try await bob.say("/coffee")
      try await bob.say("/pay_ltc")
      let address = try await bob.address(1)
      try await scene.daemon.mock("receive", address, "0.2")
      try await bob.reads("Purchase 1: payment seen")

      // When it is taken again, what was to be said is said, and each message once.
      try await apps.operate(["op": "refuse", "side": 0, "place": "@8"])
      _ = try await eventually("the purchase", within: .seconds(60)) {
        try await said(8).first { $0.hasPrefix("Purchase 1: waiting for your payment") }
      }
      _ = try await eventually("the code") { try await said(8).count == 4 ? true : nil }

      // Dora deletes the contact, with a purchase that is paid after that.
      try await says(9, "/coffee")
      try await says(9, "/pay_ltc")
      let screen = try await eventually("an address") {
        try await said(9).first { $0.hasPrefix("Purchase 1: waiting for your payment") }
      }
      let lines = screen.split(separator: "\n")
      #expect(lines.count > 3)
      try await apps.operate(["op": "leave", "side": 0, "kind": "contactDeletedByContact", "number": 9])
      _ = try await till.line(containing: "dora has ended the conversation.")
      try await scene.daemon.mock("receive", String(lines[3]), "0.2")
      try await scene.daemon.mock("mine", "6")
      try await bob.reads("Purchase 1: paid and confirmed")
      // Till and owner know that dora has paid.
      _ = try await eventually("dora's purchase") {
        try await scene.till("--status").succeeded().result.output.contains {
          $0.contains("dora") && $0.contains("paid and confirmed")
        } ? true : nil
      }
      try await bob.say("/receipt_1")
      _ = try await eventually("the receipt") { try await bob.file("receipt-1.txt") }

      // A message that its reader never gets is told too.
      let menu = try #require(try await bob.bubbles().last { !$0.isMine })
      #expect(menu.file == "receipt-1.txt")
      let shown = try await apps.operate(["op": "screen", "side": 0, "chat": "@4"])
      let number = shown.arrayValue?.last?["number"] ?? .null
      try await apps.operate(["op": "status", "side": 0, "chat": "@4", "number": number, "type": "sndErrorAuth"])
      _ = try await till.line(containing: "Messages to bob do not arrive: the other side has deleted the conversation.")
    }
  }
}
