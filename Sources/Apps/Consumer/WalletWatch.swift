/// Keeps the connection to a wallet open and reports its state. A chat works without the wallet.
package struct WalletWatch: Sendable {
  /// The client of the wallet.
  package let client: PaymentsClient
  private let again: ChangeSignal

  /// Creates a watch.
  ///
  /// - Parameter again: a signal that changes when the person wants to ask again a wallet whose owner has refused the app.
  package init(client: PaymentsClient, again: ChangeSignal) {
    self.client = client
    self.again = again
  }

  /// Watches the connection until the task is cancelled.
  ///
  /// - Parameter tell: is called each second with whether the owner has let the app in, and with each failure.
  package func run(_ tell: @Sendable (Result<Pairing, any Error>) async -> Void) async {
    while !Task.isCancelled {
      let version = again.version
      do {
        await tell(.success(try await client.pairing()))
        try await Task.sleep(for: .seconds(1))
      } catch {
        if Task.isCancelled { return }
        await tell(.failure(error))
        do { try await wait(after: error, beyond: version) } catch { return }
      }
    }
  }

  private func wait(after error: any Error, beyond version: Int) async throws {
    // An owner who has refused the app is not asked again automatically.
    if let error = error as? PairingError, !error.isTransient { return try await again.wait(beyond: version) }
    // The provider may have said when to ask again.
    let wanted = (error as? PairingError)?.retryAfterMilliseconds ?? 0
    try await Task.sleep(for: max(.seconds(2), .milliseconds(min(wanted, 60_000))))
  }
}
