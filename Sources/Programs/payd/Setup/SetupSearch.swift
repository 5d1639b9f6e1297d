import BuiltInWallets
import Provider
import RPCRuntime
import TerminalUI
import WalletSearch

/// The first part of `payd setup`: which wallets are there, and which of them payd is to use.
struct SetupSearch {
  /// What the owner has chosen.
  enum Choice {
    /// These wallets, of different currencies; none where those that are configured stay as they are.
    case wallets([FoundWallet])
    /// Made-up money, for trying things out.
    case madeUp
    /// Nothing.
    case none
  }

  let talk: SetupTalk
  /// The process that is looked at; `nil` for all.
  let process: Int32?
  /// What is configured now.
  let configured: [any WalletSection]

  private static let patience = Duration.seconds(20)

  /// What there is on this machine.
  struct Found {
    /// The wallets that answer, with what they said.
    let present: [TriedWallet]
    /// What is to be known of those that do not run.
    let hints: [String]
  }

  /// Looks, and asks each wallet.
  func look() async -> Found {
    let machine = Machine.this(home: PayportDirectories.environmentVariable("HOME") ?? "/")
    let monero = MoneroSearch(on: machine)
    let all =
      BitcoinSearch(on: machine).wallets() + monero.wallets() + ElectrumSearch(on: machine).wallets()
      + LightningSearch(on: machine).wallets()
    // Of each currency the first can be taken: the person's own, then those of services, and last of other people.
    let found =
      all.filter { $0.runsAs == nil } + all.filter { $0.runsAs != nil && $0.isOwnOrService }
      + all.filter { !$0.isOwnOrService }
    let tried = await tried(found.filter { process == nil || $0.process == process })
    let present = tried.filter { if case .absent = $0.finding { false } else { true } }
    var hints = tried.map(\.wallet).filter { wallet in
      !wallet.sources.isEmpty && !present.contains { $0.wallet.url == wallet.url }
    }.map(SetupText.atRest)
    if process == nil, monero.hasDaemon, !present.contains(where: { $0.wallet.currency == "XMR" }) {
      hints.append(SetupText.moneroWithoutWallet)
    }
    return Found(present: present, hints: hints)
  }

  /// Looks, shows what was found, and asks.
  func wallets() async throws -> Choice {
    try talk.say(localized("Looking for wallets on this machine …"))
    let found = await look()
    for hint in found.hints { try talk.say(hint) }
    let present = found.present
    guard !present.isEmpty else { return try withoutWallets() }
    var chosen: [FoundWallet] = []
    for wallet in present {
      try talk.show([""] + SetupText.lines(of: wallet, talk.terminal))
      guard !chosen.contains(where: { $0.currency == wallet.wallet.currency }) else {
        try talk.say(
          localized("payd serves one wallet of each currency, and has one of \(wallet.wallet.currency) already."))
        continue
      }
      if isConfigured(wallet) {
        try talk.say(localized("It is in the configuration, and stays there."))
        continue
      }
      guard isForTaking(wallet.wallet) || !talk.isSilent else {
        try talk.say(localized("Without a question it is not used, since another person runs it."))
        continue
      }
      guard let usable = try await resolved(wallet),
        try talk.agrees(to: localized("Use this wallet for \(usable.wallet.currency)?"))
      else { continue }
      chosen.append(usable.wallet)
    }
    if chosen.isEmpty, configured.isEmpty || configured.allSatisfy(\.isMadeUp) { return try withoutWallets() }
    return .wallets(chosen)
  }

  /// Whether a wallet that works is in the configuration just like that.
  func isConfigured(_ wallet: TriedWallet) -> Bool {
    wallet.isUsable && configured.contains { SetupFile.isSame($0, wallet.wallet) }
  }

  /// Whether a wallet is used where nobody is asked. That of another person could report any payment, so that it is used
  /// only where it was named.
  func isForTaking(_ wallet: FoundWallet) -> Bool { wallet.isOwnOrService || process != nil }

  /// Asks each wallet, as it is configured if it is, and else as it was found. What is configured is not sent to a program
  /// of another person, who may have put it at that port.
  private func tried(_ wallets: [FoundWallet]) async -> [TriedWallet] {
    await withTaskGroup(of: (Int, TriedWallet).self) { group in
      for (index, wallet) in wallets.enumerated() {
        group.addTask { [configured] in
          if wallet.isOwnOrService, let known = SetupFile.configured(wallet, in: configured) {
            let tried = await TriedWallet(asking: known, patience: Self.patience)
            if tried.isUsable { return (index, tried) }
          }
          return (index, await TriedWallet(asking: wallet, patience: Self.patience).named())
        }
      }
      var tried: [Int: TriedWallet] = [:]
      for await (index, wallet) in group { tried[index] = wallet }
      return wallets.indices.compactMap { tried[$0] }
    }
  }

  /// There is no wallet, or none is wanted.
  private func withoutWallets() throws -> Choice {
    try talk.say("", SetupText.noWallets)
    let begins = try talk.agrees(to: localized("Begin with made-up money, to try it out?"), silently: false)
    return begins ? .madeUp : .none
  }

  /// Does what makes a wallet usable, as far as its owner wants it.
  ///
  /// - Returns: the wallet; `nil` if it cannot be used.
  private func resolved(_ tried: TriedWallet) async throws -> TriedWallet? {
    var tried = tried
    while !tried.isUsable {
      guard let next = try await changed(tried) else { return nil }
      tried = await TriedWallet(asking: next, patience: Self.patience)
      try talk.show(SetupText.lines(of: tried, talk.terminal))
    }
    return tried
  }

  /// The wallet with what its owner has said of it; `nil` if there is nothing to say or do.
  private func changed(_ tried: TriedWallet) async throws -> FoundWallet? {
    var wallet = tried.wallet
    switch (tried.finding, wallet.section) {
    case (.severalLoaded(let names), .bitcoin(var section)):
      guard
        let index = try talk.choice(
          localized("Which one?"), names.map(SetupText.quoted), none: localized("none of them"))
      else {
        return nil
      }
      section.wallet = names[index]
      wallet.section = .bitcoin(section)
      return wallet
    case (.noneLoaded(let stored), .bitcoin(let section)): return try await opened(wallet, section, stored: stored)
    case (.noneOpen, .monero(let section)) where wallet.opensWallets: return try await opened(wallet, section)
    case (.wantsPassword, .bitcoin(var section)):
      guard let (user, password) = try login(localized("rpcuser of \(wallet.program)")) else { return nil }
      (section.user, section.password, section.cookieFile) = (user, password, "")
      wallet.section = .bitcoin(section)
      return wallet
    case (.wantsPassword, .monero(var section)):
      guard let (user, password) = try login(localized("the user of --rpc-login")) else { return nil }
      (section.user, section.password) = (user, password)
      wallet.section = .monero(section)
      return wallet
    case (.wantsPassword, .electrum(var section)):
      guard let (user, password) = try login(localized("rpcuser of \(wallet.program)")) else { return nil }
      (section.user, section.password) = (user, password)
      wallet.section = .electrum(section)
      return wallet
    case (.wantsPassword, .lightning(var section)):
      guard let password = try talk.secret(localized("http-password of \(wallet.program)")), !password.isEmpty else {
        return nil
      }
      section.password = password
      wallet.section = .lightning(section)
      return wallet
    default: return nil
    }
  }

  private func login(_ name: String) throws -> (user: String, password: String)? {
    guard try talk.agrees(to: localized("Type its user and password?"), silently: false) else { return nil }
    guard let user = try talk.line(name.prefixedCapital, usual: ""),
      let password = try talk.secret(localized("Password"))
    else {
      return nil
    }
    return (user, password)
  }

  private func opened(
    _ wallet: FoundWallet, _ section: BitcoinWalletSection, stored: [String]
  ) async throws -> FoundWallet? {
    let things = stored.map { localized("load \(SetupText.quoted($0))") } + [localized("make a new one, \"payport\"")]
    guard let index = try talk.choice(localized("What is to be done?"), things, none: localized("nothing")) else {
      return nil
    }
    let name = index < stored.count ? stored[index] : "payport"
    var (wallet, section) = (wallet, section)
    do throws(WalletOpeningError) {
      try await section.open(name, isNew: index == stored.count)
    } catch {
      try talk.say(SetupText.refusal(of: wallet.program, error))
      return nil
    }
    if index == stored.count { try talk.say(SetupText.newWallet(name, section)) }
    wallet.section = .bitcoin(section)
    return wallet
  }

  private func opened(_ wallet: FoundWallet, _ section: MoneroWalletSection) async throws -> FoundWallet? {
    let things = [localized("open one"), localized("make a new one")]
    guard let index = try talk.choice(localized("What is to be done?"), things, none: localized("nothing")) else {
      return nil
    }
    guard let name = try talk.line(localized("Name of its file"), usual: "payport"),
      let password = try talk.secret(localized("Password of the file"))
    else { return nil }
    do throws(WalletOpeningError) {
      try await section.open(name, password: password, isNew: index == 1)
    } catch {
      try talk.say(SetupText.refusal(of: wallet.program, error))
      return nil
    }
    try talk.say(SetupText.openMoneroWallet(name))
    return wallet
  }
}

extension String {
  /// The text with a capital at its start, as a question has.
  fileprivate var prefixedCapital: String {
    guard let first = unicodeScalars.first else { return self }
    return String(first).uppercased() + String(unicodeScalars.dropFirst())
  }
}
