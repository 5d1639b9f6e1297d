import ChatPayments
import Consumer
import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import ChatMessaging

/// Tests processes that end at any point and a network that fails in any way.
@Suite struct ChaosTests {
  @Test(arguments: UInt64(1)...6) func nothingIsDeliveredTwiceAndEachStateIsTrue(_ seed: UInt64) async throws {
    let world = try await World()
    let client = world.client()
    var random = SeededRandom(seed)
    var asked: [PaymentMessageID: String] = [:]
    for round in 0..<5 {
      let chat = MoodyChat(world.chat.device(of: world.alice), seed: seed &* 100 &+ UInt64(round))
      try await world.withService(over: chat) { service in
        if case .pending(let code?, _) = try await client.connect() { try await service.approve(code: code.digits) }
        try await client.waitUntilApproved()
        for number in 0..<4 {
          let text = "\(round) \(number)"
          asked[try await client.send(text, to: World.invoice).messageID] = text
        }
        for question in await service.questions {
          switch Int.random(in: 0..<5, using: &random) {
          case 0: try await service.refuse(question.id)
          case 1: break
          default: try await service.allow(question.id)
          }
        }
        let most = Int.random(in: 0..<6, using: &random)
        _ = try await eventually("some to be sent, or to be stuck") {
          let isBusy = await service.messages.contains { $0.isSending }
          return chat.calls >= most || !isBusy || chat.isStuck ? true : nil
        }
        // This has the effect of a killed process.
        await service.close()
      }
    }
    try await world.withService { service in
      _ = try await eventually("the rest") { await service.messages.contains { $0.isSending } ? nil : true }
      let texts = try await world.texts()
      #expect(Set(texts).count == texts.count, "delivered twice")
      for message in await service.messages {
        let text = try #require(asked[message.id])
        let isThere = texts.contains(text)
        switch message.state {
        case .sent: #expect(isThere)
        case .waitingForConsent, .refused, .failed: #expect(!isThere, "\(message.state)")
        case .unknown:
          // If the network has the message, it is found.
          _ = try await eventually("the look", within: .seconds(5)) {
            await service.message(message.id)?.state == .sent || !isThere ? true : nil
          }
        default: Issue.record("\(message.state)")
        }
      }
      #expect(await service.messages.count == asked.count)
    }
    await client.close()
  }
}

/// A chat that fails at random.
private final class MoodyChat: ChatTransport {
  private struct State {
    var random: SeededRandom
    var calls = 0
    var isStuck = false
  }

  private let chat: any ChatTransport
  private let state: Mutex<State>

  init(_ chat: any ChatTransport, seed: UInt64) {
    self.chat = chat
    state = Mutex(State(random: SeededRandom(seed)))
  }

  var calls: Int { state.withLock { $0.calls } }
  var isStuck: Bool { state.withLock { $0.isStuck } }

  func send(_ content: ChatContent, to room: RoomID) async throws -> MessageID {
    let mood = state.withLock { state in
      state.calls += 1
      return Int.random(in: 0..<10, using: &state.random)
    }
    switch mood {
    case 0:
      state.withLock { $0.isStuck = true }
      throw ChatTransportError.disconnected
    case 1: throw ChatTransportError.refused("no")
    case 2:
      state.withLock { $0.isStuck = true }
      _ = try await chat.send(content, to: room)
      throw ChatTransportError.disconnected
    case 3: try await silence()
    case 4:
      _ = try await chat.send(content, to: room)
      try await silence()
    default: break
    }
    return try await chat.send(content, to: room)
  }

  /// Waits until the process ends.
  private func silence() async throws {
    state.withLock { $0.isStuck = true }
    try await Task.sleep(for: .seconds(3600))
  }

  func rooms() async throws -> [ChatRoom] { try await chat.rooms() }
  func edit(_ message: MessageID, in room: RoomID, to content: ChatContent) async throws -> MessageID {
    try await chat.edit(message, in: room, to: content)
  }
  func history(of room: RoomID) async throws -> [ChatMessage] { try await chat.history(of: room) }
  func events() async -> AsyncStream<ChatEvent> { await chat.events() }
  func close() async { await chat.close() }
}
