import Synchronization
import Transport

/// A channel with a man in the middle that may change, drop or add messages.
///
/// `@unchecked Sendable`: like every channel it is used on its executor only.
final class TappedChannel: MessageChannel, @unchecked Sendable {
  let base: any MessageChannel
  private let tap: @Sendable (Message) -> [Message]

  init(_ base: any MessageChannel, tap: @escaping @Sendable (Message) -> [Message]) {
    self.base = base
    self.tap = tap
  }

  var executor: any EventLoop { base.executor }
  var peer: PeerDescription { base.peer }
  var queuedBytes: Int { base.queuedBytes }

  func start(delegate: any MessageChannelDelegate) { base.start(delegate: delegate) }
  func send(_ message: Message) throws(ChannelError) {
    for message in tap(message) { try base.send(message) }
  }
  func pauseReading() { base.pauseReading() }
  func resumeReading() { base.resumeReading() }
  func close(_ code: CloseCode) { base.close(code) }
  func abort() { base.abort() }
  func markInvited() { base.markInvited() }
  func markAuthenticated() { base.markAuthenticated() }
}
