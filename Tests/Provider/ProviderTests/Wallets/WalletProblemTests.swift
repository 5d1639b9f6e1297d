import JSON
import JSONRPC
import Ledger
import Logging
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

@testable import Provider

/// What becomes of a wallet's problem: a log line for each change, a word for apps, and the rest for the owner.
@Suite struct WalletProblemTests {
  /// A log that keeps its lines.
  private struct KeptLog: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }

    final class Lines: Sendable {
      let all = Mutex<[String]>([])
      var ofWallets: [String] { all.withLock { $0.filter { $0.contains("wallet status") } } }
    }
  }

  private static let endpoint = WalletEndpoint(program: "litecoind", url: "http://127.0.0.1:9332")

  /// Looks at a wallet once for each problem, and returns the wallet and the log.
  private static func looked(
    _ problems: [WalletProblem?], _ body: (Payments, KeptLog.Lines) throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    let rest = Mutex(problems[...])
    let wallet = ScriptedWallet("AAA", problem: { rest.withLock { $0.popFirst() ?? nil } })
    let lines = KeptLog.Lines()
    let parts = try ProviderParts.make(
      in: folder, wallets: [CurrencyWallet(backend: wallet)], log: Logger(label: "test") { _ in KeptLog(lines: lines) })
    let monitor = WalletMonitor(wallet: try parts.payments.wallets.wallet("AAA"), payments: parts.payments)
    for _ in problems { await monitor.glance() }
    do {
      try body(parts.payments, lines)
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
  }

  @Test func eachChangeIsLoggedOnce() async throws {
    let problems: [WalletProblem?] = [
      .refused(Self.endpoint), .refused(Self.endpoint), .unauthorized(Self.endpoint),
      .syncing(SyncProgress(height: 1, target: 9)), .syncing(SyncProgress(height: 5, target: 9)), nil, nil,
      .silent(nil), .silent(Self.endpoint), .locked,
    ]
    try await Self.looked(problems) { _, lines in
      let found = lines.ofWallets
      let reasons = ["not_running", "unauthorized", "syncing", "ready", "no_answer", "wallet_locked"]
      try #require(found.count == reasons.count, "\(found)")
      for (line, reason) in zip(found, reasons) { #expect(line.contains(reason), "\(line)") }
    }
  }

  @Test func anAppIsToldTheWordAndNothingElse() async throws {
    let problem = WalletProblem.walletNotFound(name: "secret name", loaded: ["other"], stored: [], Self.endpoint)
    try await Self.looked([problem]) { payments, _ in
      let answer = try JSONValue(parsing: payments.wallets.currencyList.bytes)
      let currency = answer["currencies"]?[0] ?? .null
      #expect(currency["ready"] == "unavailable" && currency["reason"] == "no_wallet")
      let failure = try payments.wallets.wallet("AAA").failure(.unavailable)
      #expect(failure.rpcError.data?["reason"] == "wallet_unavailable")
      #expect(failure.rpcError.data?["wallet"] == "no_wallet")
      for text in [answer.text(), failure.rpcError.data?.text() ?? ""] {
        #expect(!text.contains("secret name") && !text.contains("127.0.0.1") && !text.contains("other"), "\(text)")
      }
      let trouble = try #require(payments.walletReports.first?.trouble)
      #expect(trouble.wallet == "secret name" && trouble.url == Self.endpoint.url && trouble.loaded == ["other"])
    }
  }

  /// A call can fail for another reason than the last look found.
  @Test func aFailureIsExplainedByTheLookOnlyIfItFits() async throws {
    try await Self.looked([.locked]) { payments, _ in
      let wallet = try payments.wallets.wallet("AAA")
      #expect(wallet.failure(.locked).wallet == .walletLocked)
      #expect(wallet.failure(.timeout).wallet == .noAnswer)
      #expect(wallet.failure(.unavailable).wallet == nil)
      #expect(wallet.failure(.insufficientFunds).wallet == nil)
    }
  }

  @Test func everyWordIsInTheSchema() throws {
    let definitions = try PaymentsSchemas().service.definitions
    let words = definitions["wallet_reason"]?["enum"]?.arrayValue?.compactMap(\.stringValue)
    #expect(words == WalletReason.allCases.map(\.rawValue))
  }
}
