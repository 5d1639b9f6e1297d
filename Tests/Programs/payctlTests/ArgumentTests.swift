import PaymentsModel
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

  @Test func helpIsNoFailure() async throws {
    for arguments in [["--help"], ["help"], ["help", "pay"], ["pay", "--help"], ["--version"]] {
      let outcome = try await Shell.program(arguments)
      #expect(outcome.status == .ok)
      #expect(!outcome.output.isEmpty)
    }
  }
}
