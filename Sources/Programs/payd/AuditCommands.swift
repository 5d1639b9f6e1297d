import ArgumentParser
import JSON
import OwnerAPI
import OwnerSocket
import PaymentsModel
import Provider
import RPCRuntime
import TerminalUI

struct Audit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Show what was allowed, refused and paid, and check that nobody changed it."),
    discussion: """
      Each entry carries a hash over all before it, so that none can be changed, taken out or put in between unseen. \
      Somebody who can write the file could cut off its end, or make it all anew: note `payd audit head` elsewhere now \
      and then, and check with `payd audit verify --expect NOTE`.

      Works while the daemon runs, and on its files, or the database that the configuration names, while it does not.
      """,
    subcommands: [AuditList.self, AuditVerify.self, AuditHeadCommand.self], defaultSubcommand: AuditList.self)
}

struct AuditList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: localized("List entries, the newest last. This is what `payd audit` does."))
  @Option(
    parsing: .unconditional, help: .localized("Only those about this app, as payd apps explains."),
    completion: OwnerCompletion.apps)
  var app: String?
  @Option(
    help: .localized(
      "Only those from this moment on: 2026-01-31, \"2026-01-31 12:00\" (local time), or 2h, 7d for so long ago."))
  var since: String?
  @Option(help: .localized("The most entries to show.")) var limit = 50
  @Option(help: .localized("Only those before this entry.")) var before: Int?
  @Option(help: .localized("The configuration file, where the daemon does not run.")) var config: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000000") }
  }

  func run() async throws {
    var params = ListAuditEntries.Params(app: app)
    if let since {
      guard let moment = LocalTime.parse(since, now: SystemWallClock().now()) else {
        throw ValidationError("--since must be 2026-01-31, \"2026-01-31 12:00\", 30m, 2h or 7d")
      }
      params.since = moment
    }
    params.before = before
    var entries: [AuditLogEntry] = []
    repeat {
      params.limit = min(limit - entries.count, 200)
      let page = try await AuditSource(output.folders, config).answer(ListAuditEntries.self, params) { queries in
        try await queries.list(params)
      }
      entries += page.entries
      params.before = page.next
    } while params.before != nil && entries.count < limit
    try output.show(ListAuditEntries.Result(entries: entries.reversed())) { answer, terminal in
      answer.entries.isEmpty ? ["No entries."] : Self.table(answer.entries).lines(for: terminal)
    }
  }

  private static func table(_ entries: [AuditLogEntry]) -> Table {
    let rows = entries.map { entry in
      [
        "\(entry.entry)", entry.at.text, entry.kind,
        entry.name ?? entry.app.map { String($0.rawValue.prefix(8)) } ?? "",
        entry.object ?? "", detail(entry.detail),
      ]
    }
    return Table(
      [
        .init("ENTRY", .right), .moment("WHEN"),
        .init("WHAT", overflow: .wrap, reading: .words { $0.replacing(".", with: " ").replacing("_", with: " ") }),
        .init("APP", overflow: .truncate), .identifier("ABOUT"), .init("DETAIL", overflow: .wrap),
      ], rows: rows)
  }

  private static func detail(_ value: JSONValue) -> String {
    (value.objectValue?.members ?? []).map { member in
      let text: String =
        switch member.value {
        case .string(let text): text
        case .array(let elements): elements.map { $0.stringValue ?? $0.text() }.joined(separator: ",")
        default: member.value.text()
        }
      return SafeText("\(member.name)=\(text)").text
    }.joined(separator: " ")
  }
}

struct AuditVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: localized("Check the whole log; exit status 65 where anything is wrong."))
  @Option(help: .localized("A note that `payd audit head` printed before: checks that it is still part of the log."))
  var expect: String?
  @Option(help: .localized("The configuration file, where the daemon does not run.")) var config: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let params = VerifyAuditLog.Params(expect: expect)
    let answer = try await AuditSource(output.folders, config).answer(VerifyAuditLog.self, params) { queries in
      try await queries.verify(params)
    }
    try output.show(answer) { answer, _ in
      guard answer.ok else { return ["BROKEN: \(ApprovalText.safe(answer.message))."] }
      return [
        "OK: \(CountText.text(answer.entries ?? 0, "entry", "entries"))\(expect == nil ? "" : ", and what you noted is among them").",
        "head \(ApprovalText.safe(answer.note))",
      ]
    }
    if !answer.ok { throw ExitCode(ExitStatus.dataError.rawValue) }
  }
}

struct AuditHeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: localized("Print the hash of the newest entry and its number, to be noted elsewhere."))
  @Option(help: .localized("The configuration file, where the daemon does not run.")) var config: String?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let nothing = OwnerNothing()
    let answer = try await AuditSource(output.folders, config).answer(GetAuditHead.self, nothing) { queries in
      try await queries.head(nothing)
    }
    try output.show(answer) { answer, _ in [ApprovalText.safe(answer.note)] }
  }
}

/// The daemon where it runs, and its files, or the database that the configuration names, where it does not.
struct AuditSource {
  private let directories: PayportDirectories
  private let choice: ConfigurationChoice

  init(_ folders: FolderOptions, _ configuration: String?) {
    directories = folders.directories
    choice = ConfigurationChoice(path: configuration, directories)
  }

  /// Asks the daemon, and what it has left if it cannot answer.
  func answer<Method: OwnerMethod>(
    _ method: Method.Type, _ params: Method.Params, ifStopped ask: (AuditQueries) async throws -> Method.Result
  ) async throws -> Method.Result {
    do throws(OwnerFailure) {
      do throws(OwnerFailure) {
        return try OwnerSocketClient(path: directories.ownerSocket).call(method, params, timeoutSeconds: 600)
      } catch {
        guard error.reason.kind == .unavailable else { throw error }
      }
      return try await StoppedProvider(directories: directories, configuration: try choice.forOwner()).audit(ask)
    } catch {
      throw OwnerConsole.fail(error)
    }
  }
}
