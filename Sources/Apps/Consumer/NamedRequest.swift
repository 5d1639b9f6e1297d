import Cryptography
import Files
import JSON
import PaymentsModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request to which the app has given a name of its own. The name, the `request_id` and the params are on the disk before
/// anything is sent, so an app that knows only its own names can repeat each request after any crash.
struct NamedRequest: Sendable, Equatable {
  /// The most code points of a name.
  static let longestName = 200

  let name: String
  /// The key under which the provider carries it out at most once. It belongs to the name for ever.
  let requestID: PaymentRequestID
  var method: String
  /// The params as they are sent, including `request_id`.
  var params: JSONValue
  /// The name of the provider that it was meant for.
  let provider: String
  /// The key of that provider, base64url.
  let providerID: String
  /// Whether the provider has refused it, and nothing was done. Only then may other params take its name.
  var isRefused: Bool

  /// Whether a repeated request is this one. `expires_at` is not compared, because an app computes it anew; the first one
  /// holds.
  func isSame(method: String, params: JSONObject) -> Bool {
    self.method == method && Self.compared(self.params.objectValue ?? [:]) == Self.compared(params)
  }

  private static func compared(_ params: JSONObject) -> JSONObject {
    JSONObject(params.members.filter { $0.name != "expires_at" && $0.name != "request_id" })
  }
}

extension NamedRequest {
  init?(_ object: JSONObject) {
    guard let name = object["name"]?.stringValue, let method = object["method"]?.stringValue,
      let params = object["params"], let id = params["request_id"]?.stringValue.flatMap({ PaymentRequestID($0) }),
      let provider = object["provider"]?.stringValue, let providerID = object["provider_id"]?.stringValue,
      let isRefused = object["refused"]?.boolValue
    else { return nil }
    self.init(
      name: name, requestID: id, method: method, params: params, provider: provider, providerID: providerID,
      isRefused: isRefused)
  }

  var object: JSONObject {
    [
      "v": 1, "name": .string(name), "method": .string(method), "params": params, "provider": .string(provider),
      "provider_id": .string(providerID), "refused": .bool(isRefused),
    ]
  }
}

/// Why a request with a name was not sent.
package enum RequestNameError: Error, Sendable, Hashable {
  /// The name is empty or too long.
  case malformed
  /// The name stands for a request with another method or other params.
  case taken
  /// There is no request of this name.
  case unknown
}

extension RequestNameError: ErrorInWords {
  /// What is wrong, in one sentence.
  package var sentence: String {
    switch self {
    case .malformed: "A name has 1 to \(NamedRequest.longestName) code points."
    case .taken: "This name stands for a request with other params; nothing was sent."
    case .unknown: "This app has made no request of this name."
    }
  }

  /// What the person can do.
  package var remedy: String? {
    switch self {
    case .malformed: nil
    case .taken:
      "Repeat the first request unchanged, or give a new payment a name of its own. A request that the wallet refused "
        + "can be corrected under its name."
    case .unknown: "Make the request; to repeat it is always safe."
    }
  }
}

extension AppState {
  /// Returns the request of a name; `nil` if there is none.
  func request(named name: String) throws(AppStateError) -> NamedRequest? {
    let file = try Self.file(of: name)
    guard let object = try namesFolder().object(file) else { return nil }
    guard let request = NamedRequest(object) else { throw .damaged(name: file) }
    return request
  }

  /// Returns the name of a request; `nil` if it has none.
  func name(of requestID: PaymentRequestID) throws(AppStateError) -> String? {
    try namesFolder().object(requestID.text + ".json")?["name"]?.stringValue
  }

  /// Stores a request under its name, and returns whether it did. Without `replacing`, the one that is there stays.
  func keep(_ request: NamedRequest, replacing: Bool) throws(AppStateError) -> Bool {
    let names = try namesFolder()
    // The way back is written first: an identifier that no name has says nothing.
    if !replacing {
      try names.write(["v": 1, "name": .string(request.name)], to: request.requestID.text + ".json", replacing: false)
    }
    return try names.write(request.object, to: try Self.file(of: request.name), replacing: replacing)
  }

  private func namesFolder() throws(AppStateError) -> PrivateFolder {
    let root = try folder().root
    do { return try root.subfolder("names", creating: true) } catch { throw .file(name: "names", error) }
  }

  /// The file of a name, which can have any characters.
  private static func file(of name: String) throws(AppStateError) -> String {
    guard let digest = try? SHA256.hash(Array(name.utf8)) else { throw .damaged(name: "names") }
    return "name-\(digest.hexadecimal).json"
  }
}
