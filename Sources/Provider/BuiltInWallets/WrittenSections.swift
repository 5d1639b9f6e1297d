package import JSON

extension BitcoinWalletSection {
  /// The section as it is written into a configuration. What has its default value is left out.
  package var written: JSONObject {
    var members: JSONObject = ["type": .string(type), "currency": .string(currency), "url": .string(url)]
    if !wallet.isEmpty { members["wallet"] = .string(wallet) }
    if cookieFile.isEmpty {
      if !user.isEmpty { members["user"] = .string(user) }
      members["password"] = .string(password)
    } else {
      members["cookie_file"] = .string(cookieFile)
    }
    members["chain"] = .string(chain)
    return members
  }
}

extension MoneroWalletSection {
  /// The section as it is written into a configuration. What has its default value is left out.
  package var written: JSONObject {
    var members: JSONObject = ["type": .string(type), "url": .string(url), "daemon": .string(daemon)]
    if !user.isEmpty {
      members["user"] = .string(user)
      members["password"] = .string(password)
    }
    members["network"] = .string(network)
    return members
  }
}
