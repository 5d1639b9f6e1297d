import Cryptography
import Platform
import TestSupport

/// Measures what a provider with many open invoices costs while nothing happens: its own CPU time, and that of the real
/// daemon that it asks.
struct Rest {
  /// The number of open invoices.
  static let invoices = 10_000
  private static let connections = 16
  private static let seconds: UInt32 = 60

  let options: Options
  let identity: Ed25519.SigningKey

  /// Adds `rest.payd` and `rest.litecoind`, in percent of a core.
  func measure(into measurements: inout Measurements) async throws {
    guard LitecoinRegtest.isInstalled else { return }
    try RealWallets.useDisk(options)
    measurements = try await LitecoinRegtest.with { daemon in try await measure(daemon, measurements) }
  }

  private func measure(_ daemon: LitecoinRegtest, _ before: Measurements) async throws -> Measurements {
    var measurements = before
    try await daemon.createWallets(["bench"])
    let folder = try RunFolder(below: options.tools)
    let payd = try BenchmarkedPayd(options: options, folder: folder, wallets: RealWallets.section(of: daemon))
    defer { payd.process.stop() }
    let target = try payd.target(identity: identity, frameSize: options.frameSize)
    try payd.pair(target)
    note("\(Self.invoices) invoices")
    let exchanges = try (0..<Self.connections).map { _ in try target.connect() }
    var calls = Conversations(exchanges: exchanges, followUp: RealWallets.checkInvoice)
    try calls.run { number in number < Self.invoices ? RealWallets.invoiceRequest("LTC") : nil }
    // What the invoices led to, such as addresses that are made ahead, is over by then.
    sleep(5)
    note("at rest for \(Self.seconds) seconds")
    let processes = [("rest.payd", payd.process.processID), ("rest.litecoind", daemon.processID ?? 0)]
    let earlier = processes.map { processorNanoseconds(of: $0.1) }
    let start = monotonicNanoseconds()
    sleep(Self.seconds)
    let elapsed = Double(monotonicNanoseconds() - start)
    for ((name, process), earlier) in zip(processes, earlier) {
      guard let earlier, let later = processorNanoseconds(of: process) else {
        throw BenchmarkError("\(name): the process has ended")
      }
      measurements.add(name, Double(later - earlier) / elapsed * 100, unit: "%")
    }
    withExtendedLifetime(exchanges) {}
    return measurements
  }
}
