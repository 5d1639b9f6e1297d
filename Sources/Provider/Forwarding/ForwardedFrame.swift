import Transport

/// What one process tells another of a forwarded session.
enum ForwardedFrame: Sendable, Equatable {
  /// An app has connected to the standby.
  case open(ForwardedOpening)
  /// The owner asks something at the standby. The answer ends the session.
  case ask([UInt8])
  case answer([UInt8])
  /// A message of either side, as it came.
  case message(Message)
  /// So much of what was sent has been passed on, by the cost of its messages; see `SendBudget`.
  case taken(Int)
  /// The writer has marked the channel; see `MessageChannel.markInvited()`.
  case invited
  /// The writer has marked the channel; see `MessageChannel.markAuthenticated()`.
  case authenticated
  /// The writer wants to know which program the app is.
  case findProcess
  /// The program of the app, as the standby found it; `nil` if it found none.
  case process(PeerDescription.Process?)
  /// One side has closed the session with a code. Nothing follows.
  case close(CloseCode)
  /// The session has ended without a close. Nothing follows.
  case cut
  /// Of no session: the standby asks whether the other process still hears it, which answers.
  case ping
  case pong
}

/// What the standby knows of an app that has connected to it, and what the handshake depends on.
struct ForwardedOpening: Sendable, Equatable {
  /// The bytes of the discovery file that the app has read.
  var discovery: [UInt8]
  /// The numeric address and the TCP port of the app.
  var address: String
  var port: UInt16
  /// The user of the app's process.
  var user: UInt32?
  /// What the app's upgrade request said.
  var offeredSubprotocols: String
  var selectedSubprotocol: String
  var authority: String

  /// The description of the app's end of a channel.
  func peer(lookUpProcess: @escaping @Sendable () -> PeerDescription.Process?) -> PeerDescription {
    PeerDescription(
      address: address, port: port, userIdentifier: user, offeredSubprotocols: offeredSubprotocols,
      selectedSubprotocol: selectedSubprotocol, authority: authority, lookUpProcess: lookUpProcess)
  }
}

extension ForwardedOpening {
  /// Describes an app that has connected, by the discovery file that it has read.
  init(_ peer: PeerDescription, discovery: [UInt8]) {
    self.init(
      discovery: discovery, address: peer.address, port: peer.port, user: peer.userIdentifier,
      offeredSubprotocols: peer.offeredSubprotocols, selectedSubprotocol: peer.selectedSubprotocol,
      authority: peer.authority)
  }
}

/// A frame with the session that it belongs to. The standby numbers the sessions.
struct SessionFrame: Sendable, Equatable {
  var session: UInt64
  var frame: ForwardedFrame
}
