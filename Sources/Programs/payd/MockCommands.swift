import ArgumentParser
import OwnerAPI

struct Mock: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play the network of the mock wallet, where it is configured.",
    subcommands: [
      Receive.self, Mine.self, Reorganise.self, RaiseFee.self, DoubleSpend.self, SetStatus.self, SetLatency.self,
      SetFee.self, Fault.self, Broadcasts.self,
    ])

  struct Receive: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Somebody pays an address.")
    @Argument(help: "The receiving address.") var address: String
    @Argument(help: "The amount in the currency's unit, such as 0.5.") var amount: String
    @OptionGroup var folders: FolderOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let answer = try OwnerConsole.ask(
        MockReceive.self, .init(address: address, amount: amount), folders)
      try OwnerConsole.show(answer, json: json) { answer, _ in
        ["Received, transaction \(answer.transactionID); confirm it with: payd mock mine 6"]
      }
    }
  }

  struct Mine: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The network finds blocks.")
    @Argument(help: "How many.") var count: Int
    @OptionGroup var folders: FolderOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let answer = try OwnerConsole.ask(MockMine.self, .init(count: count), folders)
      try OwnerConsole.show(answer, json: json) { answer, _ in ["Height is now \(answer.height)."] }
    }
  }
}
