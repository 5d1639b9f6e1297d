package import OwnerAPI
import PaymentsModel

/// What the owner is told of a wallet that is not ready: what is wrong, and what to type or edit. The words for apps,
/// which learn neither URL nor names, are in `TerminalUI`.
extension WalletTrouble {
  /// What is wrong, as one or more sentences.
  package var sentence: String {
    switch problem {
    case .notAsked: "The wallet was not asked yet."
    case .refused: "Nothing answers at \(place): the connection is refused."
    case .silent:
      url == nil ? "The wallet has not answered for some seconds." : "\(subject) does not answer in time."
    case .lost: "\(subject) ended the connection before it had answered."
    case .overloaded: "\(subject) has more calls to answer than it can."
    case .unauthorized: "\(subject) refuses the user name or the password."
    case .forbidden: "\(subject) does not allow the call (HTTP status 403)."
    case .noCookie: "The cookie file \(file ?? "") of \(name) is missing, or cannot be read."
    case .walletNotFound: missing
    case .walletNotChosen:
      "\(subject) has several wallets loaded, and the configuration names none of them: \(Self.list(loaded))."
    case .noWalletOpen: "\(subject) has no wallet open."
    case .walletsDisabled: "\(subject) runs without wallets."
    case .noAccount: "The wallet has no account \(account ?? 0)."
    case .noDaemon: "\(subject) reaches no monerod."
    case .wrongNetwork: "\(subject) serves \(found ?? ""), and the configuration says \(expected ?? "")."
    case .tooOld: "\(subject) is version \(found ?? ""); version \(expected ?? "") or later is needed."
    case .notUnderstood:
      "\(subject) answers something that is not understood\(code.map { " (error \($0))" } ?? "")."
    case .starting: "\(subject) is still loading."
    case .syncing: behind
    case .locked: "The wallet is encrypted and locked: it receives, and pays nothing."
    case .viewOnly: "The wallet has no private keys: it receives, and cannot pay."
    case .restricted: "\(subject) runs with --restricted-rpc and refuses what is needed."
    case .another:
      "This is not the wallet that payd knows: it has none of the addresses or payments of payd's ledger. Nothing is paid "
        + "from it, and it gives no addresses to apps."
    case .forgetful:
      "The wallet lacks payments that payd made from it, as a wallet that was restored and has not read the chain. Nothing "
        + "is paid before it knows them."
    }
  }

  private var missing: String {
    let wallet = wallet ?? ""
    let what = wallet.isEmpty ? "no wallet" : "no wallet \(Self.quoted(wallet))"
    let others = (stored ?? []).filter { loaded?.contains($0) != true }
    return "\(subject) has \(what) loaded."
      + (loaded?.isEmpty == false ? " It has loaded: \(Self.list(loaded))." : "")
      + (others.isEmpty ? "" : " It could load: \(Self.list(others)).")
  }

  private var behind: String {
    let part = percent.map { " (\($0) %)" } ?? ""
    guard let height else {
      return target.map { "The wallet reads the blocks up to \($0)\(part)." } ?? "The wallet is reading blocks\(part)."
    }
    guard let target, target > height else {
      let known = percent.map { $0 < 99 ? " (about \($0) %)" : "" } ?? ""
      return
        "The wallet's daemon has not caught up with the network yet\(known): its newest block is \(height), and it has "
        + "heard of no later one."
    }
    return "The wallet is behind the network: block \(height) of \(target)\(part)."
  }

  /// What to type or edit; `nil` where it is only to wait for a moment.
  ///
  /// - Parameters:
  ///   - configuration: the path of the configuration.
  ///   - wallet: how the owner reaches the wallet by a command line.
  package func advice(configuration: String?, _ wallet: WalletCommandLine) -> String? {
    let file = configuration ?? "the configuration"
    switch problem {
    case .notAsked, .starting: return nil
    case .syncing: return wallet.adviceToWait
    case .refused: return "Start \(name), or correct \(urlKey) in \(file)."
    case .silent where url == nil: return "Look whether its programs run and are busy."
    case .silent, .lost: return "Look whether \(name) runs and is busy, or correct \(urlKey) in \(file)."
    case .overloaded: return "Raise rpcworkqueue of \(name), or make fewer calls to it."
    case .unauthorized:
      let source =
        isMonero
        ? "those of --rpc-login of \(name)"
        : "rpcuser and rpcpassword, or a pair of rpcauth, of \(name). Where it has an rpcpassword and no rpcuser, leave user "
          + "out"
      return "Correct user and password in \(file): they are \(source)."
    case .forbidden: return "Look at rpcallowip and rpcwhitelist in the configuration of \(name)."
    case .noCookie:
      return
        "Start \(name), or correct cookie_file in \(file). A \(name) that has an rpcpassword, as Debian's has, writes no "
        + "cookie file: write that as password in place of cookie_file, and as user its rpcuser, or nothing where it has none."
    case .walletNotFound: return loadingAdvice(file, by: wallet)
    case .walletNotChosen: return "Write the name of one of them as wallet into \(file)."
    case .noWalletOpen: return "Start \(name) with --wallet-file, or have it open a wallet with open_wallet."
    case .walletsDisabled: return "Remove disablewallet from the configuration of \(name), and start it again."
    case .noAccount: return "Correct account in \(file)."
    case .noDaemon: return "Start monerod, and \(name) with its --daemon-address."
    case .wrongNetwork: return "Correct \(networkKey) or \(urlKey) in \(file)."
    case .tooOld: return "Install a newer \(name)."
    case .notUnderstood: return "Look whether \(urlKey) in \(file) is the URL for calls to \(name)."
    case .locked: return "Unlock it in the wallet, as with: \(wallet.text) -stdinwalletpassphrase walletpassphrase 3600"
    case .viewOnly: return "Configure a wallet that has its keys, if it is to pay."
    case .restricted: return "Start \(name) without --restricted-rpc."
    case .another:
      return "Open the wallet that payd used before. If you have replaced it by this one for good: "
        + "payd sends accept CURRENCY"
    case .forgetful:
      return
        "Have the wallet read the chain from before its first payment, as with rescanblockchain or rescan_bc. If it "
        + "can never know them: payd sends accept CURRENCY"
    }
  }

  private func loadingAdvice(_ file: String, by command: WalletCommandLine) -> String {
    let client = command.text
    let wallet = wallet ?? ""
    if stored?.contains(wallet) == true, !wallet.isEmpty {
      return "Load it with: \(client) loadwallet \(Self.quoted(wallet))"
    }
    if loaded?.isEmpty == false { return "Write one of these names as wallet into \(file)." }
    if let first = stored?.first { return "Load one with: \(client) loadwallet \(Self.quoted(first))" }
    return "Create one with: \(client) createwallet \(Self.quoted(wallet.isEmpty ? "payport" : wallet))"
  }

  // MARK: Parts

  private var isMonero: Bool { program?.utf8.starts(with: "monero".utf8) == true }
  private var name: String { program ?? "the wallet" }
  private var place: String { url.map { "\($0) (\(name))" } ?? name }
  private var subject: String { url.map { "\(name) at \($0)" } ?? "The wallet" }
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
      "\(count ?? 0) \(count == 1 ? "entry" : "entries") of the wallet's list of \(listWords) cannot be read; payd does "
        + "not see what \(count == 1 ? "it stands" : "they stand") for. All others are seen."
    case .inExtensionBlocks:
      "\(amount?.text ?? "") of the wallet's money is in extension blocks (MWEB); payd cannot pay with it, and does not "
        + "count it."
    case .addressesPassed:
      "The wallet handed out \(count ?? 0) \(count == 1 ? "address" : "addresses") again that this ledger has, as one does "
        + "that was put back to an older state. None was used twice."
    }
  }

  /// What to type or do.
  ///
  /// - Parameter wallet: how the owner reaches the wallet by a command line.
  package func advice(_ wallet: WalletCommandLine) -> String {
    switch kind {
    case .unreadable where list == "sent":
      "Look in the wallet at what it sent, and compare with: payd payments. Then look for a newer payd."
    case .unreadable where list == "coins":
      "payd pays with the other coins. Look for a newer payd."
    case .unreadable:
      "Look in the wallet at what arrived, and compare with: payd payments --incoming. Then look for a newer payd."
    case .inExtensionBlocks:
      "To use it, send it to an ordinary address of the wallet: \(wallet.text) sendtoaddress "
        + "\"$(\(wallet.text) getnewaddress '' bech32)\" AMOUNT"
    case .addressesPassed:
      "If it was restored from its seed or a backup, have it scan the chain again, and compare its balance."
    }
  }

  private var listWords: String {
    switch list {
    case "sent": "payments that were sent"
    case "coins": "coins"
    default: "payments that arrived"
    }
  }
}
