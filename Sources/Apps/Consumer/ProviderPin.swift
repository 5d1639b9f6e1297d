import Cryptography
import JSON

/// The key that a provider proved when the app first met it, as in the known hosts of ssh.
struct ProviderPin: Sendable, Equatable {
  let key: Ed25519.VerifyingKey
  /// The highest version of the specification that the provider has offered. It reveals a provider that offers older
  /// ones.
  let highestVersion: Int

  init(key: Ed25519.VerifyingKey, highestVersion: Int) {
    self.key = key
    self.highestVersion = highestVersion
  }

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
