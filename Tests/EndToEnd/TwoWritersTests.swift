import Foundation
import JSON
import MockWallet
import TestSupport
import Testing

/// Two payd that pay with copies of one ledger, as after the database was split or a folder was copied. The wallet is the
/// only thing that they share: each writes its mark there and then looks for others, before it hands a payment over.
@Suite(.serialized, .ledgerInFile("two copies of a database are two servers")) struct TwoWritersTests {
  /// What a payd has done about the payment: it has handed it over, or holds it back for the owner.
  private enum Decision {
    case handedOver, heldBack
  }

  private static func decision(_ daemon: Daemon) async throws -> Decision? {
    let payments = try await daemon.owner("payments")["orders"]?.arrayValue ?? []
    if payments.contains(where: { ["in_flight", "succeeded"].contains($0.text("state")) }) { return .handedOver }
    // The one that starts later finds the other's transaction in the wallet's list; others find its mark.
    let waits = try await daemon.owner("sends")["orders"]?.arrayValue?.isEmpty == false
    let isMarked = daemon.process?.lines(.error).contains { $0.contains("a payment is held back") } == true
    return waits || isMarked ? .heldBack : nil
  }

  @Test(arguments: [true, false]) func aPaymentIsHandedOverByOneAtMost(_ atOnce: Bool) async throws {
    let network = try ScratchFolder()
    try await withPairedApp(Configurations.mock(network: network)) { first, app in
      let stranger = MockAddress.example(currency: "LTC")
      let order = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
      try await first.mock("status", "LTC", "locked")
      try await first.owner("approve", order)
      try await first.terminate()
      let second = try Daemon(Configurations.mock(network: network))
      try? FileManager.default.removeItem(atPath: second.state)
      try FileManager.default.copyItem(atPath: first.state, toPath: second.state)
      // The wallet is unlocked again when it is opened anew.
      if atOnce {
        async let one = first.start()
        async let other = second.start()
        _ = try await (one, other)
      } else {
        try await first.start()
        _ = try await eventually("the first has decided") { try await Self.decision(first) }
        try await second.start()
      }
      var decisions: [Decision] = []
      for daemon in [first, second] {
        decisions.append(try await eventually("each has decided") { try await Self.decision(daemon) })
      }
      let handedOver = try await first.broadcasts("LTC").count
      #expect(handedOver <= 1, "nobody is paid twice")
      // One that finds its coins spent by the other's transaction, which makes the payment, counts that as its own.
      #expect(decisions.contains(.handedOver) == (handedOver == 1))
      #expect(atOnce || decisions == [.handedOver, .heldBack], "who comes first pays")
      try await second.terminate()
    }
  }
}
