import Foundation
import JSON
import Platform
import TestSupport

/// A `payd` and a `payctl` whose complete output is kept.
final class CanaryLife {
  /// A place in which a secret was found.
  enum Place: String, CaseIterable {
    /// The output of `payd run`, including crash reports.
    case log
    /// The output of the owner's commands.
    case console
    /// The output of `payctl` for its user.
    case app
    /// The ledger and its write-ahead log.
    case ledger
    /// The state of the mock wallet's network.
    case mockWallet
    /// The discovery file of the running provider.
    case discovery
    /// The app's own files.
    case appFiles
    /// All other files in the folders of both programs and in their working directory.
    case elsewhere
  }

  let scratch: ScratchFolder
  private(set) var found: [(place: Place, what: String, bytes: [UInt8])] = []
  private var daemon: ChildProcess?
  /// How the daemon writes its log: `text` or `json`.
  private let logFormat: String
  private let environment: [String: String]

  var state: String { scratch.path + "/state" }
  private var folders: [String] { ["--state", state, "--runtime", scratch.path + "/run"] }
  private var appFolders: [String] { ["--state", scratch.path + "/app", "--runtime", scratch.path + "/run"] }

  init(_ yaml: String, logFormat: String) throws {
    self.logFormat = logFormat
    scratch = try ScratchFolder()
    // The folder `given`, which is not searched, has the files that contain secrets on purpose. Programs run in `here`.
    mkdir(scratch.path + "/given", 0o700)
    mkdir(scratch.path + "/here", 0o700)
    try Data(yaml.utf8).write(to: URL(fileURLWithPath: scratch.path + "/given/provider.yml"))
    chmod(scratch.path + "/given/provider.yml", 0o600)
    var environment = ProcessInfo.processInfo.environment
    // The crash reports of the Swift runtime show memory, so they are enabled.
    environment["SWIFT_BACKTRACE"] = "enable=yes,interactive=no,color=no,output-to=stderr"
    environment["HOME"] = scratch.path + "/here"
    self.environment = environment
  }

  /// Writes a file of the owner with one line.
  func given(_ name: String, _ line: String) throws -> String {
    let path = scratch.path + "/given/" + name
    try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    return path
  }

  /// Starts the daemon with the most detailed log and permission to write a core file; waits until apps can connect.
  func start(_ options: String...) async throws {
    daemon = try launch(options)
    _ = try await daemon?.line(containing: "ready at ws://", on: .error)
    let folder = scratch.path + "/run/providers/"
    keep(.discovery, "test.json", try bytes(of: folder + "test.json"))
  }

  /// Starts a daemon that must end by itself; returns how it ended.
  func startInVain(_ options: String...) async throws -> ChildProcess.Exit {
    daemon = try launch(options)
    return try await ended()
  }

  private func launch(_ options: [String]) throws -> ChildProcess {
    let payd = try BuiltPrograms.path("payd")
    let arguments =
      [
        "run", "--config", scratch.path + "/given/provider.yml", "--log-level", "debug", "--log-format", logFormat,
      ] + folders + options
    return try ChildProcess(
      "/bin/sh", ["-c", "ulimit -c unlimited; exec \"$0\" \"$@\"", payd] + arguments, environment: environment,
      directory: scratch.path + "/here")
  }

  /// Ends the daemon with a signal.
  func end(_ signal: Int32) async throws -> ChildProcess.Exit {
    daemon?.signal(signal)
    return try await ended()
  }

  private func ended() async throws -> ChildProcess.Exit {
    guard let process = daemon else { return .code(-1) }
    let exit = try await process.exit()
    keep(.log, "payd run", process.lines(.output) + process.lines(.error))
    daemon = nil
    return exit
  }

  var daemonProcess: ChildProcess? { daemon }

  /// Runs a command of the owner until it ends.
  @discardableResult
  func owner(_ command: String...) async throws -> ProgramRun { try await run("payd", command, folders, .console) }

  /// Runs a command of the app until it ends.
  @discardableResult
  func app(_ command: String...) async throws -> ProgramRun { try await run("payctl", command, appFolders, .app) }

  /// Starts a command of the app, which must be passed to ``finish(_:)``.
  func launchApp(_ command: String...) throws -> ChildProcess {
    try ChildProcess(
      BuiltPrograms.path("payctl"), command + ["--json"] + appFolders, environment: environment,
      directory: scratch.path + "/here")
  }

  func finish(_ process: ChildProcess) async throws -> ChildProcess.Exit {
    let exit = try await process.exit()
    keep(.app, "payctl", process.lines(.output) + process.lines(.error))
    return exit
  }

  private func run(
    _ program: String, _ command: [String], _ folders: [String], _ place: Place
  ) async throws -> ProgramRun {
    let result = try await ChildProcess.run(
      BuiltPrograms.path(program), command + folders, environment: environment, directory: scratch.path + "/here")
    keep(place, ([program] + command.prefix(2)).joined(separator: " "), result.output + result.error)
    return ProgramRun(command: [program] + command, result: result)
  }

  private func keep(_ place: Place, _ what: String, _ lines: [String]) {
    keep(place, what, Array(lines.joined(separator: "\n").utf8))
  }

  private func keep(_ place: Place, _ what: String, _ bytes: [UInt8]) { found.append((place, what, bytes)) }

  func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// Keeps the content of every file that exists now.
  func keepFiles() throws {
    for (folder, rest) in [("state", Place.elsewhere), ("run", .elsewhere), ("app", .appFiles), ("here", .elsewhere)] {
      for name in FileManager.default.subpaths(atPath: scratch.path + "/" + folder) ?? [] {
        let path = "\(scratch.path)/\(folder)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        let place: Place =
          folder == "state" && name.hasPrefix("ledger")
          ? .ledger
          : folder == "state" && name.hasPrefix("mock")
            ? .mockWallet : folder == "run" && name.hasPrefix("providers/") ? .discovery : rest
        keep(place, folder + "/" + name, try bytes(of: path))
      }
    }
  }

  /// Returns the places in which a secret was found.
  func places(of canary: Canary) -> [Place: Set<String>] {
    var places: [Place: Set<String>] = [:]
    for (place, what, bytes) in found where canary.isIn(bytes) { places[place, default: []].insert(what) }
    return places
  }

  /// The files in the working directory of the programs, such as core files.
  var leftHere: [String] { FileManager.default.subpaths(atPath: scratch.path + "/here") ?? [] }
}
