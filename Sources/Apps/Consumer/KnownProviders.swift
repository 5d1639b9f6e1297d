import Cryptography
import JSON
public import RPCRuntime

/// The providers that an app has met, with their keys.
public struct KnownProviders: Sendable {
  private let state: AppState

  /// Creates the providers of an app.
  public init(appID: String, directories: PayportDirectories) {
    state = AppState(appID: appID, directories: directories)
  }

  /// Returns the key of a provider in base64url; `nil` if the app has never met it.
  public func key(of provider: String) async throws(AppStateError) -> String? {
    try await state.pin(of: provider)?.key.base64URL
  }

  /// Forgets a provider's key, so that the app can meet the provider again. Do this only if the owner explicitly asks
  /// for it after ``DiscoveryError/wrongKey(name:)``. The next connection accepts the key that is published then, and
  /// pairs with it.
  public func forget(_ provider: String) async throws(AppStateError) {
    try await state.forget(provider)
  }
}

/// The key that a provider proved when the app first met it, as in the known hosts of ssh.
struct ProviderPin: Sendable, Equatable {
  let key: Ed25519.VerifyingKey
  /// The highest version of the specification that the provider has offered. It reveals a provider that offers older
  /// ones.
  let highestVersion: Int
}

extension ProviderPin {
  init?(_ object: JSONObject) {
    guard let text = object["provider_id"]?.stringValue, let key = try? Ed25519.VerifyingKey(base64URL: text),
      let version = object["highest_version"]?.integerValue(as: Int.self)
    else { return nil }
    self.init(key: key, highestVersion: version)
  }

  var object: JSONObject {
    ["v": 1, "provider_id": .string(key.base64URL), "highest_version": .integer(highestVersion)]
  }
}
