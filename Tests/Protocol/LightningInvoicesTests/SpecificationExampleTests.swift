import Cryptography
import JSON
import LightningInvoices
import TestSupport
import Testing

/// The examples of BOLT 11, valid and invalid.
@Suite struct SpecificationExampleTests {
  private let examples: InvoiceExamples

  init() throws { examples = try InvoiceExamples() }

  @Test func theValidOnesSayWhatTheSpecificationSays() throws {
    #expect(examples.valid.count == 16)
    for example in examples.valid {
      let text = try #require(example["text"]?.stringValue)
      for written in [text, text.uppercased(), "lightning:" + text, "LIGHTNING:" + text.uppercased()] {
        try expect(LightningInvoice(written), says: example)
        #expect(LightningInvoice.looksLikeOne(written))
      }
    }
  }

  @Test func theInvalidOnesAreRefused() throws {
    let errors: [String: LightningInvoiceError] = [
      "badAmount": .badAmount, "badChecksum": .badChecksum, "badSignature": .badSignature, "malformed": .malformed,
      "mixedCase": .mixedCase, "noPaymentSecret": .noPaymentSecret, "tooShort": .tooShort,
      "unknownRequiredFeature(100)": .unknownRequiredFeature(100),
    ]
    #expect(examples.invalid.count == 10)
    for example in examples.invalid {
      let text = try #require(example["text"]?.stringValue)
      let wanted = try #require(errors[example["error"]?.stringValue ?? ""])
      #expect(invoiceError(text) == wanted, "\(example)")
    }
  }

  /// The checksum finds each wrong letter, and each letter that is missing or doubled.
  @Test func eachWrongLetterIsFound() throws {
    let text = try examples.texts()[1]
    let letters = Array(text.utf8)
    for place in letters.indices {
      var other = letters
      other[place] = other[place] == UInt8(ascii: "q") ? UInt8(ascii: "p") : UInt8(ascii: "q")
      #expect(invoiceError(String(decoding: other, as: UTF8.self)) != nil, "\(place)")
      other = letters
      other.remove(at: place)
      #expect(invoiceError(String(decoding: other, as: UTF8.self)) != nil, "\(place)")
    }
  }

  /// What tests write is, letter by letter, what the specification has, signatures too.
  @Test func theWriterOfTestsWritesTheExamples() throws {
    #expect(SignedInvoice.exampleKey.hexadecimal == examples.privateKey)
    let hash = try #require([UInt8](hexadecimal: "0001020304050607080900010203040506070809000102030405060708090102"))
    var written = [
      SignedInvoice(prefix: "bc", paymentHash: hash, description: "Please consider supporting this project"),
      SignedInvoice(
        prefix: "bc", millisatoshis: 250_000_000, paymentHash: hash, description: "1 cup coffee", expiry: 60),
      SignedInvoice(
        prefix: "bc", millisatoshis: 250_000_000, paymentHash: hash, description: "ナンセンス 1杯", expiry: 60),
    ]
    #expect(try written.map { try $0.text() } == Array(examples.texts().prefix(3)))
    written[0].hasHighS = true
    // The example keeps the id of the other s, which leads to the key of nobody; ours leads to the same key.
    #expect(try LightningInvoice(written[0].text()).payee == written[0].payee())
  }
}
