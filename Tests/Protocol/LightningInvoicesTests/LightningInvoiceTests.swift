import Cryptography
import LightningInvoices
import PaymentsModel
import TestSupport
import Testing

/// What is read, and what is refused, apart from the examples of the specification.
@Suite struct LightningInvoiceTests {
  private static let hash = [UInt8](repeating: 0xAB, count: 32)

  private func signed(_ change: (inout SignedInvoice) -> Void = { _ in }) throws -> String {
    var invoice = SignedInvoice(paymentHash: Self.hash, description: "tea")
    change(&invoice)
    return try invoice.text()
  }

  private func read(_ change: (inout SignedInvoice) -> Void = { _ in }) throws -> LightningInvoice {
    try LightningInvoice(signed(change))
  }

  private func refusal(_ change: (inout SignedInvoice) -> Void) throws -> LightningInvoiceError? {
    try invoiceError(signed(change))
  }

  @Test(
    arguments: [
      ("", nil), ("1", 100_000_000_000), ("1m", 100_000_000), ("1u", 100_000), ("1n", 100), ("10p", 1),
      ("20000000000000000p", 2_000_000_000_000_000), ("184467440", 18_446_744_000_000_000_000),
    ] as [(String, UInt64?)])
  func amountsAreExact(_ text: String, _ wanted: UInt64?) throws {
    #expect(try read { $0.amount = text }.millisatoshis == wanted)
  }

  @Test(arguments: [
    "0", "0m", "01m", "m", "1x", "1mm", "1p", "15p", "1m1", "1.5m", "-1m", "184467441", "18446744073709551616p",
    "99999999999999999999999999", "1\u{7E}",
  ]) func otherAmountsAreRefused(_ text: String) throws {
    let error = try refusal { $0.amount = text }
    // What begins with a letter belongs to the chain: `bcrtm`.
    #expect(
      text == "m" ? error == nil : [.badAmount, .malformed].contains(error), "\(text): \(String(describing: error))")
  }

  @Test func theChainIsWhatStandsBeforeTheAmount() throws {
    for chain in ["bc", "tb", "tbs", "bcrt", "ltc", "tltc", "rltc"] {
      let invoice = try read {
        $0.prefix = chain
        $0.amount = "25m"
      }
      #expect(invoice.prefix == chain && invoice.millisatoshis == 2_500_000_000)
    }
    #expect(try refusal { $0.prefix = "" } == .malformed)
    #expect(try refusal { $0.prefix = String(repeating: "b", count: 81) } == nil)
    #expect(try refusal { $0.prefix = String(repeating: "b", count: 82) } == .malformed)
    #expect(try refusal { $0.prefix = "b-c" } == .badAmount)
  }

  @Test func timesAreKeptWithinFourDigitYears() throws {
    let invoice = try read { $0.fields.append(.init("x", number: 60)) }
    #expect(
      invoice.createdAt == Timestamp("2017-06-01T10:57:38Z")
        && invoice.expiresAt.since(invoice.createdAt) == .seconds(60))
    #expect(try read().expiresAt.since(read().createdAt) == .seconds(3600))
    #expect(try read { $0.fields.append(.init("x", number: .max)) }.expiresAt == .maximum)
    #expect(try read { $0.fields.append(.init("x", words: .init(repeating: 31, count: 1023))) }.expiresAt == .maximum)
    // Its lowest 64 bits are zero.
    let round = [1] + [UInt8](repeating: 0, count: 13)
    #expect(try read { $0.fields.append(.init("x", words: round)) }.expiresAt == .maximum)
    #expect(try read { $0.createdAt = 1 << 35 - 1 }.createdAt.milliseconds == (1 << 35 - 1) * 1000)
    #expect(try read { $0.fields.append(.init("c", number: .max)) }.minFinalCLTVExpiry == Int(Int32.max))
    #expect(try read { $0.fields.append(.init("c", number: 9)) }.minFinalCLTVExpiry == 9)
    for letter: Unicode.Scalar in ["x", "c", "9"] {
      #expect(try refusal { $0.fields.append(.init(letter, words: [0, 1])) } == .leadingZeros)
    }
  }

  @Test func fieldsMayStandInAnyOrderAndTheFirstOneCounts() throws {
    let plain = try read()
    let turned = try read { $0.fields.reverse() }
    #expect(turned.paymentHash == plain.paymentHash && turned.description == "tea" && turned.payee == plain.payee)
    let twice = try read {
      $0.fields += [
        .init("d", bytes: Array("coffee".utf8)), .init("s", bytes: .init(repeating: 7, count: 32)),
        .init("x", number: 1), .init("x", number: 2), .init("c", number: 3), .init("c", number: 4),
      ]
    }
    #expect(twice.description == "tea" && twice.paymentSecret == plain.paymentSecret)
    #expect(twice.expiresAt.since(twice.createdAt) == .seconds(1) && twice.minFinalCLTVExpiry == 3)
    // Electrum takes the last hash, others the first one.
    #expect(
      try refusal { $0.fields.append(.init("p", bytes: .init(repeating: 1, count: 32))) } == .duplicatePaymentHash)
  }

  @Test func whatIsMissingIsNamed() throws {
    #expect(try refusal { $0.fields.removeAll { $0.letter == "p" } } == .missingPaymentHash)
    #expect(try refusal { $0.fields.removeAll { $0.letter == "s" } } == .noPaymentSecret)
    #expect(try refusal { $0.fields.removeAll { $0.letter == "d" } } == .noDescription)
    #expect(try refusal { $0.fields.append(.init("h", bytes: Self.hash)) } == .twoDescriptions)
    // A field of another length is none.
    for (letter, error) in [("p", .missingPaymentHash), ("s", .noPaymentSecret)]
      as [(Unicode.Scalar, LightningInvoiceError)]
    {
      let found = try refusal { invoice in
        for place in invoice.fields.indices where invoice.fields[place].letter == letter {
          invoice.fields[place].words.append(0)
        }
      }
      #expect(found == error)
    }
    #expect(try refusal { $0.fields = [] } == .missingPaymentHash)
  }

  @Test func descriptionsAreUTF8AndKeptWhole() throws {
    for text in ["", "🍵", "\u{1B}[2J\u{202E}\0", "e\u{301}", String(repeating: "x", count: 600)] {
      let invoice = try read { $0.fields[2] = .init("d", bytes: Array(text.utf8)) }
      #expect(invoice.description.map { Array($0.utf8) } == Array(text.utf8))
    }
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80]] {
      #expect(try refusal { $0.fields[2] = .init("d", bytes: bytes) } == .malformedDescription)
    }
    let hashed = try read { $0.fields[2] = .init("h", bytes: Self.hash) }
    #expect(hashed.description == nil && hashed.descriptionHash == Self.hash.hexadecimal)
  }

  @Test func whatIsRequiredHasToBeKnown() throws {
    for bit in [8, 14, 16, 24, 36, 48] + [1, 9, 15, 17, 55, 63] {
      #expect(try read { $0.fields.append(.init("9", number: 1 << UInt64(bit))) }.description == "tea", "\(bit)")
    }
    for bit in [2, 10, 30, 54, 62] {
      #expect(try refusal { $0.fields.append(.init("9", number: 1 << UInt64(bit))) } == .unknownRequiredFeature(bit))
    }
    let far = [8] + [UInt8](repeating: 0, count: 1022)
    #expect(try refusal { $0.fields.append(.init("9", words: far)) } == nil)
    #expect(try refusal { $0.fields.append(.init("9", words: [4] + far.dropFirst())) } == .unknownRequiredFeature(5112))
  }

  @Test func theNodeThatIsNamedHasToHaveSigned() throws {
    let key = try #require([UInt8](hexadecimal: SignedInvoice(paymentHash: Self.hash).payee()))
    #expect(try read { $0.fields.append(.init("n", bytes: key)) }.payee == key.hexadecimal)
    let other = try Secp256k1Signer(key: Self.hash).publicKey()
    #expect(try refusal { $0.fields.append(.init("n", bytes: other)) } == .badSignature)
    #expect(try refusal { $0.fields.append(.init("n", bytes: [2] + .init(repeating: 0, count: 32))) } == .badSignature)
    // Without the name, the higher s leads to the same key; with it, it is refused.
    #expect(try read { $0.hasHighS = true }.payee == key.hexadecimal)
    let high = try refusal {
      $0.fields.append(.init("n", bytes: key))
      $0.hasHighS = true
    }
    #expect(high == .badSignature)
    #expect(try read { $0.key = Self.hash }.payee == other.hexadecimal)
  }

  @Test func fallbacksAreReadAsFarAsTheyAreKnown() throws {
    func fallback(_ version: UInt8, _ count: Int) -> SignedInvoice.Field {
      .init("f", words: [version] + Bech32Writer.words(of: .init(repeating: 0xCD, count: count)))
    }
    let known = [(17, 20), (18, 20), (0, 20), (0, 32), (1, 32), (16, 2)]
    let unknown = [(17, 19), (18, 32), (0, 21), (1, 1), (16, 41), (19, 20), (31, 20)]
    let invoice = try read {
      $0.fields += (unknown + known + unknown).map { fallback(UInt8($0.0), $0.1) } + [.init("f", words: [])]
    }
    #expect(invoice.fallbacks.map(\.version) == known.map(\.0))
    #expect(invoice.fallbacks.map { $0.program.utf8.count / 2 } == known.map(\.1))
    #expect(invoice.fallbacks.allSatisfy { $0.program.utf8.starts(with: "cdcd".utf8) })
    #expect(!invoice.hasRouteHints)
    #expect(try read { $0.fields.append(.init("r", bytes: .init(repeating: 2, count: 51))) }.hasRouteHints)
    #expect(try !read { $0.fields.append(.init("r", bytes: .init(repeating: 2, count: 50))) }.hasRouteHints)
  }

  @Test func theTextHasALimitAndOneCase() throws {
    let text = try signed()
    func filled(_ count: Int) throws -> String {
      // Fields of a type that nobody knows.
      try signed { invoice in
        var rest = count
        while rest > 0 {
          let words = min(rest - 3, 1023)
          invoice.fields.append(.init("2", words: .init(repeating: 0, count: words)))
          rest -= words + 3
        }
      }
    }
    let most = LightningInvoice.maximumLength - text.utf8.count
    #expect(try filled(most).utf8.count == LightningInvoice.maximumLength)
    #expect(try invoiceError(filled(most)) == nil && invoiceError(filled(most + 1)) == .tooLong)
    #expect(invoiceError(String(repeating: "l", count: 1 << 20)) == .tooLong)
    #expect(invoiceError("Lightning:" + text) == nil)
    #expect(invoiceError("lightning://" + text) == .malformed && invoiceError(" " + text) == .malformed)
    #expect(invoiceError(text.prefix(60).uppercased() + text.dropFirst(60)) == .mixedCase)
    #expect(invoiceError(String(text.dropLast())) == .badChecksum)
    #expect(
      invoiceError(text + "é") == .malformed && invoiceError("") == .malformed && invoiceError("lnbc1") == .tooShort)
  }

  @Test func theLaterBech32IsNotRead() throws {
    let words = [UInt8](repeating: 0, count: 120)
    #expect(invoiceError(Bech32Writer.text("lnbc", words)) == .missingPaymentHash)
    #expect(invoiceError(Bech32Writer.text("lnbc", words, constant: 0x2BC8_30A3)) == .badChecksum)
    #expect(invoiceError(Bech32Writer.text("ltc", words)) == .malformed)
    #expect(invoiceError(Bech32Writer.text("lnbc", .init(repeating: 0, count: 110))) == .tooShort)
    // A field that is longer than what is left.
    #expect(
      try refusal {
        $0.fields.append(.init("2", words: [])); $0.fields.append(.init("p", words: []))
      } == nil)
    #expect(invoiceError(Bech32Writer.text("lnbc", .init(repeating: 0, count: 7) + [1, 31, 31] + words)) == .malformed)
  }

  @Test func whatLooksLikeOne() throws {
    for text in ["lnbc1", "LNBC25M1PVJ", "lnltc20m1", "lightning:lnbcrt1", "Lightning:LNBC1", "lntb500u1p"] {
      #expect(LightningInvoice.looksLikeOne(text), "\(text)")
      // One that was mixed on the way is told as that, and not as an address.
      #expect(LightningInvoice.looksLikeOne("LnBc1" + text + String(repeating: "q", count: 90)))
    }
    for text in [
      "", "ln", "lnbc", "lno1qgsq", "lni1qq", "lnurl1dp68gurn8ghj7", "LNURL1DP68", "lightning:lnurl1dp68",
      "bitcoin:lnbc1",
      "lightning:", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "LNbcD3wKgR7mQ2ULVD5mZUQbG6sLk4ab9S", "ln-bc1",
      "lnéé1",
    ] {
      #expect(!LightningInvoice.looksLikeOne(text), "\(text)")
    }
  }

  @Test func logsSayNothingOfIt() throws {
    let invoice = try read { $0.amount = "2500u" }
    var dumped = ""
    dump(invoice, to: &dumped)
    for text in ["\(invoice)", String(reflecting: invoice), dumped, "\([invoice])"] {
      #expect(text.contains("bcrt, redacted") && !text.contains("tea") && !text.contains("250"), "\(text)")
    }
  }
}
