import Testing
import Transport
import WebSocketTransport

/// The carriers on which the same tests are run.
enum Carrier: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case memory
  case webSocket

  var testDescription: String { rawValue }

  /// The two ends of a channel, which are not started.
  struct Ends: Sendable {
    let provider: any MessageChannel
    let consumer: any MessageChannel
    let authority: String
  }

  struct NobodyCame: Error {}

  // All tests of the process share one thread, but each has its own listener.
  private static let thread = Result { try ServiceThread(name: "runtime-tests") }

  func join(limits: Limits) async throws -> Ends {
    // These tests do not test the deadline of the transport, and it must not expire on a busy machine.
    var limits = limits
    limits.handshakeDeadline = .seconds(600)
    switch self {
    case .memory:
      let (provider, consumer) = MemoryChannel.pair(limits: limits, authority: "127.0.0.1:1")
      return Ends(provider: provider, consumer: consumer, authority: "127.0.0.1:1")
    case .webSocket:
      let thread = try Self.thread.get()
      var configuration = WebSocketListener.Configuration()
      configuration.limits = limits
      let listener = WebSocketListener(on: thread, configuration: configuration)
      let (channels, accepted) = AsyncStream<any MessageChannel>.makeStream()
      let addresses = try await listener.start { accepted.yield($0) }
      guard let address = addresses.first else { throw NobodyCame() }
      let consumer = try await WebSocketConnector.connect(
        to: "ws://\(address.authority)/v1", on: thread, limits: limits)
      for await provider in channels {
        return Ends(provider: provider, consumer: consumer, authority: address.authority)
      }
      throw NobodyCame()
    }
  }
}
