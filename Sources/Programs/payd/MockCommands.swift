import ArgumentParser
import OwnerAPI
import TerminalUI

struct Mock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Play the network of the mock wallet, where it is configured."),
    discussion: """
      payd mock receive ADDRESS AMOUNT   somebody pays an address
      payd mock mine COUNT               the network finds blocks
      """)
  @Argument(
    help: .init("What is to happen.", valueName: "command"),
    completion: .list(MockCommand.allCases.map(\.rawValue)))
  var command: MockCommand
  @Argument(help: "What the command takes.") var values: [String] = []
  @Option(help: .hidden) var error: String?
  @Option(help: .hidden) var times: Int?
  @OptionGroup var output: OutputOptions

  func run() throws {
    var params = PlayMockNetwork.Params(command: command, error: error, times: times)
    let taken = command.takes
    guard values.count == taken.count else {
      throw ValidationError("payd mock \(command.rawValue) takes: \(taken.map(\.name).joined(separator: " "))")
    }
    for (value, taken) in zip(values, taken) {
      guard taken.put(value, &params) else { throw ValidationError("\(value) is no whole number") }
    }
    try output.show(output.folders.ask(PlayMockNetwork.self, params)) { answer, _ in
      if command == .receive, let id = answer.transactionID {
        return ["Received, transaction \(id); confirm it with: payd mock mine 6"]
      }
      if let height = answer.height { return ["Height is now \(height)."] }
      return answer.broadcasts?.map(\.transactionID) ?? []
    }
  }
}

extension MockCommand: ExpressibleByArgument {}

/// A value of the command line, and where it goes.
private struct MockValue {
  let name: String
  let put: (String, inout PlayMockNetwork.Params) -> Bool

  init(_ name: String, _ path: WritableKeyPath<PlayMockNetwork.Params, String?>) {
    self.name = name
    put = { value, params in
      params[keyPath: path] = value
      return true
    }
  }

  init(_ name: String, _ path: WritableKeyPath<PlayMockNetwork.Params, Int?>) {
    self.name = name
    put = { value, params in
      params[keyPath: path] = Int(value)
      return params[keyPath: path] != nil
    }
  }
}

extension MockCommand {
  fileprivate var takes: [MockValue] {
    let currency = MockValue("CURRENCY", \.currency)
    let transaction = MockValue("TRANSACTION", \.transactionID)
    switch self {
    case .receive: return [MockValue("ADDRESS", \.address), MockValue("AMOUNT", \.amount)]
    case .mine, .reorganise: return [MockValue("COUNT", \.count)]
    case .raiseFee, .doubleSpend: return [currency, transaction]
    case .status: return [currency, MockValue("STATUS", \.status)]
    case .latency: return [currency, MockValue("STEP", \.step), MockValue("MILLISECONDS", \.ms)]
    case .fee: return [currency, MockValue("FEE", \.amount)]
    case .fault: return [currency, MockValue("STEP", \.step), MockValue("FAULT", \.fault)]
    case .broadcasts: return [currency]
    }
  }
}
