import Cryptography
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
  public var lines: [String] {
    ["File:        \(path)", "Kept:        \(words)"]
      + (state.publicKey.map { ["Public key:  \($0.base64URL)"] } ?? [])
  }

  /// The JSON object `{file, kept: file|libsecret|none, sealed, public?}`.
  public var json: JSONValue {
    var object: JSONObject = ["file": .string(path), "kept": .string(kept), "sealed": .bool(isSealed)]
    if let key = state.publicKey { object["public"] = .string(key.base64URL) }
    return .object(object)
  }

  private var words: String {
    switch state {
    case .none: "there is no key yet; it is made when it is first needed"
    case .plain: "in the file, which only you can read"
    case .sealed: "in the file, sealed by a passphrase"
    case .keyring: "in the keyring of the desktop session"
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
