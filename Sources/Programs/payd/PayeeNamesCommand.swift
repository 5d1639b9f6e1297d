import ArgumentParser
import OwnerAPI
import TerminalUI

struct PayeeNamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "names", abstract: localized("Give an address a name of your own, or list the names."),
    discussion: """
      The name stands beside the address in questions, payments and your own statements. It is yours: no app gives, changes or \
      sees one. An empty name forgets it.

      payd names ltc1q… "Anna"
      """)
  @Argument(help: .localized("The address.")) var address: String?
  @Argument(help: .localized("What you call it, at most 64 characters.")) var name: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (address == nil) == (name == nil) else {
      throw ValidationError(localized("an address and its name go together, such as: payd names ltc1q… \"Anna\""))
    }
  }

  func run() throws {
    try output.show(output.folders.ask(NamePayee.self, .init(address: address, name: name))) { answer, terminal in
      guard !answer.payees.isEmpty else { return [localized("No address has a name.")] }
      return Table(
        [.init("NAME", overflow: .wrap), .init("ADDRESS")], rows: answer.payees.map { [$0.name, $0.address] }
      ).lines(for: terminal)
    }
  }
}
