import Foundation
import JSON
import TestSupport

/// The programs that are installed, and the scripts that make what is installed with them.
enum PackagedProgram: String, CaseIterable {
  case payd, payctl, paychat
  case statement = "payport-statement"

  /// The programs with commands, which explain themselves in JSON.
  static let explained: [PackagedProgram] = [.payd, .payctl, .paychat]

  var path: String { get throws { try BuiltPrograms.path(rawValue) } }

  /// Returns the lines that a command prints, which must succeed.
  static func output(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil
  ) async throws -> [String] {
    let result = try await run(program, arguments, environment: environment, in: folder)
    guard result.exit == .code(0) else {
      throw ChildProcessError.ended("\(program) \(arguments): \(result.exit) \(result.error.joined(separator: "\n"))")
    }
    return result.output
  }

  /// Runs a command of the system or of the tree.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil
  ) async throws -> ChildProcessResult {
    var whole = ProcessInfo.processInfo.environment
    whole["PAYPORT_VERSION"] = nil
    whole["SOURCE_DATE_EPOCH"] = "1700000000"
    return try await ChildProcess.run(
      "/usr/bin/env", [program] + arguments, environment: whole.merging(environment) { $1 },
      directory: folder ?? ForeignConsumer.packageRoot, within: .seconds(120))
  }

  /// Whether a program is there; says that its test is skipped if not.
  static func has(_ program: String) -> Bool {
    let found = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    if !found { print("SKIPPED: there is no \(program) here") }
    return found
  }

  /// The commands of a program with all commands below them, as `payd approve`.
  ///
  /// - Parameter hidden: whether those are among them that its help hides.
  func commands(hidden: Bool = false) async throws -> [String] {
    let text = try await Self.output(path, ["--experimental-dump-help"]).joined(separator: "\n")
    let root = try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(depth: 64, bytes: 8 << 20))["command"]
    func names(_ command: JSONValue, _ before: String) -> [String] {
      (command["subcommands"]?.arrayValue ?? []).flatMap { sub -> [String] in
        let name = sub["commandName"]?.stringValue ?? ""
        guard name != "help", hidden || sub["shouldDisplay"] != false else { return [] }
        let whole = before + " " + name
        let below = names(sub, whole)
        return below.isEmpty ? [whole] : below
      }
    }
    return names(root ?? .null, rawValue)
  }
}
