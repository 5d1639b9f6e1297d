import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import payctl

/// Payment URIs on the command line.
@Suite struct URITests {
  private static let address = "rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kf9yv6n"
  private static let currencies = ListCurrencies.Result(currencies: [
    CurrencyInfo(
      code: "LTC", name: "Litecoin", decimals: 8, network: "regtest", ready: .ready, confirmations: 6,
      uriScheme: "litecoin"),
    CurrencyInfo(
      code: "VTC", name: "Vertcoin", decimals: 2, network: "main", ready: .ready, confirmations: 6,
      uriScheme: "vertcoin"),
  ])

  private func service() throws -> ScriptedService {
    try ScriptedService.answering(
      Self.currencies, SubmitPaymentOrder.Result(paymentOrder: Fixtures.order(.awaitingApproval), replayed: false))
  }

  private func pay(_ words: String...) async throws -> (outcome: Shell.Outcome, params: JSONValue?) {
    let service = try service()
    let outcome = try await Shell.run(["pay"] + words, service)
    return (outcome, service.asked.first { $0.method == "payment_order" }?.params)
  }

  @Test func aURISaysAllThatIsOrdered() async throws {
    let uri = "LITECOIN:\(Self.address.uppercased())?amount=0.5&label=Caf%C3%A9%1B%5B2J&message=%E2%80%AEtea"
    let (outcome, params) = try await pay(uri, "--max-fee", "0.01")
    #expect(outcome.status == .ok)
    #expect(params?["currency"] == "LTC" && params?["amount"] == "0.5" && params?["max_fee"] == "0.01")
    #expect(params?["address"] == .string(Self.address))
    // The payee's words reach the person and the order without what would control a terminal or turn the text around.
    #expect(params?["description"] == "Café␛[2J: �tea")
    let shown = """
      Currency\tLitecoin (regtest)
      To\t\(Self.address)
      Amount\t0.5 LTC
      Claims to be\tCafé␛[2J
      Claims for\t�tea

      """
    #expect(outcome.error.hasPrefix(shown))
  }

  @Test func whatIsTypedFillsInAndMayNotContradict() async throws {
    let bare = "litecoin:" + Self.address
    #expect(try await pay(bare, "0.25").params?["amount"] == "0.25")
    #expect(try await pay(bare + "?amount=0.50", "0.5").params?["amount"] == "0.5")
    #expect(try await pay("LTC", bare + "?amount=0.5").params?["amount"] == "0.5")
    #expect(try await pay("ltc", bare, "0.5").params?["amount"] == "0.5")
    #expect(try await pay(bare + "?amount=1&label=a", "--description", "mine").params?["description"] == "mine")
    for (words, reason) in [
      ([bare + "?amount=0.5", "0.6"], "contradiction"), (["VTC", bare + "?amount=1"], "contradiction"),
      (["XMR", bare + "?amount=1"], "contradiction"), ([bare], "usage"),
      (["dogecoin:D1abc?amount=1"], "unknown_currency"), (["BTC", "bitcoin:1a?amount=1"], "unknown_currency"),
      (["lightning:lnbc1"], "invalid_uri"), ([bare + "?amount=1&req-x=1"], "invalid_uri"),
      (["vertcoin:v1?amount=0.125"], "invalid_uri"), (["litecoin:?lno=lno1"], "invalid_uri"),
      (["litecoin:?lightning=lnbc1"], "usage"),
      ([bare + "?amount=1&time=1000000&exp=60"], "expired"),
    ] {
      let service = try service()
      let outcome = try await Shell.run(["pay"] + words + ["--json"], service)
      let error = try JSONValue(parsing: outcome.output)["error"]
      #expect(error?["reason"] == .string(reason), "\(words)")
      #expect(!service.asked.contains { $0.method == "payment_order" }, "\(words)")
    }
  }

  @Test func whatIsWrongWhoeverServesItIsSaidWithoutAConnection() async throws {
    let service = try service()
    let outcome = try await Shell.run(["pay", "monero:4a?tx_payment_id=1"], service)
    #expect(outcome.status == .dataError && outcome.error.contains("separate payment id"))
    #expect(service.asked.isEmpty)
  }

  @Test func anExpiryOfTheURIBoundsTheOrder() async throws {
    let uri = "litecoin:\(Self.address)?amount=1&time=4000000000&exp=60"
    #expect(try await pay(uri).params?["expires_at"] == "2096-10-02T07:07:40.000Z")
    let typed = try await pay(uri, "--expires-in", "1d").params?["expires_at"]?.stringValue ?? ""
    #expect(typed < "2096" && !typed.isEmpty)
    // What was ordered before can be asked for at any time.
    let (outcome, params) = try await pay(
      "litecoin:\(Self.address)?amount=1&time=1000000&exp=60", "--request-id", Fixtures.requestID.text)
    #expect(outcome.status == .ok && params?["expires_at"] == "1970-01-12T13:47:40.000Z")
  }

  @Test func aURIIsShownWithoutPayingIt() async throws {
    let service = try service()
    let uri = "litecoin:\(Self.address)?amount=0.5&label=tea"
    let outcome = try await Shell.run(["uri", uri, "--json"], service)
    #expect(
      try JSONValue(parsing: outcome.output) == [
        "currency": "LTC", "network": "regtest", "address": .string(Self.address), "uri": .string(uri),
        "amount": "0.5", "label": "tea",
      ])
    #expect(service.asked.map(\.method) == ["list_currencies"])
    let people = try await Shell.run(["uri", uri], try self.service())
    #expect(people.output.contains("Claims to be\ttea\n"))
  }

  @Test func aURIInPlaceOfACommandIsExplained() async throws {
    let outcome = try await Shell.program(["monero_wallet:46Be?seed=python"])
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains("payctl pay URI") && !outcome.error.contains("python"))
    #expect(try await Shell.program(["pay", "a", "b", "c", "d"]).status == .usage)
    #expect(try await Shell.program(["pay", "litecoin:a", "1", "2"]).status == .usage)
  }
}
