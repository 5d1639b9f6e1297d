package import JSON
package import Provider

/// A section that `payd setup` can write into a configuration.
package protocol WrittenSection: WalletSection {
  /// Where the wallet listens.
  var url: String { get }
  /// The section as it is written, without its limits. What has its default value is left out.
  var written: JSONObject { get }
}

extension BitcoinWalletSection: WrittenSection {
  /// See ``WrittenSection``.
  package var written: JSONObject {
    let usual = BitcoinWalletSection()
    var members: JSONObject = ["type": .string(type), "currency": .string(currency), "url": .string(url)]
    if !wallet.isEmpty { members["wallet"] = .string(wallet) }
    if cookieFile.isEmpty {
      if !user.isEmpty { members["user"] = .string(user) }
      members["password"] = .string(password)
    } else {
      members["cookie_file"] = .string(cookieFile)
    }
    members["chain"] = .string(chain)
    if confirmations != usual.confirmations { members["confirmations"] = .integer(confirmations) }
    if timeoutSeconds != usual.timeoutSeconds { members["timeout_seconds"] = .integer(timeoutSeconds) }
    if allowRemote { members["allow_remote"] = true }
    return members
  }
}

extension MoneroWalletSection: WrittenSection {
  /// See ``WrittenSection``.
  package var written: JSONObject {
    let usual = MoneroWalletSection()
    var members: JSONObject = ["type": .string(type), "url": .string(url), "daemon": .string(daemon)]
    if !user.isEmpty {
      members["user"] = .string(user)
      members[passwordFile.isEmpty ? "password" : "password_file"] =
        .string(passwordFile.isEmpty ? password : passwordFile)
    }
    if account != usual.account { members["account"] = .integer(account) }
    members["network"] = .string(network)
    if confirmations != usual.confirmations { members["confirmations"] = .integer(confirmations) }
    if timeoutSeconds != usual.timeoutSeconds { members["timeout_seconds"] = .integer(timeoutSeconds) }
    if allowRemote { members["allow_remote"] = true }
    if !zmq.isEmpty { members["zmq"] = .string(zmq) }
    return members
  }
}

extension ElectrumWalletSection: WrittenSection {
  /// See ``WrittenSection``.
  package var written: JSONObject {
    let usual = ElectrumWalletSection()
    var members: JSONObject = ["type": .string(type), "currency": .string(currency), "url": .string(url)]
    if !wallet.isEmpty { members["wallet"] = .string(wallet) }
    members["user"] = .string(user)
    members["password"] = .string(password)
    if !walletPasswordFile.isEmpty { members["wallet_password_file"] = .string(walletPasswordFile) }
    members["chain"] = .string(chain)
    if confirmations != usual.confirmations { members["confirmations"] = .integer(confirmations) }
    if timeoutSeconds != usual.timeoutSeconds { members["timeout_seconds"] = .integer(timeoutSeconds) }
    if allowRemote { members["allow_remote"] = true }
    return members
  }
}

extension LightningNodeSection: WrittenSection {
  /// See ``WrittenSection``.
  package var written: JSONObject {
    let usual = LightningNodeSection(program)
    var members: JSONObject = ["type": .string(type), "url": .string(url)]
    if !credentialFile.isEmpty { members[program.credentialKey] = .string(credentialFile) }
    if !password.isEmpty { members["password"] = .string(password) }
    if !certificateFile.isEmpty { members["certificate_file"] = .string(certificateFile) }
    members["chain"] = .string(chain)
    if timeoutSeconds != usual.timeoutSeconds { members["timeout_seconds"] = .integer(timeoutSeconds) }
    if allowRemote { members["allow_remote"] = true }
    return members
  }
}
