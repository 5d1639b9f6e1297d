import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// Two decisions of the owner about the same app at the same moment: the later one was judged without the earlier one, and
/// must not overwrite it.
@Suite struct OwnerDecisionTests {
  private static let app = AppKey(rawValue: "alice")
  private static let now = Timestamp(milliseconds: 1_700_000_000_000)

  private static func with(_ body: (ProviderParts) async throws -> Void) async throws {
    let folder = try ScratchFolder()
    let wallet = CurrencyWallet(backend: ScriptedWallet("LTC") { .ready })
    let parts = try ProviderParts.make(in: folder, wallets: [wallet], clock: ManualWallClock(now))
    do {
      try await parts.core.ledger.write { transaction in
        for (key, name) in [(app, "app"), (AppKey(rawValue: "bob"), "other")] {
          try transaction.saveApp(
            AppRecord(
              key: key, status: .approved, claimedName: name, scopes: ["receive", "pay"],
              evidence: AppEvidence(manifest: [], handshakeHash: [], sessionKey: [], signature: []), pairedAt: now,
              lastSeenAt: nil))
        }
      }
      try await body(parts)
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
  }

  private static func commands(_ parts: ProviderParts) -> GrantCommands {
    GrantCommands(
      payments: parts.payments, pin: parts.pin, sessions: parts.apps.sessions, notices: parts.apps.notices)
  }

  @Test func aNameDoesNotBringWithdrawnScopesBack() async throws {
    try await Self.with { parts in
      let stale = try await NamedApp.find("app", parts.core.ledger)
      let commands = Self.commands(parts)
      _ = try await commands.grant(.init(app: "app", scopes: [.receive]))
      var grant = stale.grant
      grant.ownerName = "shop"
      await #expect(throws: OwnerFailure.self) {
        _ = try await commands.store(stale.record, grant, in: stale, "app.renamed", [:])
      }
      let stored = try await parts.core.ledger.read { reader in try reader.app(Self.app) }
      #expect(stored?.scopes == ["receive"])
      // Judged anew it is done, once for each name.
      _ = try await commands.rename(.init(app: "app", name: "shop"))
      await #expect(throws: OwnerFailure(.conflict, "you call another app shop already")) {
        _ = try await commands.rename(.init(app: "other", name: "shop"))
      }
    }
  }

  @Test func limitsThatWereChangedMeanwhileAreNotOverwritten() async throws {
    try await Self.with { parts in
      let grants = parts.payments.orders.limits
      let before = try await grants.limits(of: Self.app, "LTC")
      var (narrow, wide) = (before, before)
      narrow.perPayment = Amount(atomicUnits: 1)
      wide.perPeriod = Amount(atomicUnits: 1_000_000)
      wide.asking = .never
      try await grants.set(LimitsChange(before: before, after: narrow), of: Self.app, "LTC")
      await #expect(throws: LimitsChange.conflict) {
        try await grants.set(LimitsChange(before: before, after: wide), of: Self.app, "LTC")
      }
      #expect(try await grants.limits(of: Self.app, "LTC") == narrow)
      try await grants.set(LimitsChange(before: narrow, after: nil), of: Self.app, "LTC")
      #expect(try await grants.limits(of: Self.app, "LTC") == before)
    }
  }
}
