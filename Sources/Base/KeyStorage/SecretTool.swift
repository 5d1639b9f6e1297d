import Cryptography
import DisplayText
import Platform

/// Accesses the keyring of the session, the Secret Service of D-Bus, through libsecret's own program `secret-tool`.
///
/// A program is used instead of the library for three reasons. libsecret would bring GLib with its threads and its
/// memory into a daemon that needs a key once at its start. A program that hangs on a keyring can be ended. And nothing
/// has to be installed if keys are stored in files. Secrets are passed through the program's standard streams, never as
/// arguments.
struct SecretTool: Sendable {
  /// The paths where the program is searched. PATH is not used because it could lead to any program.
  static let places = ["/usr/bin/secret-tool", "/usr/local/bin/secret-tool"]

  /// Whether it is at one of them.
  static var isInstalled: Bool { places.contains { access($0, X_OK) == 0 } }

  /// The keyring's item for some attributes.
  enum Item {
    case none
    case locked
    case secret(SecretBytes)
  }

  /// The time limit for a call that asks no person.
  private static let machineLimit = Duration.seconds(15)
  /// The time limit for a call in which a person may have to unlock the keyring.
  private static let personLimit = Duration.seconds(90)

  let executable: String
  let path: String

  /// - Parameters:
  ///   - executable: the path of the program; nil to search for it.
  ///   - path: the path of the key file, for errors.
  init(executable: String?, path: String) throws(KeyStoreError) {
    guard let found = executable ?? Self.places.first(where: { access($0, X_OK) == 0 }) else {
      throw KeyStoreError(.keyringUnavailable(localized("secret-tool is not installed")), path)
    }
    self.executable = found
    self.path = path
  }

  /// Looks up a secret. If the keyring is locked it is asked to unlock, which shows a window if there is a desktop.
  func lookUp(_ attributes: [String]) throws(KeyStoreError) -> Item {
    let found = try search([], for: attributes, within: Self.machineLimit)
    guard case .locked = found else { return found }
    return try search(["--unlock"], for: attributes, within: Self.personLimit)
  }

  private func search(
    _ options: [String], for attributes: [String], within limit: Duration
  ) throws(KeyStoreError) -> Item {
    let outcome = try run(["search", "--all"] + options + Self.operands(attributes), input: nil, within: limit)
    if outcome.wasTooSlow { throw KeyStoreError(options.isEmpty ? Self.tooSlow : .keyringLocked, path) }
    let item = outcome.output.withUnsafeBytes { buffer in
      Self.item(in: UnsafeRawBufferPointer(rebasing: buffer[..<outcome.outputCount]))
    }
    if case .none = item, outcome.status != 0 || !outcome.words.isEmpty { throw unavailable(outcome) }
    return item
  }

  /// Parses the first item in the output of `search`: `[path]`, then `name = value` lines. A locked item has no secret.
  private static func item(in text: UnsafeRawBufferPointer) -> Item {
    guard text.first == UInt8(ascii: "[") else { return .none }
    let wanted = Array("secret = ".utf8)
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: wanted) {
      let value = line.dropFirst(wanted.count)
      return .secret(SecretBytes(count: value.count) { $0.copyBytes(from: value) })
    }
    return .locked
  }

  /// Stores a secret in the default collection. It replaces an item with the same attributes.
  func store(_ secret: SecretBytes, label: String, _ attributes: [String]) throws(KeyStoreError) {
    let outcome = try run(
      ["store", "--label=\(label)"] + Self.operands(attributes), input: secret, within: Self.personLimit)
    if outcome.wasTooSlow { throw KeyStoreError(.keyringLocked, path) }
    guard outcome.status == 0 else {
      throw outcome.words.contains("locked") ? KeyStoreError(.keyringLocked, path) : unavailable(outcome)
    }
  }

  /// Removes the items with some attributes.
  func clear(_ attributes: [String]) throws(KeyStoreError) {
    switch try lookUp(attributes) {
    case .none: return
    case .locked: throw KeyStoreError(.keyringLocked, path)
    case .secret: break
    }
    let outcome = try run(["clear"] + Self.operands(attributes), input: nil, within: Self.machineLimit)
    guard outcome.status == 0, !outcome.wasTooSlow else { throw unavailable(outcome) }
  }

  /// The attributes as operands. `--` is needed because the text of one key in 64 begins with a hyphen and would be
  /// taken as an option.
  private static func operands(_ attributes: [String]) -> [String] { ["--"] + attributes }

  private func run(
    _ arguments: [String], input: SecretBytes?, within limit: Duration
  ) throws(KeyStoreError) -> HelperProcess.Outcome {
    guard let outcome = HelperProcess(executable, arguments, limit: limit).run(input: input) else {
      throw KeyStoreError(.keyringUnavailable(localized("\(executable) cannot be started")), path)
    }
    return outcome
  }

  private static var tooSlow: KeyStoreError.Problem { .keyringUnavailable(localized("it does not answer")) }

  private func unavailable(_ outcome: HelperProcess.Outcome) -> KeyStoreError {
    if outcome.wasTooSlow { return KeyStoreError(Self.tooSlow, path) }
    // The last line of its message, without the program's name.
    let line =
      outcome.words.unicodeScalars.split(separator: "\n").last.map(String.init)
      ?? localized("secret-tool ended with \(outcome.status)")
    let words =
      line.utf8.starts(with: "secret-tool: ".utf8)
      ? String(line.unicodeScalars.dropFirst("secret-tool: ".utf8.count)) : line
    return KeyStoreError(.keyringUnavailable(String(words.unicodeScalars.prefix(200))), path)
  }
}
