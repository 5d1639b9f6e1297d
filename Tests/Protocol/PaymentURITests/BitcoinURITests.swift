import PaymentURI
import PaymentsModel
import Testing

/// Tests with the examples of BIP 21 and BIP 321, and with the cases between them.
@Suite struct BitcoinURITests {
  private static let address = "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W"
  private static let v0 = "bc1qufgy354j3kmvuch987xe4s40836x3h0lg8f5n2"
  private static let v1 = "bc1p5swkugezn97763tl0yty6556856uug0q6jflljvep9m4p7339x5qzyrh4g"

  @Test func theExamplesWithAnAddress() throws {
    let start = "bitcoin:" + Self.address
    #expect(try PaymentURI(start) == PaymentURI(scheme: .init(name: "bitcoin"), address: Self.address))
    #expect(try PaymentURI(start + "?label=Luke-Jr").label == "Luke-Jr")
    let asked = try PaymentURI(start + "?amount=20.3&label=Luke-Jr")
    #expect(try asked.amount == DecimalAmount("20.3") && asked.label == "Luke-Jr" && asked.message == nil)
    let donation = try PaymentURI(start + "?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz")
    #expect(try donation.amount == DecimalAmount("50"))
    #expect(donation.message == "Donation for project xyz")
    #expect(try PaymentURI(start + "?amount=50.00").amount == DecimalAmount("50"))
    for rest in [
      "?lightning=lnbc420bogusinvoice", "?sp=sp1qsilentpayment",
      "?somethingyoudontunderstand=50&somethingelseyoudontget=999", "?pop=initiatingapp%3a",
      "?lightning=lnbc420bogusinvoice&pop=app%3a%3f", "?pop=https%3aiwantyouripaddress.com",
    ] {
      let uri = try PaymentURI(start + rest)
      #expect(uri.address == Self.address && uri.amount == nil && uri.label == nil && uri.message == nil, "\(rest)")
    }
  }

  @Test func theExamplesWithAddressesInParameters() throws {
    let uri = try PaymentURI("bitcoin:?bc=\(Self.v0)&bc=\(Self.v1)")
    #expect(uri.address == Self.v0 && uri.address(on: "mainnet") == Self.v0)
    let capitals = "\(Self.v0.uppercased())&BC=\(Self.v1.uppercased())"
    #expect(try PaymentURI("BITCOIN:?BC=" + capitals).address == Self.v0)
    let both = try PaymentURI("BITCOIN:\(Self.v0.uppercased())?BC=\(Self.v1.uppercased())")
    #expect(both.address == Self.v0 && both.address(on: "testnet") == Self.v0)
    let testnet = "tb1qghfhmd4zh7ncpmxl3qzhmq566jk8ckq4gafnmg"
    #expect(try PaymentURI("bitcoin:?tb=" + testnet).address == testnet)
    let either = try PaymentURI("bitcoin:?bc=\(Self.v0)&tb=\(testnet)")
    #expect(either.address(on: "testnet") == testnet && either.address(on: "regtest") == Self.v0)
    #expect(uriError("bitcoin:?bc=" + testnet) == .addressOfOtherNetwork(parameter: "bc"))
    // This is also refused if there is a usable address, because the author has made a mistake.
    #expect(uriError("bitcoin:\(Self.address)?bc=" + testnet) == .addressOfOtherNetwork(parameter: "bc"))
  }

  /// The invoice stands in the place of the address.
  @Test func theExamplesThatOnlyHaveALightningInvoice() throws {
    for text in [
      "bitcoin:?lightning=lnbc420bogusinvoice", "bitcoin:?lightning=LNBC420BOGUSINVOICE&lno=lno1bogusoffer",
      "bitcoin:?lightning=lnbc420bogusinvoice&pop=callbackuri%3abody%3fpop=",
    ] {
      let uri = try PaymentURI(text)
      #expect((uri.address, uri.lightning) == ("lnbc420bogusinvoice", "lnbc420bogusinvoice"), "\(text)")
      #expect(uri.text == "bitcoin:?lightning=lnbc420bogusinvoice")
    }
    let made = PaymentURI(
      scheme: .init(name: "bitcoin"), address: "lnbc1x", lightning: "lnbc1x", amount: try DecimalAmount("0.5"))
    #expect(made.text == "bitcoin:?amount=0.5&lightning=lnbc1x")
    #expect(try PaymentURI(made.text) == made)
  }

  @Test func theExamplesThatCannotBePaidHere() {
    #expect(uriError("bitcoin:?lno=lno1bogusoffer") == .onlyOtherInstructions(["lno"]))
    #expect(uriError("bitcoin:?lno=lno1bogusoffer&sp=sp1qsilentpayment") == .onlyOtherInstructions(["lno", "sp"]))
    #expect(uriError("bitcoin:?sp=sp1qsilentpayment") == .onlyOtherInstructions(["sp"]))
    #expect(uriError("bitcoin:") == .noAddress)
    #expect(uriError("bitcoin:?amount=1") == .noAddress)
  }

  @Test func theExamplesThatAreInvalid() {
    let start = "bitcoin:" + Self.address
    #expect(
      uriError(start + "?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999")
        == .requiredParameter("req-somethingyoudontunderstand"))
    #expect(uriError(start + "?label=Luke-Jr&label=Matt") == .duplicateParameter("label"))
    #expect(uriError(start + "?amount=42&amount=10") == .duplicateParameter("amount"))
    #expect(uriError(start + "?amount=42&amount=42") == .duplicateParameter("amount"))
    #expect(uriError(start + "?pop=callback%3a&req-pop=callback%3a") == .duplicateParameter("pop"))
    #expect(uriError(start + "?req-pop=https%3aevilwebsite.com") == .requiredParameter("req-pop"))
    #expect(uriError(start + "?amount=50,000.00") == .malformedAmount)
    #expect(uriError(start + "?label=Wikipedia Example Address") == .malformed)
  }

  @Test func keysAreReadInAnyCaseAndWhateverTheirEncoding() throws {
    let start = "bitcoin:" + Self.address
    #expect(try PaymentURI(start + "?Amount=1&LABEL=A").amount == DecimalAmount("1"))
    #expect(uriError(start + "?amount=1&AMOUNT=1") == .duplicateParameter("amount"))
    #expect(try PaymentURI(start + "?%61mount=1").amount == DecimalAmount("1"))
    #expect(uriError(start + "?REQ-x=1") == .requiredParameter("REQ-x"))
    #expect(uriError(start + "?req%2Dx=1") == .requiredParameter("req%2Dx"))
    #expect(uriError(start + "?req-lightning=lnbc1") == .requiredParameter("req-lightning"))
    // A supported parameter may be marked as required.
    #expect(try PaymentURI(start + "?req-amount=1").amount == DecimalAmount("1"))
    #expect(uriError(start + "?req-amount=1&amount=1") == .duplicateParameter("amount"))
    // Unknown parameters may occur twice and without a value; empty ones are ignored.
    #expect(try PaymentURI(start + "?x=1&x=2&y&&").amount == nil)
    #expect(try PaymentURI(start + "?").label == nil)
    #expect(try PaymentURI(start + "?label=").label == nil)
    #expect(uriError(start + "?label") == .malformedParameter("label"))
    #expect(uriError(start + "?=1") == .malformedParameter(""))
  }

  @Test(arguments: [
    ("0.00000001", "0.00000001"), ("21000000", "21000000"), (".5", "0.5"), ("5.", "5"), ("007.50", "7.5"),
    ("1.000000000000", "1"), ("%31%2e5", "1.5"),
  ]) func amountsAreExact(_ text: String, _ value: String) throws {
    #expect(try PaymentURI("bitcoin:\(Self.address)?amount=\(text)").amount?.text == value)
  }

  @Test(arguments: [
    ("", PaymentURIError.malformedAmount), (".", .malformedAmount), ("1e3", .malformedAmount), ("-1", .malformedAmount),
    ("+1", .malformedAmount), ("1,5", .malformedAmount), ("0x10", .malformedAmount), ("1.2.3", .malformedAmount),
    ("%201", .malformedAmount), ("%EF%BC%91", .malformedAmount), ("inf", .malformedAmount), ("0", .zeroAmount),
    ("0.000", .zeroAmount), ("0.000000001", .tooManyDecimals(allowed: 8)),
    ("999999999999999999999999999999999999999999", .amountTooLarge),
  ]) func otherAmountsAreRefused(_ text: String, _ wanted: PaymentURIError) {
    #expect(uriError("bitcoin:\(Self.address)?amount=\(text)") == wanted)
  }

  @Test func textsAreStrictUTF8() throws {
    let start = "bitcoin:\(Self.address)?label="
    #expect(try PaymentURI(start + "%C3%A9%F0%9F%8D%B5").label == "é🍵")
    #expect(try PaymentURI(start + "a+b%2Bc=d?").label == "a+b+c=d?")
    // The text is not changed. It is made safe when it is shown.
    #expect(try PaymentURI(start + "%1B%5B2J%E2%80%AE").label == "\u{1B}[2J\u{202E}")
    for bad in ["%", "%4", "%zz", "%C3", "%C0%AF", "%ED%A0%80", "%FF", "%+1"] {
      #expect(uriError(start + bad) == .malformedParameter("label"), "\(bad)")
    }
    #expect(uriError(start + "é") == .malformed)
    #expect(uriError("bitcoin:\(Self.address)?%zz=1") == .malformedParameter("%zz"))
  }

  @Test func onlyAnAddressMayStandBeforeTheParameters() {
    for path in ["//\(Self.address)", "\(Self.address)/", "bc1q%71", "a;b", "a,b", "a=b", "a@b", ":"] {
      #expect(uriError("bitcoin:" + path) == .malformedAddress, "\(path)")
    }
    #expect(uriError("bitcoin:" + String(repeating: "a", count: 129)) == .malformedAddress)
    for text in ["", "bitcoin", ":1", "bit coin:1", "bitcoin:1#x", " bitcoin:1", "bitcoin:1\n", "1bitcoin:1", "é:1"] {
      #expect(uriError(text) == .malformed, "\(text)")
    }
    for text in ["https://example.org", "lightning:lnbc1", "bitcoincash:q"] {
      #expect(uriError(text) == .unknownScheme, "\(text)")
    }
    let long = "bitcoin:\(Self.address)?x="
    let rest = PaymentURI.maximumLength - long.utf8.count
    #expect(uriError(long + String(repeating: "a", count: rest)) == nil)
    #expect(uriError(long + String(repeating: "a", count: rest + 1)) == .tooLong)
  }

  @Test func capitalLettersAreForSegregatedWitnessAddressesOnly() throws {
    let litecoin = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"
    #expect(try PaymentURI("LITECOIN:" + litecoin.uppercased()).address == litecoin)
    #expect(try PaymentURI("LiteCoin:" + litecoin).address == litecoin)
    // A base58 address may begin like a bech32 address, but it has letters of both cases.
    let old = "LTC1mUySHjFfP7E6PUTvFBRbMjaqLHGjHS"
    #expect(try PaymentURI("litecoin:" + old).address == old)
    let mixed = "Ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"
    #expect(try PaymentURI("litecoin:" + mixed).address == mixed)
    #expect(uriError("litecoin:?ltc=" + mixed) == .addressOfOtherNetwork(parameter: "ltc"))
  }

  @Test func electrumsExpiryCountsWhereItIsClear() throws {
    let start = "bitcoin:" + Self.address
    #expect(try PaymentURI(start + "?time=1700000000&exp=3600").expiresAt == Timestamp("2023-11-14T23:13:20Z"))
    for rest in ["?time=1700000000", "?exp=3600", "?time=1&time=2&exp=3", "?time=x&exp=1", "?time=-1&exp=1"] {
      #expect(try PaymentURI(start + rest).expiresAt == nil, "\(rest)")
    }
    #expect(try PaymentURI(start + "?time=9223372036854775807&exp=9223372036854775807").expiresAt == .maximum)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let amount = try DecimalAmount("0.10")
    let uri = PaymentURI(
      scheme: .init(name: "bitcoin"), address: Self.v0, amount: amount, label: "Ünï & Söhne", message: "50 % = ½?#")
    #expect(
      uri.text
        == "bitcoin:\(Self.v0)?amount=0.1&label=%C3%9Cn%C3%AF%20%26%20S%C3%B6hne&message=50%20%25%20%3D%20%C2%BD%3F%23")
    #expect(try PaymentURI(uri.text) == uri)
    #expect(uri.codeText.hasPrefix("BITCOIN:\(Self.v0.uppercased())?amount=0.1&label="))
    #expect(try PaymentURI(uri.codeText) == uri)
    let old = PaymentURI(scheme: .init(name: "bitcoin"), address: Self.address)
    #expect(old.text == "bitcoin:" + Self.address && old.codeText == old.text)
  }

  @Test func furtherSchemesComeFromTheCurrencies() throws {
    #expect(uriError("vertcoin:vtc1q") == .unknownScheme)
    let vertcoin = PaymentURIScheme(name: "Vertcoin", decimals: 2)
    let uri = try PaymentURI("VERTCOIN:vtc1q?amount=0.25", schemes: [vertcoin])
    #expect(uri.scheme == vertcoin && uri.text == "vertcoin:vtc1q?amount=0.25")
    #expect(throws: PaymentURIError.tooManyDecimals(allowed: 2)) {
      try PaymentURI("vertcoin:vtc1q?amount=0.125", schemes: [vertcoin])
    }
    #expect(PaymentURIScheme(name: "monero").decimals == 12)
  }

  @Test func errorsSayNothingOfTheTextButAKey() {
    let secret = "monero_wallet:46Be?seed=python%20runway"
    #expect(uriError(secret) == .walletKeys)
    #expect(
      uriError("bitcoin:\(Self.address)?req-\(String(repeating: "x", count: 100))=1").map { "\($0)".count < 160 }
        == true)
  }

  @Test func aParameterThatIsRequiredCannotHide() {
    for key in ["req-%CC%81x", "REQ-%EF%B8%8Fx", "req-%F3%A0%84%80something"] {
      #expect(throws: PaymentURIError.requiredParameter(key), "\(key)") {
        try PaymentURI("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?\(key)=1")
      }
    }
  }

  @Test func aSignIsNoDigitOfAMoment() throws {
    let start = "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?"
    #expect(try PaymentURI(start + "time=1700000000&exp=60").expiresAt != nil)
    #expect(try PaymentURI(start + "time=+1700000000&exp=60").expiresAt == nil)
    #expect(try PaymentURI(start + "time=1700000000&exp=+60").expiresAt == nil)
  }
}

/// Why a text is no payment URI; nil where it is one.
func uriError(_ text: String) -> PaymentURIError? {
  do {
    _ = try PaymentURI(text)
    return nil
  } catch {
    return error
  }
}
