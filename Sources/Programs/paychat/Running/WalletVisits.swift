import Consumer
import DesktopLinks

/// Visits to the wallet's own interface.
protocol WalletVisits: Sendable {
  /// Returns whether a program opens links of the wallet here.
  func canOpen() async throws -> Bool
  /// Lets the wallet show something.
  func begin(_ view: WalletView) async throws -> WalletVisit
  /// Waits until the wallet's owner has finished; returns `nil` if nobody acted in time.
  func outcome(of visit: WalletVisit) async throws -> OpeningResult?
}

/// Visits through the desktop, which opens the wallet in another window, because this window is in use.
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
