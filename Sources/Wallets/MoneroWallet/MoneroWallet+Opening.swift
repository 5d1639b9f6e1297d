import JSON
package import WalletBackend

extension MoneroWallet {
  /// Has the program open a wallet of its folder (`--wallet-dir`), or make a new one there.
  ///
  /// - Parameters:
  ///   - name: the name of the wallet's file.
  ///   - password: the password of the file, which may be empty.
  /// - Throws: ``WalletProblem``; `notUnderstood` with the program's code where it refuses, as for a wrong password.
  package func open(_ name: String, password: String, isNew: Bool) async throws(WalletProblem) {
    try await rpc.open(name, password: password, isNew: isNew)
  }
}

extension MoneroRPC {
  fileprivate func open(_ name: String, password: String, isNew: Bool) async throws(WalletProblem) {
    var parameters: JSONObject = ["filename": .string(name), "password": .string(password)]
    if isNew { parameters["language"] = "English" }
    let reply = try await walletServer.ask(isNew ? "create_wallet" : "open_wallet", .object(parameters))
    guard case .failure(let failure) = reply else { return }
    throw .notUnderstood(code: failure.code, walletServer.endpoint)
  }
}
