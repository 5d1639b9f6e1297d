import JSON
import LightningInvoices
import TestSupport
import Testing

/// Electrum has written a reader and a writer of its own: they say the same of hundreds of random invoices.
@Suite(.enabled(if: ElectrumRegtest.isProgramInstalled, "SKIPPED: install the Debian package electrum"))
struct ElectrumInvoiceTests {
  private func electrum(_ arguments: [String], input: String = "") async throws -> [JSONValue] {
    let script = ForeignConsumer.packageRoot + "/Tests/Foreign/electrum_invoices.py"
    let result = try await ChildProcess.run(
      "/usr/bin/python3", ["-B", "-W", "ignore", script] + arguments, input: input, within: .seconds(120))
    try #require(result.exit == .code(0), "\(result.error.suffix(5))")
    return try result.output.map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test func whatElectrumWritesSaysTheSame() async throws {
    let written = try await electrum(["make", "300", "1109"])
    #expect(written.count == 300)
    for wanted in written {
      try expect(LightningInvoice(#require(wanted["text"]?.stringValue)), says: wanted)
    }
  }

  @Test func electrumReadsTheSameInOurs() async throws {
    var dice = SeededRandom(434)
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(dice.below(255)) } }
    let texts = try (0..<300).map { _ in
      var invoice = SignedInvoice(
        prefix: dice.pick(["bc", "tb", "tbs", "bcrt"]) ?? "bc", key: bytes(32),
        millisatoshis: dice.percent(30) ? nil : UInt64(1 + dice.below(1 << dice.below(50))), paymentHash: bytes(32),
        paymentSecret: bytes(32),
        description: String(repeating: dice.pick(["é", "🍵 ", "a"]) ?? "", count: dice.below(60)),
        expiry: dice.percent(50) ? nil : UInt64(1 + dice.below(1 << 30)), createdAt: UInt64(1 + dice.below(1 << 34)))
      if dice.percent(30) { invoice.fields.append(.init("c", number: UInt64(1 + dice.below(4000)))) }
      if dice.percent(30) { invoice.fields.append(.init("m", bytes: bytes(dice.below(200)))) }
      if dice.percent(30) { invoice.fields.append(.init("f", words: [17] + Bech32Writer.words(of: bytes(20)))) }
      if dice.percent(30) { invoice.fields.append(.init("r", bytes: bytes(51))) }
      if dice.percent(30) { invoice.hasHighS = true }
      invoice.fields.shuffle(using: &dice)
      return try invoice.text()
    }
    let read = try await electrum(["read"], input: texts.map { $0 + "\n" }.joined())
    #expect(read.count == texts.count)
    for (text, wanted) in zip(texts, read) { try expect(LightningInvoice(text), says: wanted) }
  }
}
