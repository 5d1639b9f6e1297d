import JSON
import OwnerAPI
import Platform
import Processes

/// The `payd` beside the program that shows the page, for what its owner would otherwise type: it decides and does all of
/// it, and the page has no second way.
package struct PaydProgram: Sendable {
  /// What a run of it came to.
  struct Outcome: Sendable {
    /// The exit status; -1 if it did not end by itself.
    let status: Int32
    /// What it wrote.
    let text: String
  }

  private static let mostBytes = 1 << 20

  private let path: String
  private let options: [String]
  /// The folder of the ledger and the keys, which is its owner's alone.
  let state: String

  /// - Parameters:
  ///   - state: the folder of the ledger and the keys.
  ///   - options: the options that name other folders than the usual ones, as they are typed.
  package init(state: String, options: [String]) {
    path = ProgramLocation.folder + "/payd"
    self.state = state
    self.options = options
  }

  /// Whether it is installed.
  var isThere: Bool { access(path, X_OK) == 0 }

  /// Runs a command and waits for its end.
  ///
  /// - Parameters:
  ///   - words: the command with its arguments.
  ///   - input: what it reads, such as a passphrase, which is in no list of processes.
  ///   - language: the language of what it says.
  /// - Throws: `unavailable` where the system starts no program.
  func run(_ words: [String], input: String = "", language: String = "en") throws(OwnerFailure) -> Outcome {
    guard let told = SocketPair(), let said = SocketPair() else { throw Self.noProgram }
    let locale = language.utf8.elementsEqual("de".utf8) ? "de_DE.UTF-8" : "C.UTF-8"
    let environment = ChildProgram.ownEnvironment.filter { !Self.isOfLanguage($0) } + ["LC_ALL=\(locale)", "TERM=dumb"]
    let program = ChildProgram(path, words + options, environment: environment)
    let started = program.start(input: told.theirs, output: said.theirs, error: said.theirs, closesOthers: true)
    told.closeTheirs()
    said.closeTheirs()
    guard let started else { throw Self.noProgram }
    // So little fits into the socket at once, whether it is read or not.
    _ = Array(input.utf8).withUnsafeBytes { told.send($0) }
    told.closeOurs()
    let text = Self.all(of: said.ours)
    // Whoever has more to say than is taken is told so by its own writing.
    said.closeOurs()
    return Outcome(status: ChildProgram.end(of: started), text: text)
  }

  private static let noProgram = OwnerFailure(.unavailable, "the system starts no further program")

  private static func isOfLanguage(_ variable: String) -> Bool {
    ["LC_ALL=", "LANGUAGE=", "LC_MESSAGES=", "TERM="].contains { variable.utf8.starts(with: $0.utf8) }
  }

  private static func all(of descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < mostBytes {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PaydProgram.Outcome {
  /// Why it did not do what was asked; what it says with `--json` has the reason.
  var failure: OwnerFailure {
    let error = (try? JSONValue(parsing: Array(text.utf8)))?["error"]
    let reason = (error?["reason"]?.stringValue).flatMap(OwnerFailureReason.init(rawValue:)) ?? .unavailable
    return OwnerFailure(reason, error?["message"]?.stringValue ?? "payd ended with status \(status)")
  }
}
