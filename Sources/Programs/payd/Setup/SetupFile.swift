import BuiltInWallets
import Cryptography
import Files
import JSON
import Platform
import Provider
import RPCRuntime
import TerminalUI
import WalletSearch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The configuration that `payd setup` reads and writes.
struct SetupFile {
  let path: String
  private let choice: ConfigurationChoice
  /// What the owner has seen of what would be written, as ``Proposal/digest``; `nil` where that is asked here.
  private let seen: String?

  init(path: String?, _ directories: PayportDirectories, seen: String? = nil) {
    self.seen = seen
    let named = path.map {
      $0.utf8.first == UInt8(ascii: "/") ? $0 : FileManager.default.currentDirectoryPath + "/" + $0
    }
    self.path = named ?? directories.configuration + "/provider.yml"
    choice = ConfigurationChoice(path: self.path, directories)
  }

  /// What the file says; `nil` if there is none.
  ///
  /// - Throws: an `ExitCode`, after saying what is wrong with it.
  func read() throws -> ProviderConfiguration? {
    OutputFile.exists(path) ? try choice.read() : nil
  }

  /// A wallet that was found, with everything that the configuration says of it; `nil` if it is not configured.
  static func configured(_ found: FoundWallet, in sections: [any WalletSection]) -> FoundWallet? {
    for section in sections {
      var known = found
      switch (section, found.section) {
      case (let old as BitcoinWalletSection, .bitcoin(let new))
      where old.url == new.url && old.currency == new.currency:
        known.section = .bitcoin(old)
      case (let old as MoneroWalletSection, .monero(let new)) where old.url == new.url: known.section = .monero(old)
      case (let old as ElectrumWalletSection, .electrum(let new))
      where old.url == new.url && old.currency == new.currency:
        known.section = .electrum(old)
      case (let old as LightningNodeSection, .lightning(let new))
      where old.url == new.url && old.program == new.program:
        known.section = .lightning(old)
      default: continue
      }
      return known
    }
    return nil
  }

  /// Whether a wallet that is configured is reached just like one that was found.
  static func isSame(_ section: any WalletSection, _ found: FoundWallet) -> Bool {
    (section as? any WrittenSection)?.written == found.configured.written
  }

  /// What would be written.
  struct Proposal {
    let text: String
    /// What the file has now; `nil` if there is none.
    let before: String?
    /// What is new and what goes, for people, without passwords.
    let lines: [String]
    /// Stands for the whole text, so that a yes is to nothing else than what was shown.
    let digest: String
  }

  /// What these wallets would make of the file.
  ///
  /// - Throws: an `ExitCode`, after saying what is wrong.
  func proposal(_ wallets: [FoundWallet], instead old: ProviderConfiguration?) throws -> Proposal {
    let text = try old.map { try changed($0, wallets) } ?? fresh(wallets)
    let before = old == nil ? nil : try? String(contentsOfFile: path, encoding: .utf8)
    do throws(CryptographyError) {
      let digest = try SHA256.hash(Array(text.utf8)).hexadecimal
      return Proposal(text: text, before: before, lines: Self.shown(text, before: before, wallets), digest: digest)
    } catch {
      throw OwnerConsole.fail(localized("nothing was changed"), .osError)
    }
  }

  /// Shows what would be written, asks, and writes it. Of a file that exists only the wallets are changed, and what it said
  /// before is kept beside it.
  ///
  /// - Returns: whether anything was written.
  /// - Throws: an `ExitCode`, after saying what is wrong.
  func write(_ wallets: [FoundWallet], instead old: ProviderConfiguration?, _ talk: SetupTalk) throws -> Bool {
    guard !wallets.isEmpty else {
      try requireSeen("")
      try talk.say("", localized("Nothing changes in \(path)."))
      return false
    }
    let proposal = try proposal(wallets, instead: old)
    try requireSeen(proposal.digest)
    try talk.say(
      "", old == nil ? localized("This is the new \(path):") : localized("This would change in the \(path):"), "")
    try talk.show(proposal.lines)
    try talk.show([""])
    guard try talk.agrees(to: localized("Write it?")) else {
      throw OwnerConsole.fail(localized("nothing was changed"), .unavailable)
    }
    try store(proposal.text, before: proposal.before)
    try talk.say(
      localized("Only you can read it. You are asked for every payment; payd limit gives an app an amount of its own."))
    return true
  }

  private func requireSeen(_ digest: String) throws {
    guard let seen, !seen.utf8.elementsEqual(digest.utf8) else { return }
    throw OwnerConsole.fail(
      localized("the wallets are not what they were when they were shown; nothing was changed"), .tryAgain)
  }

  private func fresh(_ wallets: [FoundWallet]) -> String {
    ConfigurationText(
      heading: [
        "Written by payd setup. provider.yml(5) explains every key; payd check tells",
        "whether it works. You are asked for every payment, until payd limit gives an",
        "app an amount of its own.",
      ], wallets: wallets
    ).text
  }

  private func changed(_ old: ProviderConfiguration, _ wallets: [FoundWallet]) throws -> String {
    let codes = Set(wallets.map(\.currency))
    for section in old.wallets where !section.isMadeUp && !codes.isDisjoint(with: section.currencyCodes) {
      // What its owner has set for this wallet besides would be lost.
      guard section.limits(of: section.currencyCodes.first ?? "") == LimitsSection(), Self.isOnlyReached(section) else {
        throw OwnerConsole.fail(byHand(wallets), .config)
      }
    }
    guard let now = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw OwnerConsole.fail(localized("\(path) cannot be read"), .ioError)
    }
    var text = ConfigurationText(now)
    guard text.put(wallets, into: old.wallets),
      let new = try? ProviderConfiguration(yaml: text.text, kinds: BuiltInWallets.kinds),
      wallets.allSatisfy({ wallet in new.wallets.contains { Self.isSame($0, wallet) } })
    else { throw OwnerConsole.fail(byHand(wallets), .config) }
    return text.text
  }

  /// Whether a section says nothing but how its wallet is reached.
  private static func isOnlyReached(_ section: any WalletSection) -> Bool {
    let written = (section as? any WrittenSection)?.written ?? JSONObject()
    let reaching: Set = [
      "type", "currency", "url", "daemon", "wallet", "user", "password", "password_file", "cookie_file", "chain",
      "network", "wallet_password_file", "rune_file", "macaroon_file", "certificate_file",
    ]
    return written.members.allSatisfy { reaching.contains($0.name) }
  }

  private func byHand(_ wallets: [FoundWallet]) -> String {
    let text = ConfigurationText(heading: [], wallets: wallets).text
    return
      localized(
        "\(path) is written in a way that setup does not change; put this into its list of wallets yourself:\n\(text)")
  }

  /// The lines that are new, and of a file that exists also those that go, without passwords.
  private static func shown(_ text: String, before: String?, _ wallets: [FoundWallet]) -> [String] {
    let new = lines(text)
    guard let before else { return new.map { "  " + hidden($0) } }
    let old = lines(before)
    return new.difference(from: old).map { change in
      switch change {
      case .remove(_, let line, _): "  - " + hidden(line)
      case .insert(_, let line, _): "  + " + hidden(line)
      }
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { SafeText(String($0)).text }
  }

  private static func hidden(_ line: String) -> String {
    let key = line.unicodeScalars.drop { $0 == " " || $0 == "-" }
    guard String(key).utf8.starts(with: "password:".utf8) else { return line }
    return String(line.unicodeScalars.prefix { $0 != ":" }) + ": (not shown)"
  }

  private func store(_ text: String, before: String?) throws {
    let folder = path.unicodeScalars.lastIndex(of: "/").map { String(path.unicodeScalars[..<$0]) } ?? "."
    // A link stays one, since what it leads to may be kept with other files, as in a repository: the text goes there.
    guard let target = before == nil ? path : Self.target(of: path) else {
      throw OwnerConsole.fail(localized("\(path) cannot be read"), .ioError)
    }
    do {
      if !OutputFile.exists(folder) { _ = try PrivateFolder(creating: folder) }
      if let before { try OutputFile.write(Array(before.utf8), to: path + ".before", replacing: true) }
      try OutputFile.write(Array(text.utf8), to: target, replacing: before != nil)
    } catch {
      throw OwnerConsole.fail(localized("\(target) cannot be written: \(error)"), .ioError)
    }
  }

  /// The path without links; `nil` where there is nothing.
  private static func target(of path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
