package import JSON
package import OwnerAPI
import Platform

/// The client of the owner's socket. Each call sends one request and blocks its thread until the answer arrives.
package struct OwnerSocketClient: Sendable {
  private let path: String
  private let voice: String?

  /// Makes a client for the socket at a path. It connects at each call.
  ///
  /// - Parameter voice: what it says it is, for the audit log; see ``OwnerMethods/voiceMember``.
  package init(path: String, as voice: String? = nil) {
    self.path = path
    self.voice = voice
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameter timeoutSeconds: how long to wait for the answer.
  /// - Throws: ``OwnerFailure``; `.notRunning` where no provider runs at the path.
  package func call<Method: OwnerMethod>(
    _ method: Method.Type, _ params: Method.Params, timeoutSeconds: Int = 30
  ) throws(OwnerFailure) -> Method.Result {
    guard let asked = try? JSONBytesEncoder().encodeValue(params) else {
      throw OwnerFailure(.internalError, "what is asked cannot be written")
    }
    let answer = try call(method.name, asked, timeoutSeconds: timeoutSeconds)
    guard let result = try? JSONValueDecoder().decode(Method.Result.self, from: answer) else {
      throw OwnerFailure(.internalError, "the provider answered something that is no answer to \(method.name)")
    }
    return result
  }

  /// Asks for what has no type, and waits for the answer.
  ///
  /// - Parameter timeoutSeconds: how long to wait for the answer.
  /// - Throws: ``OwnerFailure``; `.notRunning` where no provider runs at the path.
  package func call(
    _ method: String, _ params: JSONValue = [:], timeoutSeconds: Int = 30
  ) throws(OwnerFailure) -> JSONValue {
    let socket = try connected(timeoutSeconds: timeoutSeconds)
    var rest: [UInt8] = []
    var params = params
    if let voice, var members = params.objectValue {
      members[OwnerMethods.voiceMember] = .string(voice)
      params = .object(members)
    }
    return try socket.ask(method, params, rest: &rest)
  }

  /// Connects to the socket and checks that the provider belongs to this user.
  func connected(timeoutSeconds: Int) throws(OwnerFailure) -> UnixSocket {
    guard let socket = UnixSocket.make() else {
      throw OwnerFailure(.unavailable, "the system has no socket left")
    }
    socket.setTimeout(seconds: timeoutSeconds)
    guard let connected = UnixSocket.withAddress(path, { connect(socket.descriptor, $0, $1) }) else {
      throw OwnerFailure(.unavailable, "the path of the owner's socket is longer than the system allows: \(path)")
    }
    guard connected == 0 else {
      throw errno == EACCES
        ? OwnerFailure(.unavailable, "no provider answers at \(path): it belongs to another user")
        : OwnerFailure(.notRunning, "no provider answers at \(path)")
    }
    guard socket.peerUser == geteuid() else {
      throw OwnerFailure(.unavailable, "the program at \(path) belongs to another user; nothing was sent")
    }
    return socket
  }
}
