import ChatPayments
import JSON
import Platform
import Synchronization
import Transport
import WebSocketTransport

/// Makes connections to SimpleX Chat that are ready for calls.
struct SimpleXDialer: Sendable {
  static let limits: Limits = {
    var limits = Limits()
    limits.messageBytes = SimpleXCodec.limits.bytes
    limits.sendQueueBytes = SimpleXCodec.limits.bytes
    return limits
  }()

  let url: String
  let user: CurrentUser

  func dial(on thread: ServiceThread) async throws(SimpleXChatError) -> ChatLink {
    let channel: WebSocketChannel
    do throws(ConnectError) {
      // SimpleX Chat's server knows no subprotocols and cannot authenticate itself, so the user id of its process is
      // checked.
      channel = try await WebSocketConnector.connect(
        to: url, offering: [], servedBy: geteuid(), on: thread, limits: Self.limits, deadline: .seconds(15))
    } catch {
      throw .unreachable(error)
    }
    let link = ChatLink(channel, codec: SimpleXCodec(), limit: Self.limits.messageBytes)
    await link.start()
    do throws(SimpleXChatError) {
      try await askForUser(link)
    } catch {
      await link.close()
      throw error
    }
    return link
  }

  private func askForUser(_ link: ChatLink) async throws(SimpleXChatError) {
    let response: JSONValue
    do throws(ChatTransportError) {
      response = try await link.call(.string(SimpleXCommand.user.text))
    } catch {
      throw .chat(error)
    }
    guard response["type"]?.stringValue == "activeUser", let active = SimpleXUser(response["user"]) else {
      throw .noProfile
    }
    user.set(active)
  }
}

/// The profile that was active when the connection was made.
final class CurrentUser: Sendable {
  private let user = Mutex<SimpleXUser?>(nil)

  var value: SimpleXUser? { user.withLock { $0 } }
  func set(_ active: SimpleXUser) { user.withLock { $0 = active } }
}
