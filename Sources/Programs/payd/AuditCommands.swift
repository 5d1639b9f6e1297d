import ArgumentParser
import JSON
import OwnerSocket
import PaymentsModel
import Provider
import TerminalUI

struct Audit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what was allowed, refused and paid, and check that nobody changed it.",
    discussion: """
      Each entry carries a hash over all before it, so that none can be changed, taken out or put in between unseen. \
      Somebody who can write the file could cut off its end, or make it all anew: note `payd audit head` elsewhere now \
      and then, and check with `payd audit verify --expect NOTE`.

      Works while the daemon runs, and on its files while it does not.
      """,
    subcommands: [AuditList.self, AuditVerify.self, AuditHeadCommand.self], defaultSubcommand: AuditList.self)
}

struct AuditList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List entries, the newest last. This is what `payd audit` does.")
  @Option(parsing: .unconditional, help: "Only those about this app: its key, the beginning of it, or its id.")
  var app: String?
  @Option(
    help: "Only those from this moment on: 2026-01-31, \"2026-01-31 12:00\" (local time), or 2h, 7d for so long ago.")
  var since: String?
  @Option(help: "The most entries to show.") var limit = 50
  @Option(help: "Only those before this entry.") var before: Int64?
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000000") }
  }

  func run() async throws {
    var params: JSONObject = [:]
    params["app"] = app.map(JSONValue.string)
    if let since {
      guard let moment = LocalTime.parse(since, now: SystemWallClock().now()) else {
        throw ValidationError("--since must be 2026-01-31, \"2026-01-31 12:00\", 30m, 2h or 7d")
      }
      params["since"] = .string(moment.text)
    }
    var entries: [JSONValue] = []
    var next = before
    repeat {
      params["limit"] = .integer(min(limit - entries.count, 200))
      params["before"] = next.map { .integer($0) }
      let page = try await AuditSource.ask("audit", .object(params), folders)
      entries += page["entries"]?.arrayValue ?? []
      next = page["next"].flatMap { $0.integerValue(as: Int64.self) }
    } while next != nil && entries.count < limit
    entries.reverse()
    try OwnerConsole.show(["entries": .array(entries)], json: json) { _, terminal in
      entries.isEmpty ? ["No entries."] : Self.table(entries).lines(for: terminal)
    }
  }

  private static func table(_ entries: [JSONValue]) -> Table {
    let rows = entries.map { entry in
      [
        ApprovalText.safe(entry["entry"]), LocalTime.text(entry["at"]?.stringValue ?? ""),
        ApprovalText.safe(entry["kind"]),
        ApprovalText.safe(entry["name"] ?? entry["app"].map { .string(String(($0.stringValue ?? "").prefix(8))) }),
        ApprovalText.safe(entry["object"]), detail(entry["detail"]),
      ]
    }
    return Table(
      [
        .init("ENTRY", .right), .init("WHEN"), .init("WHAT"), .init("APP", overflow: .truncate),
        .init("ABOUT"), .init("DETAIL", overflow: .wrap),
      ], rows: rows)
  }

  private static func detail(_ value: JSONValue?) -> String {
    (value?.objectValue?.members ?? []).map { member in
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
    commandName: "verify", abstract: "Check the whole log; exit status 65 where anything is wrong.")
  @Option(help: "A note that `payd audit head` printed before: checks that it is still part of the log.")
  var expect: String?
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() async throws {
    var params: JSONObject = [:]
    params["expect"] = expect.map(JSONValue.string)
    let answer = try await AuditSource.ask("audit.verify", .object(params), folders)
    let isSound = answer["ok"]?.boolValue == true
    try OwnerConsole.show(answer, json: json) { answer, _ in
      guard isSound else { return ["BROKEN: \(ApprovalText.safe(answer["message"]))."] }
      return [
        "OK: \(ApprovalText.safe(answer["entries"])) entries\(expect == nil ? "" : ", and what you noted is among them").",
        "head \(ApprovalText.safe(answer["note"]))",
      ]
    }
    if !isSound { throw ExitCode(ExitStatus.dataError.rawValue) }
  }
}

struct AuditHeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head", abstract: "Print the hash of the newest entry and its number, to be noted elsewhere.")
  @OptionGroup var folders: FolderOptions
  @Flag(help: "Print JSON.") var json = false

  func run() async throws {
    let answer = try await AuditSource.ask("audit.head", [:], folders)
    try OwnerConsole.show(answer, json: json) { answer, _ in [ApprovalText.safe(answer["note"])] }
  }
}

/// The daemon where it runs, and its files where it does not.
enum AuditSource {
  static func ask(_ method: String, _ params: JSONValue, _ folders: FolderOptions) async throws -> JSONValue {
    do throws(OwnerFailure) {
      return try OwnerSocketClient(path: folders.directories.ownerDoor).call(method, params, timeoutSeconds: 600)
    } catch  where error.reason == .unavailable {
      return try await askFiles(method, params, folders)
    } catch {
      throw OwnerConsole.fail(error)
    }
  }

  private static func askFiles(
    _ method: String, _ params: JSONValue, _ folders: FolderOptions
  ) async throws -> JSONValue {
    do throws(OwnerFailure) {
      return try await StoppedProvider(directories: folders.directories).audit(method, params)
    } catch {
      throw OwnerConsole.fail(error)
    }
  }
}
