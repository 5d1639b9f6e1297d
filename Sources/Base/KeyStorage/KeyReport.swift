import Cryptography
import DisplayText
public import JSON

/// A report of where and how a key is stored, as text for people and as JSON for programs.
public struct KeyReport: Sendable {
  private let state: KeyManager.State
  private let path: String

  /// Makes a report from a state and the path of the key file.
  public init(_ state: KeyManager.State, _ path: String) {
    self.state = state
    self.path = path
  }

  /// Three lines: the place, the form and the public key.
  ///
  /// - Parameter isTTY: whether a terminal shows them; programs read the names of facts as they are.
  public func lines(isTTY: Bool) -> [String] {
    let facts: [(name: String, value: String?)] = [
      ("File:", path), ("Kept:", words), ("Public key:", state.publicKey?.base64URL),
    ]
    let names = facts.map { isTTY ? localized(text: $0.name) : $0.name }
    let width = names.map { DisplayWidth.columns($0) }.max() ?? 0
    return zip(names, facts).compactMap { name, fact in
      fact.value.map { name + String(repeating: " ", count: width + 2 - DisplayWidth.columns(name)) + $0 }
    }
  }

  /// The JSON object `{file, kept: file|libsecret|none, sealed, public?}`.
  public var json: JSONValue {
    var object: JSONObject = ["file": .string(path), "kept": .string(kept), "sealed": .bool(isSealed)]
    if let key = state.publicKey { object["public"] = .string(key.base64URL) }
    return .object(object)
  }

  private var words: String {
    switch state {
    case .none: localized("there is no key yet; it is made when it is first needed")
    case .plain: localized("in the file, which only you can read")
    case .sealed: localized("in the file, sealed by a passphrase")
    case .keyring: localized("in the keyring of the desktop session")
    }
  }

  private var kept: String {
    switch state {
    case .none: "none"
    case .plain, .sealed: KeyKeeping.file.rawValue
    case .keyring: KeyKeeping.libsecret.rawValue
    }
  }

  private var isSealed: Bool {
    if case .sealed = state { true } else { false }
  }
}
