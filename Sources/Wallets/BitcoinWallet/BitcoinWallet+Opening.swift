import JSON
package import WalletBackend

extension BitcoinWallet {
  /// Has the daemon load a wallet of its folder, or make a new one, and load it at each start from now on. A new one has
  /// no passphrase.
  ///
  /// It can take as long as the daemon needs to read the wallet, so the time-out of the configuration should be minutes.
  ///
  /// - Parameter name: the name of the wallet in the daemon.
  /// - Throws: ``WalletProblem``; `notUnderstood` with the daemon's code where it refuses, as for a name that is taken.
  package func open(_ name: String, isNew: Bool) async throws(WalletProblem) {
    // A null stands for what the daemon takes by itself: whether a wallet is one of descriptors depends on its version.
    let asked: (method: String, parameters: [JSONValue]) =
      isNew
      ? ("createwallet", [.string(name), false, false, "", false, .null, true]) : ("loadwallet", [.string(name), true])
    guard case .failure(let failure) = try await rpc.ask(asked.method, asked.parameters, on: .node) else { return }
    throw .notUnderstood(code: failure.code, rpc.endpoint)
  }
}
