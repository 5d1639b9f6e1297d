import Foundation
import JSON
import TestSupport
import Testing

/// A wallet that was put back to an older state, while the ledger lost nothing: it hands out all addresses again.
@Suite(.serialized) struct KnownAddressTests {
  /// Asks for addresses in messages of some, and returns those that came.
  private static func addresses(
    _ count: Int, from first: Int, _ code: String, _ app: Client, _ daemon: Daemon
  ) async throws -> [String] {
    var all: [String] = []
    try await RawApp.with(app, daemon) { raw in
      for start in stride(from: first, to: first + count, by: 16) {
        let calls = (start..<min(start + 16, first + count)).map { number in
          let digits = String(number)
          let request = "3f0e7a52-9a4f-4d39-9c1d-6f0f" + String(repeating: "0", count: 8 - digits.count) + digits
          return """
            {"jsonrpc":"2.0","id":\(number),"method":"new_address_for_currency","params":{"request_id":"\(request)","currency":"\(code)"}}
            """
        }
        // An app that asks for so many is told to slow down, and asks for the same again.
        all += try await eventually("\(calls.count) addresses", within: .seconds(60)) {
          let answers = try await raw.ask("[" + calls.joined(separator: ",") + "]").arrayValue ?? []
          let made = answers.compactMap { $0["result"]?["address"]?.text("address") }
          let refused = answers.compactMap { $0["error"]?["data"]?.text("reason") }
          #expect(refused.allSatisfy { $0 == "rate_limited" }, "\(refused)")
          return made.count == calls.count ? made : nil
        }
      }
    }
    return all
  }

  private static func play(_ network: any RestoreNetwork, _ code: String, known: Int) async throws {
    try await Daemon.with(network.configuration) { daemon in
      let app = try Client(daemon.runtime)
      try await app.pair(with: daemon, scopes: "receive,pay")
      try await daemon.owner("quota", "payport.payctl", "--unpaid-addresses", "5000")
      try await network.keepWallet()
      let before = try await addresses(known, from: 0, code, app, daemon)
      try await daemon.terminate()
      try await network.lose(.seedBefore)
      try await daemon.start()

      let began = ContinuousClock.now
      let first = try await addresses(1, from: 100_000, code, app, daemon)
      let after = try await addresses(40, from: 200_000, code, app, daemon)
      print(
        "restore: \(code)  \(known) known addresses passed within \((ContinuousClock.now - began).components.seconds) s"
      )
      #expect(Set(before + first + after).count == known + 41, "no address twice")
      let status = try await daemon.console("status").succeeded().result.output.joined(separator: " ")
      #expect(status.contains("again that this ledger has"), "\(status)")
      // What a program has written is known completely when it has ended.
      let process = try #require(daemon.process)
      try await daemon.terminate()
      let told = process.lines(.error).count { $0.contains("handed out addresses that this ledger has") }
      #expect(told == 1, "the owner is told once")
    }
  }

  /// With a number in `PAYPORT_KNOWN_ADDRESSES`, so many are known.
  private static let known = ProcessInfo.processInfo.environment["PAYPORT_KNOWN_ADDRESSES"].flatMap { Int($0) } ?? 150

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func litecoin() async throws {
    try await LitecoinRegtest.with { try await Self.play(LitecoinRestore($0), "LTC", known: Self.known) }
  }

  @Test(.enabled(if: MoneroRegtest.isInstalled, "Monero is not installed")) func monero() async throws {
    try await MoneroRegtest.with { network in
      try await MoneroRestore.with(network) { try await Self.play($0, "XMR", known: Self.known) }
    }
  }
}
