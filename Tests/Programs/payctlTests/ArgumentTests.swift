import ArgumentParser
import PaymentsModel
import Platform
import TerminalUI
import Testing

@testable import payctl

@Suite struct ArgumentTests {
  @Test(arguments: [
    ("-5", "negative"), ("-0.5", "negative"), ("0", "zero"), ("0.000", "zero"), ("1,5", "comma"), ("1e3", "exponent"),
    ("", "no amount"), ("abc", "no amount"), (".5", "no amount"), ("1.", "no amount"), ("05", "no amount"),
    ("999999999999999999999999999999999999999999", "too large"),
    (String(repeating: "1", count: 200), "too many digits"),
  ])
  func aWrongAmountIsRefusedWithWhatIsWrong(_ amount: String, _ word: String) async throws {
    for command in [["invoice", "LTC", amount], ["pay", "LTC", "rltc1qaddress", amount]] {
      let outcome = try await Shell.program(command)
      #expect(outcome.status == .usage)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.contains(word), "\(outcome.error)")
    }
  }

  @Test func aFeeOfZeroIsAFee() throws {
    #expect(try AmountText.parse("0", allowsZero: true) == DecimalAmount("0"))
  }

  @Test func onlyNumbersLoseTheirHyphen() {
    #expect(
      AmountText.protectingNegativeNumbers(["-5", "-.5", "--json", "-h", "-x5", "-", "ltc1"]) == [
        "\u{2212}5", "\u{2212}.5", "--json", "-h", "-x5", "-", "ltc1",
      ])
  }

  @Test func optionsOfEveryCommandMayStandBeforeIt() {
    #expect(
      ArgumentOrder.commandFirst(["--json", "--state", "/s", "--runtime=/r", "pay", "LTC"]) == [
        "pay", "--json", "--state", "/s", "--runtime=/r", "LTC",
      ])
    #expect(ArgumentOrder.commandFirst(["--json"]) == ["--json"])
    #expect(ArgumentOrder.commandFirst(["--help", "pay"]) == ["--help", "pay"])
  }

  @Test(arguments: [("90", 90), ("90s", 90), ("10m", 600), ("2h", 7200), ("1d", 86_400)])
  func durations(_ text: String, _ seconds: Int) {
    #expect(DurationArgument(argument: text)?.duration == .seconds(seconds))
  }

  @Test(arguments: ["", "s", "0", "-1", "1.5h", "1w", "99999999999999999999"])
  func wrongDurations(_ text: String) {
    #expect(DurationArgument(argument: text) == nil)
  }

  @Test(arguments: [
    ["pay", "LTC"], ["frobnicate"], ["currencies", "--unknown"], ["range", "l t c"], ["order-status", "inv_a"],
    ["invoice-status", "ord_a"], ["call", "list_currencies", "{"], ["call", "list_currencies", "[]"],
    ["document", "new"], ["document", "new", "payment_order", "LTC"], ["document", "sign"], ["document", "list", "a"],
    ["document", "sign", "a.yml", "--sealed"], ["document", "frobnicate"],
    ["invoices", "--limit", "1000"], ["pay", "LTC", "a", "1", "--request-id", "1"], ["events", "--from", "x"],
  ])
  func wrongUsageIs64AndWithJSONADocument(_ arguments: [String]) async throws {
    let outcome = try await Shell.program(arguments)
    #expect(outcome.status == .usage)
    #expect(outcome.output.isEmpty && !outcome.error.isEmpty)
    let json = try await Shell.program(arguments + ["--json"])
    #expect(json.status == .usage)
    #expect(json.output.hasPrefix("{\"error\":{\"code\":64,\"reason\":\"usage\",\"message\":"))
    #expect(json.output.filter { $0 == "\n" }.count == 1)
    #expect(json.error.isEmpty)
  }

  /// The words of `pay` in another order are told as they should be, and nothing is ordered.
  @Test(arguments: [
    ["ltc", "0.5", "rltc1qaddressthatislong"], ["rltc1qaddressthatislong", "LTC", "0.5"],
    ["0.5", "LTC", "rltc1qaddressthatislong"], ["rltc1qaddressthatislong", "0.5", "ltc"],
  ])
  func swappedWordsOfPayAreTold(_ words: [String]) async throws {
    let outcome = try await Shell.program(["pay"] + words)
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains("payctl pay LTC rltc1qaddressthatislong 0.5"), "\(outcome.error)")
  }

  @Test func aMissingWordOfPayIsNamed() async throws {
    let amount = try await Shell.program(["pay", "ltc", "rltc1qaddressthatislong"])
    #expect(amount.error.contains("The amount is missing: payctl pay LTC rltc1qaddressthatislong AMOUNT"))
    let currency = try await Shell.program(["pay", "rltc1qaddressthatislong", "0.5"])
    #expect(currency.error.contains("The currency is missing"))
    let behind = try await Shell.program(["pay", "0.5", "litecoin:rltc1qaddressthatislong"])
    #expect(behind.error.contains("payctl pay litecoin:rltc1qaddressthatislong 0.5"), "\(behind.error)")
  }

  @Test func aStateIsNoFolder() async throws {
    for state in ["awaiting_approval", "settled"] {
      let outcome = try await Shell.program(["orders", "--state", state])
      #expect(outcome.status == .usage && outcome.error.contains("--only \(state)"), "\(outcome.error)")
    }
    for option in ["--state", "--runtime"] {
      let outcome = try await Shell.program(["orders", option, "no-such-folder-here"])
      #expect(outcome.status == .usage && outcome.error.contains("\(option) ./no-such-folder-here"), "\(outcome.error)")
      #expect(access("no-such-folder-here", F_OK) != 0, "nothing is made")
    }
    let only = try #require(
      try await Payctl.asyncParseAsRoot(["orders", "--only", "awaiting_approval"]) as? OrdersCommand)
    #expect(only.only == .awaitingApproval)
  }

  @Test func theNameOfAStatementSaysItsForm() async throws {
    let period = ["statement", "--period", "2026-01", "--output"]
    let unknown = try await Shell.program(period + ["x.xlsx"])
    #expect(unknown.status == .usage)
    for ending in [".pdf", ".csv", ".json", ".txt"] { #expect(unknown.error.contains(ending), "\(unknown.error)") }
    for name in ["x.pdf", "x.csv", "x.json", "X.TXT", "-"] {
      await #expect(throws: Never.self) { try await Payctl.asyncParseAsRoot(period + [name]) }
    }
    await #expect(throws: Never.self) { try await Payctl.asyncParseAsRoot(period + ["x.xlsx", "--format", "csv"]) }
  }

  @Test func helpIsNoFailure() async throws {
    for arguments in [["--help"], ["help"], ["help", "pay"], ["pay", "--help"], ["--version"]] {
      let outcome = try await Shell.program(arguments)
      #expect(outcome.status == .ok)
      #expect(!outcome.output.isEmpty)
    }
  }
}
