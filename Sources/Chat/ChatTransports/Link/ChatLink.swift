import ChatPayments
import JSON
import Transport

/// A connection to the interface of a chat network. It makes calls and receives their answers as well as notifications.
/// It runs on the executor of its channel.
actor ChatLink: MessageChannelDelegate {
  typealias Answer = Result<JSONValue, ChatTransportError>

  private struct Waiting {
    let continuation: CheckedContinuation<Answer, Never>
    let deadline: ScheduledJob
  }

  nonisolated let unownedExecutor: UnownedSerialExecutor
  /// The notifications in the order of their arrival. The stream ends with the connection, and only one task may read
  /// it.
  nonisolated let unasked: AsyncStream<JSONValue>
  private let teller: AsyncStream<JSONValue>.Continuation
  private let channel: any MessageChannel
  private let patience: Duration
  private let limit: Int
  private var codec: any LinkCodec
  private var waiting: [UInt64: Waiting] = [:]
  private var isOver = false
  /// Whether the connection ended because the other side sent more than the limit.
  private(set) var isFlooded = false

  /// Creates a connection on a new channel; ``start()`` begins to read from it.
  ///
  /// - Parameters:
  ///   - limit: the highest number of bytes in a message, the same as the channel's.
  ///   - patience: the time after which a missing answer means that the connection is dead.
  init(_ channel: any MessageChannel, codec: some LinkCodec, limit: Int, patience: Duration = .seconds(30)) {
    self.channel = channel
    self.codec = codec
    self.limit = limit
    self.patience = patience
    unownedExecutor = channel.executor.asUnownedSerialExecutor()
    (unasked, teller) = AsyncStream.makeStream(of: JSONValue.self)
  }

  /// Begins to read.
  func start() { channel.start(delegate: self) }

  /// Makes a call and waits for its answer.
  ///
  /// - Returns: the answer, which may be an error that the network reports.
  /// - Throws: `ChatTransportError/disconnected` if the connection ends before the answer,
  ///   `ChatTransportError/tooLarge(limit:)`.
  func call(_ request: JSONValue) async throws(ChatTransportError) -> JSONValue {
    guard !isOver else { throw .disconnected }
    let (number, bytes) = codec.call(request)
    do throws(ChannelError) {
      try channel.send(.text(bytes))
    } catch {
      throw error == .messageTooBig ? .tooLarge(limit: limit) : .disconnected
    }
    let answer = await withCheckedContinuation { continuation in
      let deadline = channel.executor.schedule(after: patience) { [weak self] in
        self?.assumeIsolated { $0.channel.abort() }
      }
      waiting[number] = Waiting(continuation: continuation, deadline: deadline)
    }
    return try answer.get()
  }

  /// Ends the connection.
  func close() { channel.close(.normal) }

  // MARK: MessageChannelDelegate

  nonisolated func channel(_ channel: any MessageChannel, received message: Message) {
    assumeIsolated { $0.received(message) }
  }

  nonisolated func channelClosed(_ channel: any MessageChannel, reason: CloseReason) {
    assumeIsolated { $0.ended(reason) }
  }

  private func received(_ message: Message) {
    guard case .text(let bytes) = message else { return channel.close(.unsupportedData) }
    for input in codec.read(bytes) {
      switch input {
      case .answer(let number, let answer): settle(number, .success(answer))
      case .unasked(let value): teller.yield(value)
      case .nonsense: return channel.close(.policyViolation)
      }
    }
  }

  private func settle(_ number: UInt64, _ answer: Answer) {
    guard let call = waiting.removeValue(forKey: number) else { return }
    call.deadline.cancel()
    call.continuation.resume(returning: answer)
  }

  private func ended(_ reason: CloseReason) {
    isOver = true
    isFlooded = reason == .local(.messageTooBig)
    for number in waiting.keys.sorted() { settle(number, .failure(.disconnected)) }
    teller.finish()
  }
}

/// Encodes and decodes the messages of a network's interface, without side effects. Each connection has its own codec.
protocol LinkCodec: Sendable {
  /// Returns the bytes of a call, and the number that its answer will carry.
  mutating func call(_ request: JSONValue) -> (number: UInt64, bytes: [UInt8])

  /// Decodes a message. It usually holds one input; it holds none if it is to be ignored.
  mutating func read(_ bytes: [UInt8]) -> [LinkInput]
}

/// An input from a connection.
enum LinkInput: Sendable {
  /// The answer to a call, which may be an error.
  case answer(UInt64, JSONValue)
  /// A notification, which answers no call.
  case unasked(JSONValue)
  /// Bytes that violate the network's protocol. The connection cannot be used any more.
  case nonsense
}
