import ChatPayments
import ChatTransports
import JSON
import TestSupport

/// What two customers of a till do, who write and tap over a relay: Carla buys, pays too much and gets the rest back, and
/// Dora orders and cancels.
///
/// Each waits for the till's answer before the next step, so what they read is the same whenever the till is killed.
struct TillStory: Sendable {
  /// What Carla gets back.
  static let refund = "0.05"

  private let trial: Trial
  private let carla: Shopper
  private let dora: Shopper
  private let recipient = MadeUpNetwork().recipient

  init(_ trial: Trial) async throws {
    self.trial = trial
    carla = try await Shopper("carla", trial)
    dora = try await Shopper("dora", trial)
  }

  func play() async throws {
    for one in [carla, dora] {
      try await one.say("/coffee")
      try await one.say("/pay_ltc")
    }
    let (address, other) = (try await carla.address(), try await dora.address())
    try hold(address != other, "two customers have one address")
    try await trial.owner("mock", ["command": "receive", "address": .string(address), "amount": "0.25"])
    try await carla.reads("Purchase 1: your payment was seen.")
    try await trial.owner("mock", ["command": "mine", "count": 6])
    try await carla.reads("Purchase 1 is paid. Thank you! /receipt_1 You paid 0.05 LTC too much: /refund_1")
    try await dora.say("/cancel_1")
    try await dora.reads("Purchase 1: cancelled")
    try await carla.say("refund 1 \(recipient)")
    try await carla.reads("If it is right: /yes_1")
    try await carla.say("/yes_1")
    try await carla.reads("the shop has to approve it.")
    let question = try await eventually("the owner's question") {
      try await trial.owner("questions")["questions"]?.arrayValue?.first
    }
    try await trial.owner(
      "approve", ["id": question["id"] ?? .null, "fee_cap": question["order"]?["fee_cap"] ?? .null])
    try await carla.reads("refund of 0.05 LTC: it was sent.")
    try await trial.owner("mock", ["command": "mine", "count": 6])
    try await carla.reads("refund of 0.05 LTC: it was sent and is confirmed.")
    try await carla.reads("Refund of 0.05 LTC to \(recipient): sent and confirmed")
    try await said(carla, Self.carlaReads)
    try await said(dora, Self.doraReads)
  }

  /// Checks that each message came once, in its order, and that the screen of the purchase has its last state.
  private func said(_ one: Shopper, _ wanted: [String]) async throws {
    let texts = try await one.texts()
    let isRight = texts.count == wanted.count && zip(texts, wanted).allSatisfy { $0.hasPrefix($1) }
    try hold(isRight, "\(one.name) read \(texts)")
  }

  private static let carlaReads = [
    "Your basket", "Purchase 1: paid and confirmed\n", "litecoin:", "pay-LTC-1.png",
    "Purchase 1: your payment was seen.",
    "Purchase 1 is paid.", "0.05 LTC go back", "Purchase 1, refund of 0.05 LTC: the shop has to approve it.",
    "Purchase 1, refund of 0.05 LTC: it was sent.", "Purchase 1, refund of 0.05 LTC: it was sent and is confirmed.",
  ]
  private static let doraReads = ["Your basket", "Purchase 1: cancelled\n", "litecoin:", "pay-LTC-1.png"]

  func close() async {
    await carla.close()
    await dora.close()
  }

  /// A customer, who is in this process and is never struck.
  private struct Shopper: Sendable {
    let name: String
    private let chat: RelayChat
    private let room: RoomID

    init(_ name: String, _ trial: Trial) async throws {
      self.name = name
      let chat = RelayChat(relay: "main", as: name, directories: trial.chatDirectories)
      try await chat.connect()
      let shop = PersonID("shop")
      room = try await eventually("the till is in the chat") {
        try await chat.people().contains { $0.id == shop } ? try await chat.room(with: shop) : nil
      }.id
      self.chat = chat
    }

    func say(_ text: String) async throws { _ = try await chat.send(ChatContent(text: text), to: room) }

    func texts() async throws -> [String] {
      try await chat.history(of: room).filter { $0.from == PersonID("shop") }.map { $0.file?.name ?? $0.content.text }
    }

    @discardableResult
    func reads(_ text: String) async throws -> String {
      do {
        return try await eventually(text, within: .seconds(60)) { try await texts().last { $0.contains(text) } }
      } catch let error as DeadlineError {
        throw Violation("\(name): \(error); \(try await texts())")
      }
    }

    func address() async throws -> String {
      let screen = try await reads("Purchase 1: waiting for your payment")
      let lines = screen.split(separator: "\n").map(String.init)
      guard let at = lines.firstIndex(where: { $0.hasSuffix("in one payment to") }), lines.count > at + 1 else {
        throw Violation("no address in \(screen)")
      }
      return lines[at + 1]
    }

    func close() async { await chat.close() }
  }
}
