import PaymentURI
import PaymentsModel
import Testing

/// Tests Monero's form with the examples of its documentation.
@Suite struct MoneroURITests {
  private static let address =
    "46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em"
  private static let other =
    "888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H"

  @Test func theExamples() throws {
    let uri = try PaymentURI("monero:\(Self.address)?tx_amount=239.39014&tx_description=donation")
    #expect(uri.address == Self.address && uri.message == "donation" && uri.label == nil)
    #expect(try uri.amount == DecimalAmount("239.39014"))
    #expect(
      uriError("monero:\(Self.address);\(Self.other)?tx_amount=239.39014;132.44&tx_description=donations")
        == .multipleRecipients)
    #expect(
      uriError(
        "monero_wallet:467iotZU5tvG26k2xdZWkJ7gwATFVhfbuV3yDoWx5jHoPwxEi4f5BuJQwkP6GpCb1sZvUVB7nbSkgEuW8NKrh9KKRRga5qz"
          + "?spend_key=029c559cd7669f14e91fd835144916009f8697ab5ac5c7f7c06e1ff869c17b0b"
          + "&view_key=afaf646edbff3d3bcee8efd3383ffe5d20c947040f74e1110b70ca0fbb0ef90d") == .walletKeys)
  }

  @Test func severalRecipientsAreRefusedInEveryForm() {
    let start = "monero:" + Self.address
    #expect(uriError("\(start),\(Self.other)") == .multipleRecipients)
    #expect(uriError(start + "?tx_amount=1;2") == .multipleRecipients)
    #expect(uriError("monero:?output=\(Self.address);1;a&output=\(Self.other);2;b") == .duplicateParameter("output"))
    #expect(uriError("monero:?output=\(Self.address);1;a") == .multipleRecipients)
  }

  @Test func aSeparatePaymentIDIsRefused() {
    let id = String(repeating: "1234567890abcdef", count: 4)
    #expect(uriError("monero:\(Self.address)?tx_payment_id=\(id)") == .paymentID)
    #expect(uriError("monero:\(Self.address)?tx_payment_id=") == .paymentID)
  }

  @Test func parametersAreStrict() throws {
    let start = "monero:" + Self.address
    let uri = try PaymentURI(start + "?recipient_name=el00ruobuob%20Stagenet%20wallet&tx_amount=0.000000000001&x=1")
    #expect(uri.label == "el00ruobuob Stagenet wallet" && uri.amount?.coefficient == 1)
    #expect(uriError(start + "?tx_amount=0.0000000000001") == .tooManyDecimals(allowed: 12))
    #expect(uriError(start + "?tx_amount=1&tx_amount=1") == .duplicateParameter("tx_amount"))
    #expect(uriError(start + "?x=1&x=1") == .duplicateParameter("x"))
    #expect(uriError(start + "?TX_AMOUNT=1") == .malformedParameter("TX_AMOUNT"))
    #expect(uriError(start + "?tx_amount") == .malformedParameter("tx_amount"))
    #expect(uriError(start + "?tx_description=a=b") == .malformedParameter("tx_description"))
    #expect(try PaymentURI(start + "?tx_description=a%3Db%3D").message == "a=b=")
    #expect(uriError(start + "?req-x=1") == .requiredParameter("req-x"))
    #expect(uriError(start + "?req-%CC%81x=1") == .requiredParameter("req-%CC%81x"), "an accent hides nothing")
    #expect(uriError(start + "?tx_amount=1%3B%CC%812") == .multipleRecipients)
    // The parameter names of BIP 21 have no meaning here.
    #expect(try PaymentURI(start + "?amount=1&label=a").amount == nil)
    #expect(uriError("monero:donate.getmonero.org") == .malformedAddress)
    #expect(uriError("monero:?tx_amount=1") == .noAddress)
    #expect(try PaymentURI("Monero:" + Self.address).address == Self.address)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let uri = PaymentURI(
      scheme: .init(name: "monero"), address: Self.address, amount: try DecimalAmount("239.39014"), label: "A B",
      message: "tea & cake")
    #expect(
      uri.text
        == "monero:\(Self.address)?tx_amount=239.39014&recipient_name=A%20B&tx_description=tea%20%26%20cake")
    #expect(try PaymentURI(uri.text) == uri)
    #expect(uri.codeText == uri.text)
  }
}
