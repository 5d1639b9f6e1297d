import Cryptography
public import RPCRuntime

/// What an app remembers of the providers that it has met.
public struct KnownProviders: Sendable {
  private let state: AppState

  /// Those of an app.
  public init(appID: String, directories: PayportDirectories) {
    state = AppState(appID: appID, directories: directories)
  }

  /// The key of a provider in base64url; nil where it was never met.
  ///
  /// - Throws: ``AppStateError``.
  public func key(of provider: String) async throws(AppStateError) -> String? {
    try await state.pin(of: provider)?.key.base64URL
  }

  /// Forgets a provider's key, for it to be met anew: only on the owner's explicit word, after
  /// ``DiscoveryError/wrongKey(name:)``. The next connection takes whatever key is published then, and pairs with it.
  ///
  /// - Throws: ``AppStateError``.
  public func forget(_ provider: String) async throws(AppStateError) {
    try await state.forget(provider)
  }
}
