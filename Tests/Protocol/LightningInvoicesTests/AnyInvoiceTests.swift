import Cryptography
import LightningInvoices
import TestSupport
import Testing

/// Any text at all, and whatever a node can sign: it is read or refused, and what is read is whole.
@Suite struct AnyInvoiceTests {
  @Test func whateverATextIsNothingEnds() throws {
    var dice = SeededRandom(11)
    let texts = try InvoiceExamples().texts()
    let scalars = Array("q1lnbcLNBC0 9:\u{0}\u{7F}\u{80}é🍵\u{301}".unicodeScalars)
    for _ in 0..<2_000 {
      var text = Array((dice.pick(texts) ?? "").unicodeScalars)
      for _ in 0...dice.below(4) {
        guard !text.isEmpty else { break }
        let place = dice.below(text.count)
        switch dice.below(4) {
        case 0: text[place] = dice.pick(scalars) ?? "q"
        case 1: text.removeSubrange(place..<min(text.count, place + 1 + dice.below(9)))
        case 2:
          text.insert(contentsOf: text[place..<min(text.count, place + 1 + dice.below(9))], at: dice.below(text.count))
        default: text.removeLast(dice.below(text.count))
        }
      }
      var changed = String.UnicodeScalarView()
      changed.append(contentsOf: text)
      let string = String(changed)
      _ = LightningInvoice.looksLikeOne(string)
      // A change of a few letters is always found, unless it was none.
      if (try? LightningInvoice(string)) != nil { #expect(texts.contains(string)) }
    }
  }

  /// Words with a right checksum, so that the reader comes to the fields, and often to the signature.
  @Test func whateverTheWordsAreNothingEnds() throws {
    var dice = SeededRandom(173)
    let letters = Bech32Writer.words(of: .init(repeating: UInt8(ascii: "a"), count: 64))
    var read = 0
    var errors: Set<LightningInvoiceError> = []
    for _ in 0..<4_000 {
      var words = (0..<7 + dice.below(3)).map { _ in UInt8(dice.below(32)) }
      // What most invoices have is there more often.
      let shares: [(Unicode.Scalar, Int)] = [
        ("p", 90), ("s", 90), ("d", 80), ("h", 20), ("9", 10), ("x", 30), ("f", 30), ("r", 30), ("n", 10), ("q", 30),
      ]
      for (letter, share) in shares where dice.percent(share) {
        let count = dice.percent(80) ? 52 : dice.below(100)
        words += [Bech32Writer.word(of: letter), UInt8(count >> 5), UInt8(count & 31)]
        words += letter == "d" ? letters.prefix(count) : (0..<count).map { _ in UInt8(dice.below(32)) }[...]
      }
      words += (0..<104).map { _ in UInt8(dice.below(32)) }
      // The last byte says which key it is, and there are four.
      if dice.percent(95) { words.replaceSubrange((words.count - 2)..., with: [0, UInt8(dice.below(4))]) }
      let text = Bech32Writer.text("ln" + (dice.pick(["bc", "rltc", "bc25m", "bc1", ""]) ?? ""), words)
      do {
        let invoice = try LightningInvoice(text)
        read += 1
        try #require(invoice.text == text && invoice.paymentHash.utf8.count == 64 && invoice.payee.utf8.count == 66)
      } catch let error as LightningInvoiceError {
        errors.insert(error)
      }
    }
    #expect(read > 50, "too few were read for this to say much: \(read)")
    #expect(errors.count > 8, "\(errors)")
  }

  /// What a node signs is read as it was written, or refused.
  @Test func whateverIsSignedIsReadAsItWasWritten() throws {
    var dice = SeededRandom(2026)
    var read = 0
    for _ in 0..<400 {
      let hash = (0..<32).map { _ in UInt8(dice.below(256)) }
      var written = SignedInvoice(
        prefix: dice.pick(["bc", "tbs", "rltc"]) ?? "bc", key: (0..<32).map { _ in UInt8(dice.below(255)) },
        millisatoshis: dice.percent(30) ? nil : UInt64(1 + dice.below(1 << dice.below(60))), paymentHash: hash,
        description: String(repeating: dice.pick(["é", "🍵", "a"]) ?? "", count: dice.below(40)),
        expiry: dice.percent(50) ? nil : UInt64(1 + dice.below(1 << dice.below(60))),
        createdAt: UInt64(dice.below(1 << 35)))
      for _ in 0..<dice.below(3) {
        let letter = dice.pick(Array("rf9xcmnhq2".unicodeScalars)) ?? "q"
        let words = (0..<dice.below(dice.percent(90) ? 120 : 1024)).map { _ in UInt8(dice.below(32)) }
        written.fields.insert(.init(letter, words: words), at: dice.below(written.fields.count + 1))
      }
      guard let invoice = try? LightningInvoice(written.text()) else { continue }
      read += 1
      #expect(try invoice.payee == written.payee() && invoice.paymentHash == hash.hexadecimal)
      #expect(SignedInvoice.amount(invoice.millisatoshis ?? 0) == written.amount || invoice.millisatoshis == nil)
      #expect((invoice.millisatoshis == nil) == written.amount.isEmpty && invoice.prefix == written.prefix)
      #expect(invoice.expiresAt >= invoice.createdAt && invoice.minFinalCLTVExpiry <= Int32.max)
      #expect(try LightningInvoice(invoice.text.uppercased()) == invoice)
    }
    #expect(read > 200, "too few were read for this to say much: \(read)")
  }
}
