import CLibWebSockets
import Platform

/// Asks the kernel which user owns the socket at the other end of a loopback connection.
///
/// On Linux this is one exact query to the socket table over netlink or, if netlink is not available, a search in
/// `/proc/net/tcp` and `/proc/net/tcp6`. Only an established socket with an inode counts, because the row of a socket
/// that the other end has closed shows user 0. On other systems nothing is checked yet, and only the gate of the
/// handshake protects.
final class PeerUsers {
  /// The kernel's answer.
  enum Answer: Equatable {
    case found(UInt32)
    // The socket exists but is closed or half closed.
    case gone
    case unknown
    case notChecked
  }

  /// The inode of the socket that was found last.
  private(set) var lastInode: UInt64?

  #if os(Linux)
    private let netlink: Int32
    private var sequence: UInt32 = 0

    init() {
      netlink = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), NETLINK_SOCK_DIAG)
    }

    deinit {
      if netlink >= 0 { close(netlink) }
    }

    func user(ofSocketAt peer: SocketAddress, connectedTo local: SocketAddress) -> Answer {
      lastInode = nil
      let row = query(peer, local) ?? SocketTable.row(from: peer, to: local)
      guard let row else { return .unknown }
      guard row.isEstablished, row.inode != 0 else { return .gone }
      lastInode = row.inode
      return .found(row.user)
    }

    private struct Request {
      var header = nlmsghdr()
      var body = inet_diag_req_v2()
    }

    /// Returns nil if netlink does not answer or does not know the socket.
    private func query(_ peer: SocketAddress, _ local: SocketAddress) -> SocketTable.Row? {
      guard netlink >= 0 else { return nil }
      sequence &+= 1
      var request = Request()
      request.header.nlmsg_len = UInt32(MemoryLayout<Request>.size)
      request.header.nlmsg_type = UInt16(SOCK_DIAG_BY_FAMILY)
      request.header.nlmsg_flags = UInt16(NLM_F_REQUEST)
      request.header.nlmsg_seq = sequence
      request.body.sdiag_family = UInt8(peer.isIPv6 ? AF_INET6 : AF_INET)
      request.body.sdiag_protocol = UInt8(IPPROTO_TCP)
      request.body.idiag_states = UInt32.max
      request.body.id.idiag_sport = peer.port.bigEndian
      request.body.id.idiag_dport = local.port.bigEndian
      request.body.id.idiag_cookie = (UInt32.max, UInt32.max)
      withUnsafeMutableBytes(of: &request.body.id.idiag_src) { $0.copyBytes(from: peer.bytes) }
      withUnsafeMutableBytes(of: &request.body.id.idiag_dst) { $0.copyBytes(from: local.bytes) }
      let sent = withUnsafeBytes(of: &request) { send(netlink, $0.baseAddress, $0.count, 0) }
      guard sent == MemoryLayout<Request>.size else { return nil }
      return answer()
    }

    // The kernel queues the answer before `send` returns, so this does not block.
    private func answer() -> SocketTable.Row? {
      withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
        let headerBytes = MemoryLayout<nlmsghdr>.size
        while true {
          let count = recv(netlink, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
          guard count >= headerBytes else { return nil }
          let header = buffer.loadUnaligned(as: nlmsghdr.self)
          // This is the answer to an earlier query that was abandoned.
          if header.nlmsg_seq != sequence { continue }
          guard header.nlmsg_type == UInt16(SOCK_DIAG_BY_FAMILY),
            count >= headerBytes + MemoryLayout<inet_diag_msg>.size
          else { return nil }
          let message = buffer.loadUnaligned(fromByteOffset: headerBytes, as: inet_diag_msg.self)
          return SocketTable.Row(
            isEstablished: message.idiag_state == 1, user: message.idiag_uid, inode: UInt64(message.idiag_inode))
        }
      }
    }
  #else
    func user(ofSocketAt peer: SocketAddress, connectedTo local: SocketAddress) -> Answer { .notChecked }
  #endif
}
