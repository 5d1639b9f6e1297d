import ArgumentParser
import Consumer
import Files
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `statement`, which writes what this app received and paid in a period to a file.
struct StatementCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "statement", abstract: localized("Make a statement of what this app received and paid in a period."),
    discussion: """
      The days are those of the owner's time zone. The last day is the one before --to: March is --from 2026-03-01 --to \
      2026-04-01, or --period 2026-03. Without --to it ends now.
      """)
  static let longOptions = [
    "--period", "--from", "--to", "--currency", "--format", "--output", "--force", "--request-id",
  ]

  @Option(help: ArgumentHelp(localized("A month, 2026-03, or a year, 2026."), valueName: "month"))
  var period: String?

  @Option(help: ArgumentHelp(localized("The first day, 2026-03-01, or a moment."), valueName: "date"))
  var from: StatementBound?

  @Option(help: ArgumentHelp(localized("The first day that is not part of it, or a moment."), valueName: "date"))
  var to: StatementBound?

  @Option(help: ArgumentHelp(localized("Only this currency."), valueName: "cur"))
  var currency: CurrencyArgument?

  @Option(help: ArgumentHelp(localized("json, csv, text or pdf; as the file is called, else text."), valueName: "form"))
  var format: StatementFormat?

  @Option(
    help: ArgumentHelp(localized("The file to write, for you alone to read; - is standard output."), valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: .localized("Replace a file that is there."))
  var force = false

  @Option(help: ArgumentHelp(localized("Repeats a request."), valueName: "uuid"))
  var requestID: RequestIDArgument?

  @OptionGroup var options: GlobalOptions

  private var file: String? { output == "-" ? nil : output }
  private var form: StatementFormat { format ?? file.flatMap(StatementFormat.init(fileName:)) ?? .text }

  func validate() throws {
    guard (period == nil) != (from == nil), period == nil || to == nil else {
      throw ValidationError(localized("Name a period: --period 2026-03, or --from 2026-03-01 and --to 2026-04-01."))
    }
    guard period.map({ StatementBound.period($0) != nil }) ?? true else {
      throw ValidationError(localized("The period must be a month such as 2026-03, or a year such as 2026."))
    }
    if let file { try StatementFileName.check(file, form: format) }
  }

  func run(in context: CommandContext) async throws {
    if file == nil, form == .pdf, context.terminal.isTTY(.output) {
      throw ValidationError(localized("A PDF is no text: name a file with --output."))
    }
    if let file, !force, OutputFile.exists(file) { throw Self.exists(file) }
    let named = period.flatMap { StatementBound.period($0) }
    guard let from = from ?? named?.from else { throw ValidationError(localized("Name a period.")) }
    let params = RequestStatement.Params(
      requestID: requestID?.id ?? .random(), from: from, to: to ?? named?.to ?? .moment(context.now()), format: form,
      currency: currency?.code)
    let service = try await context.service()
    let download = StatementDownload(try await service.call(RequestStatement.self, params)) { part in
      try await service.call(GetStatementPart.self, part)
    }
    var line = Progress(terminal: context.terminal)
    let isQuiet = context.isJSON
    let result = try await download.file { progress in
      if !isQuiet { try line.update(Self.milestone(progress)) }
    }
    try line.finish()
    try write(result, in: context)
  }

  private static func milestone(_ progress: StatementDownload.Progress) -> String {
    let statement = progress.statement
    guard statement.state == .preparing else {
      return statement.parts ?? 1 == 1
        ? localized("fetching it") : localized("part \(progress.parts) of \(statement.parts ?? 1)")
    }
    guard statement.rowsDone < statement.rows else { return localized("writing the file") }
    return statement.rows == 1
      ? localized("\(statement.rowsDone) of 1 payment read")
      : localized("\(statement.rowsDone) of \(statement.rows) payments read")
  }

  private func write(_ result: StatementFile, in context: CommandContext) throws {
    guard let file else {
      // Text for a person must not move the cursor. Only the JSON format contains unchanged text of apps.
      guard form == .json, context.terminal.isTTY(.output) else { return try context.terminal.write(result.bytes) }
      return try context.writeJSON(String(decoding: result.bytes.dropLast(), as: UTF8.self))
    }
    do {
      try OutputFile.write(result.bytes, to: file, replacing: force)
    } catch {
      if case .exists = error { throw Self.exists(file) }
      throw CommandFailure(.ioError, reason: "file", localized("\(file) cannot be written: \(Self.words(error))."))
    }
    try context.show(GetStatementPart.Result(statement: result.statement)) {
      ["\(SafeText(file)): \(CountedText.payments(result.statement.rows)), \(CountedText.bytes(result.bytes.count))."]
    }
  }

  private static func exists(_ file: String) -> CommandFailure {
    CommandFailure(
      .ioError, reason: "file_exists", localized("\(file) is there already."),
      advice: localized("Name another file, or add --force."))
  }

  private static func words(_ error: PrivateFileError) -> String {
    switch error {
    case .missing: localized("there is no such folder")
    case .system(_, let code): SystemErrorText.text(of: code)
    default: "\(error)"
    }
  }
}
