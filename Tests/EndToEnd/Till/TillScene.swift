import ChatPayments
import ChatTransports
import JSON
import PaymentsModel
import Platform
import RPCRuntime
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A shop with a provider and a till, and customers who only write and tap.
final class TillScene: Sendable {
  static let prices = """
    shop: Corner Coffee
    pay_with: [CODE]
    lifetime: 60s
    items:
      - {word: coffee, name: Coffee, price: 0.2 CODE}
      - {word: cake, name: Cheesecake, price: 3.50 EUR}
    rates:
      - {coin: CODE, currency: EUR, file: RATE, max_age: 1d, round: up, places: 4}
    limits: {replies_per_minute: 600}
    """

  let daemon: Daemon
  let code: String
  let folder: ScratchFolder
  private let name: String
  private let network: [String]

  private init(_ daemon: Daemon, _ name: String, _ code: String, at network: [String]) throws {
    self.network = network
    self.daemon = daemon
    self.name = name
    self.code = code
    folder = try ScratchFolder()
    try write("rate", "35 \(SystemWallClock().now().text)\n")
    try write(
      "prices.yml", Self.prices.replacing("CODE", with: code).replacing("RATE", with: folder.path + "/rate"))
  }

  /// Runs a test with a shop whose provider has this configuration and name, over a relay.
  static func with(
    _ yaml: String, provider name: String, sells code: String,
    _ body: (TillScene, ChildProcess, TillCustomer) async throws -> Void
  ) async throws {
    try await Daemon.with(yaml) { daemon in
      let scene = try TillScene(daemon, name, code, at: ["--relay", "test"])
      let relay = try await ChatApp.relay(state: scene.folder.path + "/relay", runtime: daemon.runtime)
      let till = try scene.open()
      try await scene.pair(till)
      let customer = try await scene.customer("carla")
      try await body(scene, till, customer)
      await customer.close()
      if till.isRunning { #expect(try await till.stop(SIGINT) == .code(0)) }
      try await relay.stop()
    }
  }

  /// Runs a test with a shop over SimpleX Chat, of which there is one app at the shop and one on the customer's phone.
  static func withPhone(
    _ yaml: String, provider name: String, sells code: String, python: String,
    _ body: (TillScene, ChildProcess, TillPhone) async throws -> Void
  ) async throws {
    let apps = try await SimpleXApps(python, ["--now"])
    try await Daemon.with(yaml) { daemon in
      let scene = try TillScene(daemon, name, code, at: ["--simplex", "\(apps.ports[0])"])
      let till = try scene.open()
      try await scene.pair(till)
      do {
        try await body(scene, till, TillPhone(apps: apps))
      } catch {
        print((apps.complaints + till.lines(.output) + till.lines(.error)).joined(separator: "\n"))
        throw error
      }
      if till.isRunning { #expect(try await till.stop(SIGINT) == .code(0)) }
    }
    #expect(apps.complaints == [])
    try await apps.stop()
  }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
  }

  private var folders: [String] { ["--state", folder.path + "/shop", "--runtime", daemon.runtime] }

  private var arguments: [String] {
    ["till", folder.path + "/prices.yml", "--as", "shop", "--provider", name] + network + folders
  }

  /// Starts the till.
  func open(input: ChildProcess.Input = .none) throws -> ChildProcess {
    try ChildProcess(BuiltPrograms.path("paychat"), arguments, input: input)
  }

  /// Returns a new address of a customer, in the same mock network.
  func customersAddress() async throws -> String {
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    return try await app.ask("new-address", "LTC")["address"]?.text("address") ?? ""
  }

  /// Runs another `paychat till` for the same shop until it ends.
  func till(_ more: String...) async throws -> ProgramRun {
    ProgramRun(
      command: ["paychat", "till"] + more,
      result: try await ChildProcess.run(BuiltPrograms.path("paychat"), ["till", "--as", "shop"] + more + folders))
  }

  private func pair(_ till: ChildProcess) async throws {
    let words = try await till.line(containing: "payd approve pair_", within: .seconds(40)).split(separator: " ")
      .map(String.init)
    guard let at = words.firstIndex(of: "approve"), words.count > at + 3 else {
      throw ChildProcessError.ended("no code in \(words)")
    }
    try await daemon.owner("approve", words[at + 1], "--code", words[at + 3], "--scopes", "receive,pay,prove")
    _ = try await till.line(containing: "The wallet is connected")
  }

  func customer(_ name: String) async throws -> TillCustomer {
    let chat = RelayChat(
      relay: "test", as: name,
      directories: PayportDirectories(
        runtime: daemon.runtime, state: folder.path + "/" + name, configuration: folder.path))
    try await chat.connect()
    let room = try await eventually("the till is in the chat") {
      try await chat.people().contains { $0.id == PersonID("shop") } ? try await chat.room(with: PersonID("shop")) : nil
    }
    return TillCustomer(chat: chat, room: room.id)
  }

  /// Waits until the owner is asked about a refund, and returns the question.
  func refundQuestion() async throws -> JSONValue {
    try await eventually("the owner's question") { try await daemon.questions("payment").first }
  }
}

/// A customer over a relay.
struct TillCustomer: TillBuyer {
  let chat: RelayChat
  let room: RoomID

  func say(_ text: String) async throws { _ = try await chat.send(ChatContent(text: text), to: room) }

  func texts() async throws -> [String] {
    try await chat.history(of: room).filter { $0.from == PersonID("shop") }.map { $0.file?.name ?? $0.content.text }
  }

  func file(_ name: String) async throws -> [UInt8]? {
    guard let message = try await chat.history(of: room).last(where: { $0.file?.name == name }) else { return nil }
    return try await chat.file(of: message.id, in: room).bytes
  }

  func close() async { await chat.close() }
}
