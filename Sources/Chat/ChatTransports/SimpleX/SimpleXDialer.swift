import ChatPayments
import JSON
import Platform
import Transport
import WebSocketTransport

/// Makes connections to SimpleX Chat that are ready for calls.
struct SimpleXDialer: Sendable {
  /// The limits of connections over which an answer may have this many bytes.
  static func limits(largestAnswer: Int) -> Limits {
    var limits = Limits()
    limits.messageBytes = largestAnswer
    limits.sendQueueBytes = SimpleXCodec.limits.bytes
    limits.readBufferBytes = 64 << 10
    return limits
  }

  let url: String
  let directory: SimpleXDirectory
  let register: SimpleXRegister
  let limits: Limits

  /// Connects, and reads the profile and its rooms.
  func dial(on thread: ServiceThread) async throws(SimpleXChatError) -> ChatLink {
    while true {
      let link = try await open(on: thread)
      do throws(SimpleXChatError) {
        try await read(link)
        return link
      } catch {
        let isFlooded = await link.isFlooded
        await link.close()
        guard isFlooded else { throw error }
        // One group that is too large is left out, and everything else is read over another connection.
        guard directory.leaveOut() else { throw .answerTooLarge(limit: limits.messageBytes) }
      }
    }
  }

  private func open(on thread: ServiceThread) async throws(SimpleXChatError) -> ChatLink {
    let channel: WebSocketChannel
    do throws(ConnectError) {
      // SimpleX Chat's server knows no subprotocols and cannot authenticate itself, so the user id of its process is
      // checked.
      channel = try await WebSocketConnector.connect(
        to: url, offering: [], servedBy: geteuid(), on: thread, limits: limits, deadline: .seconds(15))
    } catch {
      throw .unreachable(error)
    }
    let link = ChatLink(channel, codec: SimpleXCodec(), limit: limits.messageBytes)
    await link.start()
    return link
  }

  /// Reads the profile and its rooms over a connection.
  ///
  /// - Throws: ``SimpleXChatError``; nothing has changed then.
  func read(_ link: ChatLink) async throws(SimpleXChatError) {
    let active: SimpleXUser?
    let reading: SimpleXReading
    directory.isReading(nil)
    do throws(ChatTransportError) {
      let response = try await link.call(.string(SimpleXCommand.user.text))
      active = SimpleXUser.tag(response) == "activeUser" ? SimpleXUser(response["user"]) : nil
    } catch {
      throw .chat(error)
    }
    guard let user = active else { throw .noProfile }
    do throws(ChatTransportError) {
      reading = try await SimpleXReader(link: link, user: user, directory: directory).read()
    } catch {
      throw .chat(error)
    }
    let rooms: [ChatRoom]
    do throws(SimpleXChatError) {
      rooms = try await register.admit(user, reading.places).map(\.room)
    } catch {
      if case .otherProfile = error { directory.obstacle = SimpleXWords.otherProfile }
      throw error
    }
    let same = Set(rooms.map(\.id))
    directory.set(
      user, rooms.filter { reading.unreadable[$0.id] == nil },
      unreadable: reading.unreadable.filter { same.contains($0.key) }, pending: reading.pending)
  }
}
