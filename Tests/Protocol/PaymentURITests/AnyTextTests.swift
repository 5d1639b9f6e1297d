import PaymentURI
import PaymentsModel
import TestSupport
import Testing

/// Tests random texts: if a text is accepted, writing and reading it again gives the same meaning.
@Suite struct AnyTextTests {
  private static let pieces = [
    "bitcoin:", "LITECOIN:", "monero:", "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
    "bc1qufgy354j3kmvuch987xe4s40836x3h0lg8f5n2",
    "BC1QUFGY354J3KMVUCH987XE4S40836X3H0LG8F5N2", "?", "&", "=", "amount", "tx_amount", "label", "message", "req-",
    "bc",
    "lightning", "time", "exp", "1700000000", "0.5", "12", ".", "%", "%20", "%C3%A9", "%E2%80%AE", "é", "#", "/", ":",
    ";",
    "recipient_name", "tx_description", "Luke-Jr", "pop",
  ]

  @Test func whatIsReadMeansTheSameWhenWritten() throws {
    var generator = SeededRandom(321)
    var read = 0
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...9, using: &generator)
      // Half of the texts begin like a valid URI.
      var text =
        Bool.random(using: &generator) ? Self.pieces[0] + Self.pieces[3] + "?" : Self.pieces[2] + Self.pieces[3] + "?"
      if Bool.random(using: &generator) { text = "" }
      for _ in 0..<count { text += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)] }
      guard let uri = try? PaymentURI(text) else { continue }
      read += 1
      for written in [uri.text, uri.codeText] {
        let again = try PaymentURI(written)
        try #require(
          again.scheme == uri.scheme && again.address == uri.address && again.amount == uri.amount
            && again.label == uri.label && again.message == uri.message, "\(text)")
        try #require(again.text == uri.text, "\(text)")
      }
    }
    #expect(read > 500, "too few were URIs for this to say much: \(read)")
  }

  /// Any name and purpose written by a payee can be read again, byte for byte.
  @Test func whatWeWriteWeRead() throws {
    let signs = Array("=;&?%#+,:/ \"'abcABC019\u{301}\u{FE0F}\u{200D}\u{E0100}é日🙂\n\u{0}\u{202E}".unicodeScalars)
    var generator = SeededRandom(524)
    func text() -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        text.append(signs.randomElement(using: &generator) ?? "a")
      }
      return String(text)
    }
    for round in 0..<12_000 {
      let scheme = PaymentURIScheme(name: ["monero", "bitcoin", "litecoin"][round % 3])
      let label = round % 5 == 0 ? nil : text()
      let message = round % 7 == 0 ? nil : text()
      let amount = round % 2 == 0 ? try DecimalAmount("0.5") : nil
      let uri = PaymentURI(scheme: scheme, address: Self.pieces[3], amount: amount, label: label, message: message)
      let again = try PaymentURI(uri.text)
      try #require(again.scheme == scheme && again.amount == amount, "\(uri.text)")
      try #require(again.label.map { Array($0.utf8) } == label.map { Array($0.utf8) }, "\(uri.text)")
      try #require(again.message.map { Array($0.utf8) } == message.map { Array($0.utf8) }, "\(uri.text)")
    }
  }
}
