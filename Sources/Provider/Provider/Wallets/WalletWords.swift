import DisplayText
package import OwnerAPI
import PaymentsModel

/// What the owner is told of a wallet that is not ready: what is wrong, and what to type or edit. The words for apps,
/// which learn neither URL nor names, are in `TerminalUI`.
extension WalletTrouble {
  /// What is wrong, as one or more sentences.
  package var sentence: String {
    switch problem {
    case .notAsked: localized("The wallet was not asked yet.")
    case .refused: localized("Nothing answers at \(place): the connection is refused.")
    case .silent:
      url == nil
        ? localized("The wallet has not answered for some seconds.") : localized("\(subject) does not answer in time.")
    case .lost: localized("\(subject) ended the connection before it had answered.")
    case .overloaded: localized("\(subject) has more calls to answer than it can.")
    case .unauthorized:
      isNode
        ? localized("\(subject) refuses the credential.")
        : localized("\(subject) refuses the user name or the password.")
    case .untrusted: localized("\(subject) does not have the certificate that is expected.")
    case .forbidden: localized("\(subject) does not allow the call (HTTP status 403).")
    case .noCookie where isNode:
      localized("The file \(file ?? "") with the macaroon for \(name) is missing, or others can write it.")
    case .noCookie: localized("The cookie file \(file ?? "") of \(name) is missing, or cannot be read.")
    case .walletNotFound: missing
    case .walletNotChosen:
      localized(
        "\(subject) has several wallets loaded, and the configuration names none of them: \(Self.list(loaded)).")
    case .noWalletOpen: localized("\(subject) has no wallet open.")
    case .walletsDisabled: localized("\(subject) runs without wallets.")
    case .noAccount: localized("The wallet has no account \(account ?? 0).")
    case .noDaemon:
      isElectrum ? localized("\(subject) reaches no server.") : localized("\(subject) reaches no monerod.")
    case .wrongNetwork: localized("\(subject) serves \(found ?? ""), and the configuration says \(expected ?? "").")
    case .tooOld: localized("\(subject) is version \(found ?? ""); version \(expected ?? "") or later is needed.")
    case .notUnderstood:
      localized("\(subject) answers something that is not understood\(code.map { localized(" (error \($0))") } ?? "").")
    case .starting: localized("\(subject) is still loading.")
    case .syncing: behind
    case .locked: localized("The wallet is encrypted and locked: it receives, and pays nothing.")
    case .viewOnly: localized("The wallet has no private keys: it receives, and cannot pay.")
    case .restricted: localized("\(subject) runs with --restricted-rpc and refuses what is needed.")
    case .another:
      localized(
        "This is not the wallet that payd knows: it has none of the addresses or payments of payd's ledger. Nothing is paid "
          + "from it, and it gives no addresses to apps.")
    case .forgetful:
      localized(
        "The wallet lacks payments that payd made from it, as a wallet that was restored and has not read the chain. Nothing "
          + "is paid before it knows them.")
    }
  }

  private var missing: String {
    let wallet = wallet ?? ""
    let others = (stored ?? []).filter { loaded?.contains($0) != true }
    let first =
      wallet.isEmpty
      ? localized("\(subject) has no wallet loaded.")
      : localized("\(subject) has no wallet \(Self.quoted(wallet)) loaded.")
    return first
      + (loaded?.isEmpty == false ? localized(" It has loaded: \(Self.list(loaded)).") : "")
      + (others.isEmpty ? "" : localized(" It could load: \(Self.list(others))."))
  }

  private var behind: String {
    let part = percent.map { " (\($0) %)" } ?? ""
    guard let height else {
      return target.map { localized("The wallet reads the blocks up to \($0)\(part).") }
        ?? localized("The wallet is reading blocks\(part).")
    }
    guard let target, target > height else {
      let known = percent.map { $0 < 99 ? localized(" (about \($0) %)") : "" } ?? ""
      return
        localized(
          "The wallet's daemon has not caught up with the network yet\(known): its newest block is \(height), and it has "
            + "heard of no later one.")
    }
    return localized("The wallet is behind the network: block \(height) of \(target)\(part).")
  }

  /// What to type or edit; `nil` where it is only to wait for a moment.
  ///
  /// - Parameters:
  ///   - configuration: the path of the configuration.
  ///   - wallet: how the owner reaches the wallet by a command line.
  package func advice(configuration: String?, _ wallet: WalletCommandLine) -> String? {
    let file = configuration ?? localized("the configuration")
    switch problem {
    case .notAsked, .starting: return nil
    case .syncing where isElectrum:
      return localized(
        "It catches up by itself while its server does. To see which one it asks: electrum getinfo; others: electrum setconfig "
          + "oneserver false")
    case .syncing where isNode: return localized("It catches up by itself while its own daemon does.")
    case .syncing: return wallet.adviceToWait
    case .refused: return localized("Start \(name), or correct \(urlKey) in \(file).")
    case .silent where url == nil: return localized("Look whether its programs run and are busy.")
    case .silent, .lost: return localized("Look whether \(name) runs and is busy, or correct \(urlKey) in \(file).")
    case .overloaded: return localized("Raise rpcworkqueue of \(name), or make fewer calls to it.")
    case .unauthorized where isNode: return localized("Correct \(credentialKey) in \(file).")
    case .untrusted: return localized("Correct certificate_file or \(urlKey) in \(file).")
    case .unauthorized:
      let source =
        isElectrum
        ? localized("what these commands tell: electrum getconfig rpcuser, electrum getconfig rpcpassword")
        : isMonero
          ? localized("those of --rpc-login of \(name)")
          : localized(
            "rpcuser and rpcpassword, or a pair of rpcauth, of \(name). Where it has an rpcpassword and no rpcuser, leave user "
              + "out")
      return localized("Correct user and password in \(file): they are \(source).")
    case .forbidden: return localized("Look at rpcallowip and rpcwhitelist in the configuration of \(name).")
    case .noCookie where isNode: return localized("Correct macaroon_file in \(file).")
    case .noCookie:
      return
        localized(
          "Start \(name), or correct cookie_file in \(file). A \(name) that has an rpcpassword, as Debian's has, writes no "
            + "cookie file: write that as password in place of cookie_file, and as user its rpcuser, or nothing where it has none."
        )
    case .walletNotFound where isElectrum:
      return localized(
        "Open it with: electrum load_wallet. If its file is encrypted, name a file with its password as wallet_password_file "
          + "in \(file).")
    case .walletNotFound: return loadingAdvice(file, by: wallet)
    case .walletNotChosen: return localized("Write the name of one of them as wallet into \(file).")
    case .noWalletOpen where isNode:
      return localized("Unlock it with: lncli unlock. If there is none yet: lncli create")
    case .noWalletOpen: return localized("Start \(name) with --wallet-file, or have it open a wallet with open_wallet.")
    case .walletsDisabled:
      return localized("Remove disablewallet from the configuration of \(name), and start it again.")
    case .noAccount: return localized("Correct account in \(file).")
    case .noDaemon where isElectrum:
      return localized("Look whether this machine is online, and which server is set: electrum getconfig server")
    case .noDaemon: return localized("Start monerod, and \(name) with its --daemon-address.")
    case .wrongNetwork: return localized("Correct \(networkKey) or \(urlKey) in \(file).")
    case .tooOld: return localized("Install a newer \(name).")
    case .notUnderstood: return localized("Look whether \(urlKey) in \(file) is the URL for calls to \(name).")
    case .locked where isElectrum:
      return localized(
        "Write the password of the wallet into a file that only you can read, and its path as wallet_password_file into \(file)."
      )
    case .locked:
      return localized("Unlock it in the wallet, as with: \(wallet.text) -stdinwalletpassphrase walletpassphrase 3600")
    case .viewOnly: return localized("Configure a wallet that has its keys, if it is to pay.")
    case .restricted: return localized("Start \(name) without --restricted-rpc.")
    case .another:
      return localized(
        "Open the wallet that payd used before. If you have replaced it by this one for good: "
          + "payd sends accept CURRENCY")
    case .forgetful:
      return
        localized(
          "Have the wallet read the chain from before its first payment, as with rescanblockchain or rescan_bc. If it "
            + "can never know them: payd sends accept CURRENCY")
    }
  }

  private func loadingAdvice(_ file: String, by command: WalletCommandLine) -> String {
    let client = command.text
    let wallet = wallet ?? ""
    if stored?.contains(wallet) == true, !wallet.isEmpty {
      return localized("Load it with: \(client) loadwallet \(Self.quoted(wallet))")
    }
    if loaded?.isEmpty == false { return localized("Write one of these names as wallet into \(file).") }
    if let first = stored?.first { return localized("Load one with: \(client) loadwallet \(Self.quoted(first))") }
    return localized(
      "Create one with: \(client) createwallet \(Self.quoted(wallet.isEmpty ? "payport" : wallet))")
  }

  // MARK: Parts

  private var isMonero: Bool { program?.utf8.starts(with: "monero".utf8) == true }
  private var isElectrum: Bool { program == "electrum" }
  /// Whether it is a node that is used for Lightning alone.
  private var isNode: Bool { ["lightningd", "lnd", "phoenixd"].contains(program) }
  /// The key of the configuration that has the credential of a node.
  private var credentialKey: String {
    switch program {
    case "lightningd": "rune_file"
    case "lnd": "macaroon_file"
    default: "password"
    }
  }
  private var name: String { program ?? localized("the wallet") }
  private var place: String { url.map { "\($0) (\(name))" } ?? name }
  private var subject: String { url.map { localized("\(name) at \($0)") } ?? localized("The wallet") }
  /// The key of the configuration that has the URL.
  private var urlKey: String { program == "monerod" ? "daemon" : "url" }

  /// The key of the configuration that does not fit to the program.
  private var networkKey: String {
    if isMonero { return "network" }
    return ["main", "test", "regtest"].contains(expected) ? "chain" : "currency"
  }

  /// A few names, so that a line stays readable.
  private static func list(_ names: [String]?) -> String {
    let names = names ?? []
    return names.prefix(8).map(quoted).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }

  private static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

extension WalletNotice {
  /// What is to be known, as one or more sentences.
  package var sentence: String {
    switch kind {
    case .unreadable:
      count == 1
        ? localized(
          "1 entry of the wallet's list of \(listWords) cannot be read; payd does not see what it stands for. All others "
            + "are seen.")
        : localized(
          "\(count ?? 0) entries of the wallet's list of \(listWords) cannot be read; payd does not see what they stand for. "
            + "All others are seen.")
    case .inExtensionBlocks:
      localized(
        "\(amount?.text ?? "") of the wallet's money is in extension blocks (MWEB); payd cannot pay with it, and does not "
          + "count it.")
    case .addressesPassed:
      count == 1
        ? localized(
          "The wallet handed out 1 address again that this ledger has, as one does that was put back to an older state. "
            + "None was used twice.")
        : localized(
          "The wallet handed out \(count ?? 0) addresses again that this ledger has, as one does that was put back to an "
            + "older state. None was used twice.")
    }
  }

  /// What to type or do.
  ///
  /// - Parameter wallet: how the owner reaches the wallet by a command line.
  package func advice(_ wallet: WalletCommandLine) -> String {
    switch kind {
    case .unreadable where list == "sent":
      localized("Look in the wallet at what it sent, and compare with: payd payments. Then look for a newer payd.")
    case .unreadable where list == "coins":
      localized("payd pays with the other coins. Look for a newer payd.")
    case .unreadable:
      localized(
        "Look in the wallet at what arrived, and compare with: payd payments --incoming. Then look for a newer payd.")
    case .inExtensionBlocks:
      localized(
        "To use it, send it to an ordinary address of the wallet: \(wallet.text) sendtoaddress "
          + "\"$(\(wallet.text) getnewaddress '' bech32)\" AMOUNT")
    case .addressesPassed:
      localized("If it was restored from its seed or a backup, have it scan the chain again, and compare its balance.")
    }
  }

  private var listWords: String {
    switch list {
    case "sent": localized("payments that were sent")
    case "coins": localized("coins")
    default: localized("payments that arrived")
    }
  }
}
