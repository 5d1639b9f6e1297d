import ChatTransports
import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import Platform
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Trials in which `paychat till` is killed at one of its calls: with even numbers just before it, with odd numbers just
/// after it. A new till starts at once, as a supervisor would start it, and the customers go on as if nothing was.
struct TillTrials: Sendable {
  private static let app = Manifest(
    appID: "payport.till.shop", name: "paychat till (shop)", version: "1.0.0", scopes: [.receive, .pay, .prove])
  private static let prices = """
    shop: Corner Coffee
    pay_with: [LTC]
    items:
      - {word: coffee, name: Coffee, price: 0.2 LTC}
    limits: {replies_per_minute: 600}

    """

  let workplace: Workplace
  /// The folder of a daemon that knows the till, which was opened before.
  let prepared: String

  /// Prepares the folder. Customers are answered from the first opening on, so the till is opened once.
  static func prepare(_ workplace: Workplace) async throws -> String {
    let folder = try await workplace.paired("prepared-till", Workplace.mock)
    try Data(prices.utf8).write(to: URL(fileURLWithPath: folder + "/prices.yml"))
    let trial = Trial(at: folder)
    let daemon = try await trial.start()
    let client = till(trial)
    guard case .pending(let code?, let id?) = try await client.connect() else {
      throw Violation("the till is not asked to pair")
    }
    try await trial.owner(
      "approve", ["id": .string(id), "code": .string(code.digits), "scopes": ["receive", "pay", "prove"]])
    try await client.waitUntilApproved()
    await client.close()
    let relay = RelayServer(name: "main", directories: trial.chatDirectories)
    try await relay.start()
    let till = try open(trial)
    _ = try await till.line(containing: "The wallet is connected")
    try await close(till)
    await relay.stop()
    try await Trial.stop(daemon)
    return folder
  }

  /// Returns all places. The calls are counted in a run in which nothing is struck.
  func places() async throws -> [(at: Int, place: String)] {
    let trial = try await Trial(copying: prepared, to: workplace.folder + "/count-till")
    defer { trial.remove() }
    _ = try await play(trial, at: 0)
    return CountedCall.read(trial.log).flatMap { call in
      [(call.number * 2, "before " + call.place), (call.number * 2 + 1, "after " + call.place)]
    }
  }

  func run(_ at: Int, _ place: String) async -> PointResult {
    var kept: Trial?
    do {
      let trial = try await Trial(copying: prepared, to: workplace.folder + "/till-\(at)")
      kept = trial
      let (hit, outcome) = try await play(trial, at: at)
      trial.remove()
      return PointResult(
        kind: .till, at: at, place: place, hit: hit, restarts: hit ? 1 : 0, outcome: outcome, violation: nil)
    } catch {
      return PointResult(
        kind: .till, at: at, place: place, hit: true, restarts: 1, outcome: "",
        violation: "\(error)\(kept.map { " (kept: \($0.folder))" } ?? "")")
    }
  }

  /// Plays the story. Returns whether the strike happened, and how many messages the customer had by then.
  private func play(_ trial: Trial, at number: Int) async throws -> (hit: Bool, outcome: String) {
    let daemon = try await trial.start()
    let relay = RelayServer(name: "main", directories: trial.chatDirectories)
    do {
      try await relay.start()
      var strike = Strike()
      strike.at = number / 2
      strike.action = number % 2 == 0 ? .kill : .after
      strike.under = [trial.app]
      strike.sockets = true
      let struck = try Self.open(trial, strike)
      let next = Task {
        let exit = try await struck.exit(within: .seconds(300))
        return exit == .code(137) ? try Self.open(trial) : nil
      }
      let story = try await TillStory(trial)
      do {
        try await story.play()
      } catch {
        struck.signal(SIGKILL)
        let later = (try? await next.value)?.lines(.output) ?? []
        throw Violation("\(error); till: \(struck.lines(.error).suffix(3)); \(later.suffix(5))")
      }
      struck.signal(SIGINT)
      let again = try await next.value
      if let again {
        // Before this line it does not listen to signals.
        _ = try await again.line(containing: "The shop is open")
        try await Self.close(again)
      }
      await story.close()
      try await paidOnce(trial)
      await relay.stop()
      try await Trial.stop(daemon)
      guard again != nil else { return (false, "not reached") }
      return (true, "killed and gone on")
    } catch {
      daemon.signal(SIGKILL)
      await relay.stop()
      throw error
    }
  }

  // MARK: Programs

  private static func open(_ trial: Trial, _ strike: Strike? = nil) throws -> ChildProcess {
    try trial.launch(
      "paychat",
      ["till", trial.folder + "/prices.yml", "--as", "shop", "--state", trial.app, "--runtime", trial.runtime], strike)
  }

  private static func close(_ till: ChildProcess) async throws {
    till.signal(SIGINT)
    let exit = try await till.exit(within: .seconds(20))
    try hold(exit == .code(0), "the till ended with \(exit): \(till.lines(.error).suffix(3))")
  }

  /// The till's own connection to the provider, while no till runs.
  private static func till(_ trial: Trial) -> PaymentsClient {
    PaymentsClient(app, options: ClientOptions(directories: trial.directories, patience: .zero))
  }

  // MARK: Invariants

  /// There is one invoice for each purchase, and one order and one transaction for the refund.
  private func paidOnce(_ trial: Trial) async throws {
    let sent = try await MadeUpNetwork().sent(trial)
    try hold(sent.map(\.amount) == [TillStory.refund], "the refund was paid as \(sent)")
    let entries = try await trial.owner("audit", ["limit": 100])["entries"]?.arrayValue ?? []
    let orders = entries.count { $0["kind"]?.stringValue == "order.received" }
    try hold(orders == 1, "\(orders) orders for one refund")
    let client = Self.till(trial)
    do {
      let invoices = try await client.invoices().invoices
      await client.close()
      try hold(Set(invoices.map(\.address)).count == 2 && invoices.count == 2, "\(invoices.count) invoices, not 2")
      try hold(Set(invoices.map(\.state)) == [.settled, .cancelled], "the invoices are \(invoices.map(\.state))")
    } catch {
      await client.close()
      throw error
    }
    try await Invariants.auditHolds(trial)
  }
}
