import Cryptography
public import RPCRuntime

/// The providers that an app has met, with their keys.
public struct KnownProviders: Sendable {
  private let state: AppState

  /// Creates the providers of an app.
  public init(appID: String, directories: PayportDirectories) {
    state = AppState(appID: appID, directories: directories)
  }

  /// Returns the key of a provider in base64url; `nil` if the app has never met it.
  ///
  /// - Throws: ``AppStateError``.
  public func key(of provider: String) async throws(AppStateError) -> String? {
    try await state.pin(of: provider)?.key.base64URL
  }

  /// Forgets a provider's key, so that the app can meet the provider again. Do this only if the owner explicitly asks
  /// for it after ``DiscoveryError/wrongKey(name:)``. The next connection accepts the key that is published then, and
  /// pairs with it.
  ///
  /// - Throws: ``AppStateError``.
  public func forget(_ provider: String) async throws(AppStateError) {
    try await state.forget(provider)
  }
}
