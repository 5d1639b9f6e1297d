import Cryptography

/// Names a session in both processes: by the mailbox of the other one, and by the number that the standby gave it.
struct SessionKey: Sendable, Hashable {
  var peer: Mailbox
  var number: UInt64
}

/// What a process learns of its sessions.
enum SessionEvent: Sendable, Equatable {
  /// The other side sent this.
  case received(SessionKey, ForwardedFrame)
  /// The other process is gone, or cannot be understood. Nothing follows.
  case cut(SessionKey)
}

/// The sessions of one mailbox, and what is on its way in them. It decides; ``Forwarder`` reads and writes the database.
struct ForwardedSessions {
  /// The largest number of bytes that a packet holds, unless a single frame is larger.
  private static let packetBytes = 256 << 10
  /// So many packets are sent at once at most, so that one exchange with the database does not take long.
  private static let packetsAtOnce = 16
  /// After this time without a word the link to another process is over. The standby asks for one with each look.
  private static let silence: Duration = .seconds(5)

  private let keys: MailboxKeys
  private(set) var known = KnownMailboxes()
  private(set) var open: Set<SessionKey> = []
  private var links: [Mailbox: MailboxLink] = [:]
  // They are remembered, so that nothing that is written in their names later is read.
  private var over: Set<Mailbox> = []
  private var outgoing: [Mailbox: [[UInt8]]] = [:]
  /// When each other process was last heard, or this one began to listen to it.
  private var heardAt: [Mailbox: ContinuousClock.Instant] = [:]

  init(_ keys: MailboxKeys) { self.keys = keys }

  var own: Mailbox { keys.mailbox }

  /// Whether the owner admitted this daemon, and did not send it away again.
  var isAdmitted: Bool { known.alive[own] != nil }

  /// The name of the daemon with which there is a link.
  func name(of peer: Mailbox) -> String? { links[peer]?.daemon.name }

  /// Whether something waits to be sent.
  var hasOutgoing: Bool { !outgoing.isEmpty }

  /// How many mailboxes are remembered for ever.
  var remembered: Int { over.count }

  /// Whether the process that writes does not hear this one any more, or cannot be understood. Only a new mailbox helps.
  var isCutOff: Bool { known.writer.map { over.contains($0) } ?? false }

  /// Begins a session with the process that writes.
  ///
  /// - Returns: `false` if that process is not there any more.
  mutating func begin(_ key: SessionKey, with frame: ForwardedFrame) -> Bool {
    guard known.writer == key.peer, !over.contains(key.peer) else { return false }
    open.insert(key)
    queue(frame, key)
    return true
  }

  /// Sends something in a session that is open. What ends it is the last.
  mutating func send(_ frame: ForwardedFrame, in key: SessionKey) {
    guard open.contains(key) else { return }
    queue(frame, key)
    if frame.isLast { open.remove(key) }
  }

  private mutating func queue(_ frame: ForwardedFrame, _ key: SessionKey) {
    var bytes: [UInt8] = []
    FrameCoding.encode(SessionFrame(session: key.number, frame: frame), into: &bytes)
    if bytes.count > Packet.largestContent {
      // Nobody would take it. The session is over for both.
      bytes = []
      FrameCoding.encode(SessionFrame(session: key.number, frame: .cut), into: &bytes)
    }
    var packets = outgoing.removeValue(forKey: key.peer) ?? []
    if let last = packets.indices.last, packets[last].count + bytes.count <= Self.packetBytes {
      packets[last] += bytes
    } else {
      packets.append(bytes)
    }
    outgoing[key.peer] = packets
  }

  /// Returns what waits to be sent, as packets; not all of it at once if it is much.
  ///
  /// - Throws: `CryptographyError.libraryFailure`.
  mutating func takePackets() throws(CryptographyError) -> [Packet] {
    var packets: [Packet] = []
    for (peer, contents) in outgoing {
      guard packets.count < Self.packetsAtOnce else { break }
      outgoing[peer] = nil
      guard let link = link(peer, of: known.alive[peer]) else { continue }
      let now = contents.prefix(Self.packetsAtOnce - packets.count)
      for content in now {
        let (number, body) = try link.seal(content)
        packets.append(Packet(sender: own, recipient: peer, number: number, body: body))
      }
      if now.count < contents.count { outgoing[peer] = Array(contents[now.endIndex...]) }
    }
    return packets
  }

  /// Reads packets, which are in the order of their numbers.
  mutating func received(_ packets: [ArrivedPacket], at now: ContinuousClock.Instant) -> [SessionEvent] {
    var events: [SessionEvent] = []
    for arrived in packets {
      let packet = arrived.packet
      guard let link = link(packet.sender, of: arrived.daemon) else { continue }
      guard let content = try? link.open(packet.number, packet.body), let frames = try? FrameCoding.decode(content)
      else {
        // Something was lost or forged, or the other process is of another version.
        events += end(packet.sender)
        continue
      }
      heardAt[packet.sender] = now
      for frame in frames { if let event = event(frame, from: packet.sender) { events.append(event) } }
    }
    return events
  }

  private mutating func event(_ frame: SessionFrame, from peer: Mailbox) -> SessionEvent? {
    let key = SessionKey(peer: peer, number: frame.session)
    if frame.frame == .ping { queue(.pong, key) }
    if frame.frame.isFirst {
      guard open.insert(key).inserted else { return nil }
    }
    // What was sent before the other side knew of the end is of no use any more.
    guard open.contains(key) else { return nil }
    if frame.frame.isLast { open.remove(key) }
    return .received(key, frame.frame)
  }

  /// Learns who is there. Sessions with who is gone are over, and those with a process that does not write any more, or
  /// does not answer.
  mutating func looked(_ known: KnownMailboxes, at now: ContinuousClock.Instant) -> [SessionEvent] {
    var gone = Set(links.keys).subtracting(known.alive.keys)
    gone.formUnion(links.keys.filter { heardAt[$0].map { $0 + Self.silence < now } ?? false })
    if let before = self.known.writer, known.writer != before {
      // It may have been this process.
      gone.formUnion(before == own ? Array(links.keys) : [before])
    }
    self.known = known
    // Who is not admitted is not answered, and would take that for a link that is over.
    if isAdmitted, let writer = known.writer, writer != own, !gone.contains(writer), !over.contains(writer) {
      if heardAt[writer] == nil { heardAt[writer] = now }
      queue(.ping, SessionKey(peer: writer, number: 0))
    }
    return gone.flatMap { end($0) }
  }

  /// Ends everything with another process.
  private mutating func end(_ peer: Mailbox) -> [SessionEvent] {
    // What anybody made up is not remembered, or there would be no end of it.
    if links.removeValue(forKey: peer)?.isUsed == true { over.insert(peer) }
    heardAt[peer] = nil
    outgoing[peer] = nil
    let ended = open.filter { $0.peer == peer }
    open.subtract(ended)
    return ended.map { .cut($0) }
  }

  /// The link with another process; `nil` if it is over, or the daemon was not admitted, or has no keys.
  private mutating func link(_ peer: Mailbox, of daemon: AdmittedDaemon?) -> MailboxLink? {
    if over.contains(peer) { return nil }
    if let link = links[peer] { return link }
    guard let daemon, let link = try? MailboxLink(keys, peer, of: daemon) else { return nil }
    links[peer] = link
    return link
  }
}

extension ForwardedFrame {
  /// Whether it begins its session.
  var isFirst: Bool {
    switch self {
    case .open, .ask: true
    default: false
    }
  }

  /// Whether nothing follows it in its session.
  var isLast: Bool {
    switch self {
    case .answer, .close, .cut: true
    default: false
    }
  }
}
