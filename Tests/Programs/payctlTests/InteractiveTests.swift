import ArgumentParser
import PaymentsAPI
import Platform
import TerminalUI
import Testing

@testable import payctl

/// The prompt with a script for a person: without a TTY it reads lines and ends at the first that fails.
@Suite struct InteractiveTests {
  private func type(_ script: String, _ service: ScriptedService) async throws -> Shell.Outcome {
    var input: [Int32] = [-1, -1]
    try #require(pipe(&input) == 0)
    try Terminal(output: input[1]).write(script)
    close(input[1])
    defer { close(input[0]) }
    return try await Shell.withPipes { pipes in
      let terminal = Terminal(
        input: input[0], output: pipes.descriptor(.output), error: pipes.descriptor(.error), environment: [:])
      let mode = InteractiveMode(
        context: Shell.context(terminal, isJSON: false, service), options: try GlobalOptions.parse([]),
        interruption: Interruption(endsAtSecond: false, signals: []))
      return await mode.run()
    }
  }

  private func currencies() throws -> ScriptedService {
    try ScriptedService.answering(
      ListCurrencies.Result(currencies: [
        CurrencyInfo(
          code: "LTC", name: "Litecoin", decimals: 8, network: "regtest", ready: .ready, confirmations: 6,
          uriScheme: "litecoin")
      ]))
  }

  @Test func commandsAreTheSameWithoutPayctl() async throws {
    for line in ["currencies", "payctl currencies", "  currencies  "] {
      let outcome = try await type("\n\(line)\nquit\norders\n", currencies())
      #expect(outcome.status == .ok)
      #expect(outcome.output.contains("LTC\tLitecoin\tregtest"))
      #expect(outcome.error.isEmpty)
    }
  }

  @Test func aPaymentURINeedsNoQuotes() async throws {
    let outcome = try await type("uri litecoin:rltc1qx?amount=0.5&label=a&message=b%20c\n", currencies())
    #expect(outcome.status == .ok)
    #expect(outcome.output.contains("Amount\t0.5 LTC\nClaims to be\ta\nClaims for\tb c\n"))
    let pasted = try await type("litecoin:rltc1qx?amount=0.5\n", currencies())
    #expect(pasted.status == .usage && pasted.error.contains("pay URI pays it"))
  }

  @Test(arguments: [("pay LTC x -1", "negative"), ("frob", "no command"), ("pay 'x", "not finished")])
  func aScriptEndsAtItsFirstFailure(_ line: String, _ word: String) async throws {
    let service = try currencies()
    let outcome = try await type("\(line)\ncurrencies\n", service)
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains(word))
    #expect(!outcome.error.contains("payctl"))
    #expect(service.asked.isEmpty)
  }

  @Test(arguments: [("invioce LTC", "invoice"), ("blance LTC", "balance"), ("curr", "currencies")])
  func aMistypedCommandIsGuessed(_ line: String, _ meant: String) async throws {
    let outcome = try await type("\(line)\n", currencies())
    #expect(outcome.status == .usage && outcome.error.contains("Is it \(meant)?"), "\(outcome)")
  }

  @Test func helpNamesEveryCommand() async throws {
    let outcome = try await type("help\nhelp pay\n", currencies())
    #expect(outcome.status == .ok)
    for name in Payctl.commandNames { #expect(outcome.output.contains(name)) }
    #expect(outcome.output.contains("--max-fee"))
  }
}
