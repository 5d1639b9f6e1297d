import Transport

/// The connection of an app at a process that stands by: what the app says goes to the process that writes, and back.
///
/// `@unchecked Sendable`: all mutable state is used on the executor of the channel only.
final class ForwardedConnection: MessageChannelDelegate, ForwardedEnd, @unchecked Sendable {
  /// So much may be on its way to the process that writes before the app is read no further; less before it has proven who
  /// it is.
  private var window = 64 << 10

  private let channel: any MessageChannel
  private let line: ForwardedLine
  /// What was sent to the process that writes, and not taken there yet.
  private var sent = 0
  /// What the app has not taken yet of that which the process that writes has sent.
  private var untold = 0
  private var isOver = false

  init(_ channel: any MessageChannel, _ line: ForwardedLine) {
    self.channel = channel
    self.line = line
  }

  func channel(_ channel: any MessageChannel, received message: Message) {
    guard !isOver else { return }
    sent += SendBudget.cost(of: message)
    if sent >= window { channel.pauseReading() }
    line.send(.message(message))
  }

  func channelDrained(_ channel: any MessageChannel) { tellTaken() }

  func channelClosed(_ channel: any MessageChannel, reason: CloseReason) {
    guard !isOver else { return }
    isOver = true
    if case .peer(let code) = reason { line.send(.close(code)) } else { line.send(.cut) }
  }

  func received(_ frame: ForwardedFrame) { channel.executor.submit { [self] in handle(frame) } }

  func wasCut() {
    channel.executor.submit { [self] in
      guard !isOver else { return }
      isOver = true
      // The app connects again, here or elsewhere.
      channel.close(.goingAway)
    }
  }

  private func handle(_ frame: ForwardedFrame) {
    guard !isOver else { return }
    switch frame {
    case .message(let message): pass(message)
    case .taken(let count):
      sent -= count
      if sent < window / 2 { channel.resumeReading() }
    case .invited: channel.markInvited()
    case .authenticated:
      window = 1 << 20
      channel.markAuthenticated()
    case .findProcess:
      Task { [channel, line] in line.send(.process(await channel.peer.process())) }
    case .close(let code):
      isOver = true
      channel.close(code)
    case .cut:
      isOver = true
      channel.abort()
    case .open, .ask, .answer, .process, .ping, .pong: break
    }
  }

  private func pass(_ message: Message) {
    do throws(ChannelError) {
      untold += SendBudget.cost(of: message)
      try channel.send(message)
      tellTaken()
    } catch {
      // The channel is closing, of which the process that writes is told when it has ended, or its queue is full although
      // that process counts what the app has not taken.
      if error != .closed { channel.close(.tryAgainLater) }
    }
  }

  /// Tells the process that writes what the channel has got rid of. What waits in its queue goes on counting there, so that
  /// the queue is never asked to hold more than that process may send.
  private func tellTaken() {
    let taken = untold - channel.queuedBytes
    guard taken > 0 else { return }
    line.send(.taken(taken))
    untold -= taken
  }
}
