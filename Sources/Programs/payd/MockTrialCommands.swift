import ArgumentParser
import OwnerAPI

// What goes wrong in the made-up network, for trials; not shown in the help, since nobody needs it to try Payport out.
extension Mock {
  struct Reorganise: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The network takes blocks back.", shouldDisplay: false)
    @Argument(help: "How many.") var count: Int
    @OptionGroup var folders: FolderOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let answer = try OwnerConsole.ask(MockReorganise.self, .init(count: count), folders)
      try OwnerConsole.show(answer, json: json) { answer, _ in ["Height is now \(answer.height)."] }
    }
  }

  struct RaiseFee: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "raise-fee", abstract: "The owner raises the fee of a transaction that waits.", shouldDisplay: false)
    @Argument(help: "The currency code.") var currency: String
    @Argument(help: "The transaction.") var transaction: String
    @OptionGroup var folders: FolderOptions

    func run() throws {
      _ = try OwnerConsole.ask(
        MockRaiseFee.self, .init(currency: currency, transactionID: transaction), folders)
    }
  }

  struct DoubleSpend: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "double-spend", abstract: "Another transaction in a block spends what this one spends.",
      shouldDisplay: false)
    @Argument(help: "The currency code.") var currency: String
    @Argument(help: "The transaction.") var transaction: String
    @OptionGroup var folders: FolderOptions

    func run() throws {
      _ = try OwnerConsole.ask(
        MockDoubleSpend.self, .init(currency: currency, transactionID: transaction), folders)
    }
  }

  struct SetStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "The wallet is ready, syncing, locked or unavailable from now on.",
      shouldDisplay: false)
    @Argument(help: "The currency code.") var currency: String
    @Argument(help: "ready, syncing, locked or unavailable.") var status: String
    @OptionGroup var folders: FolderOptions

    func run() throws {
      _ = try OwnerConsole.ask(SetMockStatus.self, .init(currency: currency, status: status), folders)
    }
  }

  struct SetLatency: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "latency", abstract: "The wallet takes so long for a step from now on.", shouldDisplay: false)
    @Argument(help: "The currency code.") var currency: String
    @Argument(help: "The step, such as prepare.") var step: String
    @Argument(help: "Milliseconds; 0 for none.") var milliseconds: Int
    @OptionGroup var folders: FolderOptions

    func run() throws {
      _ = try OwnerConsole.ask(
        SetMockLatency.self, .init(currency: currency, step: step, milliseconds: milliseconds), folders)
    }
  }

  struct SetFee: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fee", abstract: "Each transaction costs so much from now on.", shouldDisplay: false)
    @Argument(help: "The currency code.") var currency: String
    @Argument(help: "The fee in the currency's unit, such as 0.001.") var fee: String
    @OptionGroup var folders: FolderOptions

    func run() throws {
      _ = try OwnerConsole.ask(SetMockFee.self, .init(currency: currency, fee: fee), folders)
    }
  }

  struct Fault: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The next calls of a step go wrong.", shouldDisplay: false)
    @Argument(help: "The currency code.") var currency: String
    @Argument(help: "The step, such as commit.") var step: String
    @Argument(help: "before, after, nonsense, forget or reject.") var fault: String
    @Option(help: "With before and after: how it fails, such as timeout.") var error = "unavailable"
    @Option(help: "How many calls.") var times = 1
    @OptionGroup var folders: FolderOptions

    func run() throws {
      _ = try OwnerConsole.ask(
        InjectMockFault.self,
        .init(currency: currency, step: step, fault: fault, error: error, times: times), folders)
    }
  }

  struct Broadcasts: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the transactions that the wallet handed to the network.", shouldDisplay: false)
    @Argument(help: "The currency code.") var currency: String
    @OptionGroup var folders: FolderOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let answer = try OwnerConsole.ask(ListMockBroadcasts.self, .init(currency: currency), folders)
      try OwnerConsole.show(answer, json: json) { answer, _ in
        answer.broadcasts.map(\.transactionID)
      }
    }
  }
}
