import PaymentURI
import PaymentsModel
import TestSupport
import Testing

/// Texts that nobody wrote: whatever comes, what is read means the same once it is written and read again.
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
      // Half of them begin well.
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
}
