package import Cryptography
package import OwnerPage
import Synchronization
package import Transport
import WebSocketTransport

/// Shows the owner's page to a browser of this user, on a port of 127.0.0.1 that the kernel chooses, and passes its
/// messages on to the owner's socket.
///
/// The kernel says which user a connection comes from, and others are not answered. ``PageSite`` has the rules for what a
/// browser asks.
package final class PageServer: Sendable {
  /// Why the server has ended.
  package enum End: Sendable {
    /// The last page was closed.
    case left
    /// For a long time no page has asked for anything.
    case idle
    /// ``stop()`` was called.
    case stopped
  }

  /// Why the server cannot be opened.
  package enum Failure: Error, Sendable {
    /// The system has no threads, memory or descriptors left.
    case system
    /// No port of the loopback address is to be had.
    case listen(ListenError)
    /// There are no random numbers.
    case random
  }

  /// How many pages can be open at once.
  static let mostPages = 16
  private static let look: Duration = .seconds(1)

  private let bridges: @Sendable (@escaping @Sendable ([UInt8]) -> Void) -> PageBridge
  private let thread: ServiceThread
  private let listener: WebSocketListener
  private let site: PageSite
  private let visits: Mutex<PageVisits>
  private let end = Mutex<Ending>(.open([]))

  private enum Ending {
    case open([CheckedContinuation<End, Never>])
    case ended(End)
  }

  /// Opens the server's thread; ``start(from:)`` opens the port.
  ///
  /// - Parameters:
  ///   - socket: the path of the owner's socket.
  ///   - idle: how long nothing may be asked for.
  package init(_ files: PageFiles, host: PageHost, socket: String, idle: Duration) throws(Failure) {
    bridges = { PageBridge(path: socket, host: host, tell: $0) }
    site = PageSite(files: files)
    visits = Mutex(PageVisits(idle: idle, at: .now))
    let limits = Self.limits
    do throws(ServiceThreadError) { thread = try ServiceThread(name: "page", limits: limits) } catch { throw .system }
    var configuration = WebSocketListener.Configuration()
    configuration.hosts = ["127.0.0.1"]
    configuration.path = "/owner"
    configuration.limits = limits
    configuration.page = site
    listener = WebSocketListener(on: thread, configuration: configuration)
  }

  /// The browser may be at the other end of a slow line, and opens connections before it needs them.
  private static var limits: Limits {
    var limits = Limits()
    limits.handshakeDeadline = .seconds(30)
    limits.sockets = 64 + mostPages
    // As much as the answers to all requests that a page may have at once.
    limits.sendQueueBytes = 16 << 20
    return limits
  }

  /// Opens the port.
  ///
  /// - Returns: the port, and the token of the page's address.
  package func start(from random: any RandomSource = SystemRandom()) async throws(Failure) -> (
    port: UInt16, token: String
  ) {
    let addresses: [ListeningAddress]
    do throws(ListenError) {
      addresses = try await listener.start { [self] channel in accept(channel) }
    } catch {
      throw .listen(error)
    }
    guard let port = addresses.first?.port else { throw .system }
    let session: PageSession
    do throws(CryptographyError) { session = try PageSession(port: port, from: random) } catch { throw .random }
    site.open(session)
    lookLater()
    return (port, session.token)
  }

  /// Waits until the last page has gone, nothing was asked for long, or ``stop()`` is called.
  package func waitForEnd() async -> End {
    await withCheckedContinuation { waiter in
      let ended: End? = end.withLock { ending in
        guard case .open(let waiters) = ending else {
          if case .ended(let end) = ending { return end }
          return .stopped
        }
        ending = .open(waiters + [waiter])
        return nil
      }
      if let ended { waiter.resume(returning: ended) }
    }
  }

  /// Closes all pages and the port.
  package func stop() async {
    finish(.stopped)
    await listener.stop(deadline: .seconds(1))
    await thread.stop()
  }

  private func finish(_ why: End) {
    let waiters: [CheckedContinuation<End, Never>] = end.withLock { ending in
      guard case .open(let waiters) = ending else { return [] }
      ending = .ended(why)
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: why) }
  }

  private func lookLater() {
    thread.schedule(after: Self.look) { [weak self] in
      guard let self else { return }
      switch visits.withLock({ $0.end(at: .now) }) {
      case .left: finish(.left)
      case .idle: finish(.idle)
      case nil: lookLater()
      }
    }
  }

  private func accept(_ channel: any MessageChannel) {
    channel.markAuthenticated()
    visits.withLock { $0.came(at: .now) }
    let bridge = bridges { message in
      channel.executor.submit {
        do throws(ChannelError) { try channel.send(.text(message)) } catch {
          // What a page misses it cannot know of; it connects and asks again.
          channel.close(.tryAgainLater)
        }
      }
    }
    channel.start(
      delegate: PageVisit(
        bridge: bridge, asked: { [weak self] in self?.visits.withLock { $0.asked(at: .now) } },
        went: { [weak self] in self?.visits.withLock { $0.went(at: .now) } }))
  }
}

/// One page that is open.
private final class PageVisit: MessageChannelDelegate {
  private let bridge: PageBridge
  private let asked: @Sendable () -> Void
  private let went: @Sendable () -> Void

  init(bridge: PageBridge, asked: @escaping @Sendable () -> Void, went: @escaping @Sendable () -> Void) {
    (self.bridge, self.asked, self.went) = (bridge, asked, went)
  }

  func channel(_ channel: any MessageChannel, received message: Message) {
    guard case .text(let bytes) = message else { return channel.close(.unsupportedData) }
    asked()
    bridge.receive(bytes)
  }

  func channelClosed(_ channel: any MessageChannel, reason: CloseReason) {
    bridge.close()
    went()
  }
}
