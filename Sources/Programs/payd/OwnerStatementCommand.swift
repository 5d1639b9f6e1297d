import ArgumentParser
import Cryptography
import Files
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI

struct OwnerStatementCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statement",
    abstract: localized("Make a statement of what one app or all received and paid in a period."),
    discussion: """
      The days are those of your time zone. The last day is the one before --to: March is --from 2026-03-01 --to \
      2026-04-01, or --period 2026-03. Without --to it ends now.
      """)

  @Option(help: .localized("Only this app, as payd apps explains."), completion: OwnerCompletion.apps) var app: String?
  @Option(help: ArgumentHelp(localized("A month, 2026-03, or a year, 2026."), valueName: "month")) var period: String?
  @Option(help: ArgumentHelp(localized("The first day, 2026-03-01, or a moment."), valueName: "date")) var from: String?
  @Option(help: ArgumentHelp(localized("The first day that is not part of it, or a moment."), valueName: "date"))
  var to: String?
  @Option(
    help: ArgumentHelp(localized("Only this currency."), valueName: "cur"), completion: OwnerCompletion.currencies)
  var currency: String?
  @Option(
    help: ArgumentHelp(localized("json, csv, text or pdf; as the file is called, else text."), valueName: "form"),
    completion: .list(["json", "csv", "text", "pdf"]))
  var format: String?
  @Option(
    help: ArgumentHelp(localized("The file to write, for you alone to read; - is standard output."), valueName: "file"),
    completion: .file())
  var output: String?
  @Flag(help: .localized("Replace a file that is there.")) var force = false
  @OptionGroup var folders: FolderOptions

  private var file: String? { output == "-" ? nil : output }

  func validate() throws {
    guard (period == nil) != (from == nil), period == nil || to == nil else {
      throw ValidationError(localized("Name a period: --period 2026-03, or --from 2026-03-01 and --to 2026-04-01."))
    }
    guard period.map({ StatementBound.period($0) != nil }) ?? true else {
      throw ValidationError(localized("The period must be a month such as 2026-03, or a year such as 2026."))
    }
    if let file { try StatementFileName.check(file, form: format.flatMap(StatementFormat.init(rawValue:))) }
  }

  func run() throws {
    let form = try statementFormat()
    if file == nil, form == .pdf, Terminal.standard.isTTY(.output) {
      throw ValidationError(localized("A PDF is no text: name a file with --output."))
    }
    if let file, !force, OutputFile.exists(file) { throw exists(file) }
    let named = period.flatMap { StatementBound.period($0) }
    let params = BeginStatement.Params(
      format: form, from: from ?? named?.from.text ?? "",
      to: to ?? named?.to.text ?? SystemWallClock().now().text, app: app, currency: currency?.uppercased())
    try write(fetch(try folders.ask(BeginStatement.self, params).statement))
  }

  /// The form that was named, or as the file is called.
  private func statementFormat() throws -> StatementFormat {
    guard let format else { return file.flatMap(StatementFormat.init(fileName:)) ?? .text }
    guard let known = StatementFormat(rawValue: format) else {
      let all = StatementFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw OwnerConsole.fail(localized("format must be one of \(all)"), .usage)
    }
    return known
  }

  /// Waits until it is ready, and puts the parts together.
  private func fetch(_ begun: Statement) throws -> [UInt8] {
    var line = Progress(terminal: .standard)
    var statement = begun
    var bytes: [UInt8] = []
    var part = 0
    repeat {
      let answer = try folders.ask(FetchStatement.self, .init(statementID: statement.statementID, part: part))
      statement = answer.statement
      switch statement.state {
      case .ready:
        guard let data = answer.data.flatMap({ try? Base64URL.decode($0) }) else {
          throw OwnerConsole.fail(localized("the provider answered something that is no statement"), .software)
        }
        bytes += data
        part += 1
      case .preparing:
        let (done, rows) = (statement.rowsDone, statement.rows)
        try line.update(
          done == rows
            ? localized("writing the file")
            : rows == 1 ? localized("\(done) of 1 payment read") : localized("\(done) of \(rows) payments read")
        )
      case .failed:
        throw OwnerConsole.fail(
          localized("the statement was not made: \(ApprovalText.safe(statement.reason)); see payd's log"), .software)
      }
    } while part < statement.parts ?? 1
    try line.finish()
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws {
    let terminal = Terminal.standard
    guard let file else {
      // Text for a person must not move the cursor. Only the JSON format contains unchanged text of apps.
      let isUnsafe = format == StatementFormat.json.rawValue && terminal.isTTY(.output)
      guard isUnsafe else { return try terminal.write(bytes) }
      return try terminal.writeLines([SafeJSON.text(String(decoding: bytes, as: UTF8.self))])
    }
    do throws(PrivateFileError) {
      try OutputFile.write(bytes, to: file, replacing: force)
    } catch {
      switch error {
      case .exists: throw exists(file)
      case .missing: throw OwnerConsole.fail(localized("\(file) cannot be written: there is no such folder"), .ioError)
      case .system(_, let code):
        throw OwnerConsole.fail(localized("\(file) cannot be written: \(SystemErrorText.text(of: code))"), .ioError)
      default: throw OwnerConsole.fail(localized("\(file) cannot be written"), .ioError)
      }
    }
    try terminal.writeLines([localized("\(SafeText(file).text): \(bytes.count) bytes.")])
  }

  private func exists(_ file: String) -> ExitCode {
    OwnerConsole.fail(localized("\(file) is there already; name another file, or add --force"), .ioError)
  }
}
