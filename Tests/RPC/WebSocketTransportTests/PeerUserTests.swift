import Dispatch
import Platform
import Processes
import TestSupport
import Testing
import Transport

@testable import WebSocketTransport

/// Tests which user the program at the other end belongs to.
@Suite(.timeLimit(.minutes(5)))
struct PeerUserTests {
  #if os(Linux)
    @Test func theRowOfTheOtherEndIsRead() throws {
      let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 100 1 0 100 0 0 10 0
           1: 0100007F:D2F0 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 4242 1 0 20 4 30 10 -1
           2: 0100007F:D2F1 0100007F:1F90 05 00000000:00000000 00:00000000 00000000     0        0 0 1 0 20 4 30 10 -1
        """
      let bytes = Array(table.utf8)
      let server = try #require(SocketAddress(host: "127.0.0.1", port: 8080))
      func row(_ port: UInt16) throws -> SocketTable.Row? {
        SocketTable.row(from: try #require(SocketAddress(host: "127.0.0.1", port: port)), to: server, in: bytes)
      }
      #expect(try row(54000) == SocketTable.Row(isEstablished: true, user: 1001, inode: 4242))
      #expect(try row(54001) == SocketTable.Row(isEstablished: false, user: 0, inode: 0))
      #expect(try row(54002) == nil)
      let long = Array(
        """
          sl  local_address                         remote_address                        st
           0: 00000000000000000000000001000000:D2F0 00000000000000000000000001000000:1F90 01 0:0 00:0 0  1000        0 7
        """.utf8)
      let one = try #require(SocketAddress(host: "::1", port: 54000))
      let other = try #require(SocketAddress(host: "::1", port: 8080))
      #expect(SocketTable.row(from: one, to: other, in: long)?.inode == 7)
    }

    @Test func whoListensIsRead() throws {
      let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 100 1 0 100 0 0 10 0
           1: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 101 1 0 100 0 0 10 0
           2: 0100007F:1F90 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000  1002        0 102 1 0 20 4 30 10 -1
           3: 0101A8C0:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1003        0 103 1 0 100 0 0 10 0
           4: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1004        0 104 1 0 100 0 0 10 0
        """
      #expect(SocketTable.listeners(at: 8080, in: Array(table.utf8)) == [1000, 1001])
      let long = """
          sl  local_address                         remote_address                        st
           0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 0:0 00:0 0  1005        0 7
           1: 00000000000000000000000001000000:1F90 00000000000000000000000000000000:0000 0A 0:0 00:0 0  1006        0 7
           2: 0000000000000000FFFF00000100007F:1F90 00000000000000000000000000000000:0000 0A 0:0 00:0 0  1007        0 7
           3: 0000000000000000000000000100A8C0:1F90 00000000000000000000000000000000:0000 0A 0:0 00:0 0  1008        0 7
        """
      #expect(SocketTable.listeners(at: 8080, in: Array(long.utf8)) == [1005, 1006, 1007])

      let bound = try ListeningSockets.bind(hosts: ["127.0.0.1"], port: 0)
      let port = try #require(bound.first).address.port
      #expect(LoopbackPort.listeners(port) == [geteuid()])
      ListeningSockets.close(bound)
      #expect(LoopbackPort.listeners(port) == [])
    }

    @Test(arguments: [false, true])
    func netlinkAndTheTableAgreeOnALiveSocket(_ mapped: Bool) throws {
      let bound = try ListeningSockets.bind(hosts: ["127.0.0.1"], port: 0)
      defer { ListeningSockets.close(bound) }
      let door = try #require(bound.first)
      let client = try RawClient(port: door.address.port, mapped: mapped)
      guard case .connection(let accepted, let peer) = ListeningSockets.accept(door.descriptor) else {
        Issue.record("nobody came")
        return
      }
      defer { ListeningSockets.closeDescriptor(accepted) }
      let users = PeerUsers()
      #expect(users.user(ofSocketAt: peer, connectedTo: door.address) == .found(geteuid()))
      let row = try #require(SocketTable.row(from: peer, to: door.address))
      #expect(row.isEstablished && row.user == geteuid() && row.inode == users.lastInode)
      let process = ProcessTable.owner(ofSocket: row.inode)
      #expect(process?.identifier == getpid() && process?.executablePath != nil)
      withExtendedLifetime(client) {}
    }

    @Test func aSocketThatHasClosedIsNobodys() throws {
      let bound = try ListeningSockets.bind(hosts: ["127.0.0.1"], port: 0)
      defer { ListeningSockets.close(bound) }
      let door = try #require(bound.first)
      var client: RawClient? = try RawClient(port: door.address.port)
      guard case .connection(let accepted, let peer) = ListeningSockets.accept(door.descriptor) else {
        Issue.record("nobody came")
        return
      }
      defer { ListeningSockets.closeDescriptor(accepted) }
      _ = client
      client = nil
      let answer = PeerUsers().user(ofSocketAt: peer, connectedTo: door.address)
      #expect(answer == .gone || answer == .unknown)
      let stranger = SocketAddress(bytes: [127, 0, 0, 1], port: 1)
      #expect(PeerUsers().user(ofSocketAt: stranger, connectedTo: door.address) == .unknown)
    }

    @Test func aPeerIsOfTheUserThatIsExpected() async throws {
      try await withServer({ $0.user = 4_000_000_000 }) { server in
        let port = server.address.port
        let isHungUp = try await blocking { try RawClient(port: port).isHungUp() }
        #expect(isHungUp)
        #expect(await server.refusals() == [.otherUser])
      }
    }

    @Test func anotherUserIsRefused() async throws {
      guard geteuid() == 0, access("/usr/bin/setpriv", X_OK) == 0, access("/usr/bin/python3", X_OK) == 0 else {
        print("SKIPPED: needs root, setpriv and python3 to connect as another user")
        return
      }
      try await withServer { server in
        let script = """
          import socket; s = socket.create_connection(("127.0.0.1", \(server.address.port))); s.settimeout(10)
          try: s.sendall(b"GET /v1 HTTP/1.1\\r\\n"); print(len(s.recv(10)))
          except ConnectionError: print(0)
          """
        let arguments = [
          "/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c",
          script,
        ]
        let status = try await blocking { try run(arguments) }
        #expect(status == 0)
        #expect(await server.refusals() == [.otherUser])
      }
    }

    @Test func theProcessAtTheOtherEndIsFound() async throws {
      try await withServer { server in
        let port = server.address.port
        async let done: Void = blocking {
          let client = try RawClient(port: port)
          try client.upgrade()
          _ = client.isHungUp()
        }
        let channel = try await server.nextChannel()
        #expect(channel.peer.userIdentifier == geteuid())
        #expect(await channel.peer.process()?.identifier == getpid())
        await Recorder(channel).abort()
        try await done
      }
    }

    /// Runs a program until it ends, and returns its status.
    private func run(_ arguments: [String]) throws -> Int32 {
      let program = ChildProgram(arguments[0], Array(arguments.dropFirst()))
      guard let process = program.start(input: 0, output: 1, error: 2) else {
        throw RawClient.Failed(call: "posix_spawn")
      }
      return ChildProgram.end(of: process)
    }
  #endif
}
