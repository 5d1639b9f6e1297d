import Consumer
import DesktopLinks

/// The way into the wallet's own interface and back.
protocol WalletVisits: Sendable {
  /// Whether anything opens links of the wallet here.
  func canOpen() async throws -> Bool
  /// Has the wallet show something.
  func begin(_ view: WalletView) async throws -> WalletVisit
  /// Waits until its owner is done with it; nil where nobody was in time.
  func outcome(of visit: WalletVisit) async throws -> OpeningResult?
}

/// By the desktop, in a window of its own: this one is drawn on.
struct DesktopVisits: WalletVisits {
  let client: PaymentsClient

  func canOpen() async throws -> Bool { try await DesktopLinks().canOpen(PayportLink.scheme) }

  func begin(_ view: WalletView) async throws -> WalletVisit {
    let visit = try await client.visit(view)
    try await DesktopLinks().open(visit.link, in: .elsewhere)
    return visit
  }

  func outcome(of visit: WalletVisit) async throws -> OpeningResult? {
    try await client.waitForReturn(from: visit).result
  }
}
