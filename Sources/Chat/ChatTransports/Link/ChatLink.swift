import ChatPayments
import JSON
import Transport

/// One connection to a chat network's interface: calls with their answers, and what comes unasked. It lives on the
/// channel's executor.
actor ChatLink: MessageChannelDelegate {
  typealias Answer = Result<JSONValue, ChatTransportError>

  private struct Waiting {
    let continuation: CheckedContinuation<Answer, Never>
    let deadline: ScheduledJob
  }

  nonisolated let unownedExecutor: UnownedSerialExecutor
  /// What comes unasked, in order; it ends with the connection. To be read by one.
  nonisolated let unasked: AsyncStream<JSONValue>
  private let teller: AsyncStream<JSONValue>.Continuation
  private let channel: any MessageChannel
  private let patience: Duration
  private let limit: Int
  private var codec: any LinkCodec
  private var waiting: [UInt64: Waiting] = [:]
  private var isOver = false

  /// A connection on a fresh channel; ``start()`` begins it.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of a message, as the channel has it.
  ///   - patience: how long an answer may take, until the connection counts as dead.
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

  /// Asks, and waits for the answer.
  ///
  /// - Returns: the answer, which may be a refusal.
  /// - Throws: `ChatTransportError/disconnected` when the connection ends before there is one,
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
    assumeIsolated { $0.ended() }
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

  private func ended() {
    isOver = true
    for number in waiting.keys.sorted() { settle(number, .failure(.disconnected)) }
    teller.finish()
  }
}
