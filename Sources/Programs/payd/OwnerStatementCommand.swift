import ArgumentParser
import Cryptography
import Files
import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI

struct OwnerStatementCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statement", abstract: "Make a statement of what one app or all received and paid in a period.",
    discussion: """
      The days are those of your time zone. The last day is the one before --to: March is --from 2026-03-01 --to \
      2026-04-01, or --period 2026-03. Without --to it ends now.
      """)

  @Option(help: "Only this app: its key, the beginning of it, its id, or the name that you gave it.") var app: String?
  @Option(help: ArgumentHelp("A month, 2026-03, or a year, 2026.", valueName: "month")) var period: String?
  @Option(help: ArgumentHelp("The first day, 2026-03-01, or a moment.", valueName: "date")) var from: String?
  @Option(help: ArgumentHelp("The first day that is not part of it, or a moment.", valueName: "date")) var to: String?
  @Option(help: ArgumentHelp("Only this currency.", valueName: "cur")) var currency: String?
  @Option(help: ArgumentHelp("json, csv, text or pdf; as the file is called, else text.", valueName: "form"))
  var format: String?
  @Option(help: ArgumentHelp("The file to write, for you alone to read; - is standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Replace a file that is there.") var force = false
  @OptionGroup var folders: FolderOptions

  private var file: String? { output == "-" ? nil : output }

  func validate() throws {
    guard (period == nil) != (from == nil), period == nil || to == nil else {
      throw ValidationError("Name a period: --period 2026-03, or --from 2026-03-01 and --to 2026-04-01.")
    }
    guard period.map({ StatementBound.period($0) != nil }) ?? true else {
      throw ValidationError("The period must be a month such as 2026-03, or a year such as 2026.")
    }
  }

  func run() throws {
    let form = format ?? (file.flatMap(StatementFormat.init(fileName:)) ?? .text).rawValue
    if file == nil, form == StatementFormat.pdf.rawValue, Terminal.standard.isTTY(.output) {
      throw ValidationError("A PDF is no text: name a file with --output.")
    }
    if let file, !force, OutputFile.exists(file) { throw exists(file) }
    let named = period.flatMap { StatementBound.period($0) }
    var params: JSONObject = [
      "format": .string(form), "from": .string(from ?? named?.from.text ?? ""),
      "to": .string(to ?? named?.to.text ?? SystemWallClock().now().text),
    ]
    params["app"] = app.map(JSONValue.string)
    params["currency"] = currency.map { .string($0.uppercased()) }
    try write(fetch(try OwnerConsole.ask("statement", .object(params), folders)["statement"] ?? .null))
  }

  /// Waits until it is ready, and puts the parts together.
  private func fetch(_ begun: JSONValue) throws -> [UInt8] {
    var line = Progress(terminal: .standard)
    var statement = begun
    var bytes: [UInt8] = []
    var part = 0
    repeat {
      let answer = try OwnerConsole.ask(
        "statement.part", ["statement_id": statement["statement_id"] ?? .null, "part": .integer(part)], folders)
      statement = answer["statement"] ?? .null
      switch statement["state"]?.stringValue {
      case StatementState.ready.rawValue:
        guard let data = answer["data"]?.stringValue.flatMap({ try? Base64URL.decode($0) }) else {
          throw OwnerConsole.fail("the provider answered something that is no statement", .software)
        }
        bytes += data
        part += 1
      case StatementState.preparing.rawValue:
        let (done, rows) = (statement["rows_done"]?.text() ?? "0", statement["rows"]?.text() ?? "0")
        try line.update(done == rows ? "writing the file" : "\(done) of \(rows) payments read")
      default:
        throw OwnerConsole.fail(
          "the statement was not made: \(ApprovalText.safe(statement["reason"])); see payd's log", .software)
      }
    } while part < statement["parts"]?.integerValue(as: Int.self) ?? 1
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
      case .missing: throw OwnerConsole.fail("\(file) cannot be written: there is no such folder", .ioError)
      case .system(_, let code):
        throw OwnerConsole.fail("\(file) cannot be written: \(SystemErrorText.text(of: code))", .ioError)
      default: throw OwnerConsole.fail("\(file) cannot be written", .ioError)
      }
    }
    try terminal.writeLines(["\(SafeText(file).text): \(bytes.count) bytes."])
  }

  private func exists(_ file: String) -> ExitCode {
    OwnerConsole.fail("\(file) is there already; name another file, or add --force", .ioError)
  }
}
