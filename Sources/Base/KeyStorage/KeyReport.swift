import Cryptography
public import JSON

/// How a key is kept, in words for people and for programs.
public struct KeyReport: Sendable {
  private let state: KeyManager.State
  private let path: String

  /// The report of a state and the path of the key file.
  public init(_ state: KeyManager.State, _ path: String) {
    self.state = state
    self.path = path
  }

  /// A line each of where, how, and which public key.
  public var lines: [String] {
    ["File:        \(path)", "Kept:        \(words)"]
      + (state.publicKey.map { ["Public key:  \($0.base64URL)"] } ?? [])
  }

  /// `{file, kept: file|libsecret|none, sealed, public?}`
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
