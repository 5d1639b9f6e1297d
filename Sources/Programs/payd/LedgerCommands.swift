import ArgumentParser
import JSON
import OwnerAPI
import Provider
import TerminalUI

struct LedgerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger", abstract: localized("Move the ledger between its file and PostgreSQL."),
    subcommands: [LedgerCopyCommand.self])
}

struct LedgerCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: localized("Copy the whole ledger into PostgreSQL, or from there back into its file."),
    discussion: """
      payd ledger copy --to postgresql:///payport?service=payport
      payd ledger copy --from postgresql:///payport?service=payport

      The other side is always the file in the state folder. ADDRESS can be the word `configuration`, for the one in the \
      configuration: an address with a password in it can be seen by others while the command runs.

      No payd may run. The side that is copied to must be empty. All values and the whole audit log are compared before \
      anything counts; if the command is interrupted, type it again. Afterwards it goes on in the new place \
      only: the file gets another name, or payd refuses the database. Change `ledger` in the configuration then.
      """)
  @Option(help: ArgumentHelp("The database to copy the file into.", valueName: "address")) var to: String?
  @Option(help: ArgumentHelp("The database to copy into the file.", valueName: "address")) var from: String?
  @Option(help: "The configuration file that `configuration` means.") var config: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (to == nil) != (from == nil) else { throw ValidationError("say either --to ADDRESS or --from ADDRESS") }
  }

  func run() async throws {
    let direction: LedgerTransfer.Direction
    if let to { direction = .to(try address(to)) } else { direction = .from(try address(from ?? "")) }
    do throws(OwnerFailure) {
      let report = try await LedgerTransfer(output.folders.directories).run(direction)
      // The ledger is there, whether this can be written or not.
      try? Terminal.standard.writeLines(output.json ? [Self.text(report)] : lines(report))
    } catch {
      throw OwnerConsole.fail(error)
    }
  }

  private func address(_ text: String) throws -> String {
    guard text == "configuration" else { return text }
    let choice = ConfigurationChoice(path: config, output.folders.directories)
    guard let address = try choice.read().ledgerAddress else {
      throw OwnerConsole.fail("\(choice.path ?? "the configuration") names no database as `ledger`", .config)
    }
    return address
  }

  private static func text(_ report: LedgerTransfer.Report) -> String {
    let object: JSONObject = [
      "place": .string(report.place), "rows": .integer(report.rows), "audit_entries": .integer(report.auditEntries),
      "note": .string(report.note), "kept": report.kept.map(JSONValue.string) ?? .null,
    ]
    return SafeJSON.text(JSONValue.object(object).text())
  }

  private func lines(_ report: LedgerTransfer.Report) -> [String] {
    var lines = [
      "Copied \(report.rows) rows to \(report.place); all are the same there, and so is the audit log of "
        + "\(CountText.text(Int(report.auditEntries), "entry", "entries")).",
      "head \(ApprovalText.safe(report.note))",
    ]
    if let kept = report.kept {
      lines.append("The file that it was in is \(kept) now. Remove it when you need it no more.")
      lines.append("Before payd run: name the database as `ledger` in the configuration.")
    } else {
      lines.append("No payd uses the database any more.")
      lines.append("Before payd run: take `ledger` out of the configuration.")
    }
    return lines
  }
}
