import JSON
import Provider
import TerminalUI
import WalletSearch

/// What `payd setup --yes` would do, for the guide on the owner's page, which shows it and asks. Nothing is changed.
struct SetupSight {
  let search: SetupSearch
  let file: SetupFile
  /// What the file says now; `nil` if there is none.
  let configured: ProviderConfiguration?
  /// Whether payd runs.
  let runs: Bool

  /// What was found, what would be written, and the digest that a yes names.
  ///
  /// - Throws: an `ExitCode`, after saying what is wrong.
  func document() async throws -> JSONValue {
    let found = await search.look()
    let taken = taken(found.present)
    let wallets = found.present.map { tried in
      let isTaken = taken.contains {
        $0.url == tried.wallet.url && $0.currency == tried.wallet.currency && $0.process == tried.wallet.process
      }
      return Self.view(tried, isTaken: isTaken, isConfigured: search.isConfigured(tried))
    }
    var document: JSONObject = [
      "wallets": .array(wallets), "hints": .array(hints(found).map(JSONValue.string)), "file": .string(file.path),
      "is_new": .bool(configured == nil), "runs": .bool(runs), "digest": .string(""), "lines": [],
      "made_up": .bool(configured?.wallets.allSatisfy(\.isMadeUp) ?? true),
    ]
    guard !taken.isEmpty else { return .object(document) }
    let proposal = try file.proposal(taken, instead: configured)
    document["digest"] = .string(proposal.digest)
    document["lines"] = .array(proposal.lines.map(JSONValue.string))
    return .object(document)
  }

  /// The wallets that are taken where nobody is asked: of each currency the first that works and is not there already, and
  /// none of another person.
  func taken(_ present: [TriedWallet]) -> [FoundWallet] {
    var taken: [FoundWallet] = []
    for tried in present where tried.isUsable && search.isForTaking(tried.wallet) && !search.isConfigured(tried) {
      if !taken.contains(where: { $0.currency == tried.wallet.currency }) { taken.append(tried.wallet) }
    }
    return taken
  }

  private func hints(_ found: SetupSearch.Found) -> [String] {
    found.hints + (found.present.isEmpty ? [SetupText.noWallets] : [])
  }

  private static func view(_ tried: TriedWallet, isTaken: Bool, isConfigured: Bool) -> JSONValue {
    let (words, tone) = SetupText.state(of: tried)
    let runner = tried.wallet.runsAs.map { [SetupText.runner($0)] } ?? []
    return [
      "currency": .string(tried.wallet.currency), "program": .string(tried.wallet.program),
      "url": .string(tried.wallet.url), "sources": .array(tried.wallet.sources.map(JSONValue.string)),
      "user": .string(tried.wallet.isOwnOrService ? "" : tried.wallet.runsAs?.name ?? ""),
      "words": .array((runner + words).map(JSONValue.string)), "works": .bool(tried.isUsable),
      "good": .bool(tone == .good),
      "taken": .bool(isTaken), "configured": .bool(isConfigured),
    ]
  }
}
