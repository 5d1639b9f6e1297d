import BuiltInWallets
import Platform
import TestSupport
import Testing

@testable import WalletSearch

/// Nothing is sent to a port before the kernel has told who listens there.
@Suite(.timeLimit(.minutes(5))) struct WalletListenersTests {
  /// What came of asking a wallet with a password at a server of this test, whose port is said to be of some users.
  private static func asked(
    _ listeners: Set<UInt32>?, programOf user: UInt32? = nil, isSeen: Bool = true
  ) async throws -> (finding: TriedWallet.Finding, requests: Int) {
    let server = try ScriptedServer { _ in
      [.send("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .close]
    }
    var section = BitcoinWalletSection()
    section.url = server.url
    (section.user, section.password) = ("anna", "secret")
    let program = RunningProgram(process: 7, name: "litecoind", otherUser: user)
    let wallet = FoundWallet(.bitcoin(section), name: "litecoind", of: isSeen ? program : nil)
    let tried = await TriedWallet(
      asking: wallet, patience: .seconds(20), listeners: WalletListeners { _ in listeners })
    return (tried.finding, server.requests.count)
  }

  @Test func onlyTheProgramThatWasFoundIsAsked() async throws {
    let other: UInt32 = 4_000_000_000
    let good: [(Set<UInt32>?, UInt32?)] = [([geteuid()], nil), ([0], nil), ([other], other), (nil, nil)]
    for (listeners, user) in good {
      #expect(try await Self.asked(listeners, programOf: user).requests > 0, "\(listeners ?? []) \(user ?? 0)")
    }
    let bad: [(Set<UInt32>?, UInt32?)] = [
      ([other], nil), ([geteuid(), other], nil), ([other], 105), ([], nil), (nil, other),
    ]
    for (listeners, user) in bad {
      let asked = try await Self.asked(listeners, programOf: user)
      #expect(asked.requests == 0, "\(listeners ?? []) \(user ?? 0)")
      guard case .notAsked = asked.finding else {
        Issue.record("\(asked.finding)")
        continue
      }
    }
  }

  @Test func aUsualPortIsAnybodys() async throws {
    let stranger = try await Self.asked([4_000_000_000], isSeen: false)
    guard case .notAsked(.other(_, let user)) = stranger.finding else {
      Issue.record("\(stranger.finding)")
      return
    }
    #expect(user.name == "4000000000" && stranger.requests == 0)
    guard case .absent = try await Self.asked([], isSeen: false).finding else {
      Issue.record("nobody listens, and something was found")
      return
    }
  }

  #if os(Linux)
    /// What happened before: the program is called litecoind, names the folder of the person who searches, and waits for
    /// the password.
    @Test func aProgramThatClaimsToBeTheWalletGetsNothing() async throws {
      guard geteuid() == 0, access("/usr/bin/setpriv", X_OK) == 0, access("/usr/bin/python3", X_OK) == 0 else {
        print("SKIPPED: needs root, setpriv and python3 to run a program of another user")
        return
      }
      let folder = try ScratchFolder()
      let path = folder.path + "/litecoin.conf"
      let file = open(path, O_WRONLY | O_CREAT, 0o600)
      let settings = Array("rpcuser=anna\nrpcpassword=secret\n".utf8)
      #expect(write(file, settings, settings.count) == settings.count)
      close(file)
      let port = try #require(freePort())
      let script = """
        import http.server
        class Handler(http.server.BaseHTTPRequestHandler):
          def do_POST(self):
            print("asked", self.headers.get("Authorization", "nothing"), flush=True)
            self.send_response(401); self.end_headers()
          def log_message(self, *words): pass
        server = http.server.HTTPServer(("127.0.0.1", \(port)), Handler)
        print("ready", flush=True)
        server.serve_forever()
        """
      let evil = try ChildProcess(
        "/usr/bin/setpriv",
        [
          "--reuid", "65534", "--regid", "65534", "--clear-groups", "/bin/bash", "-c",
          "exec -a litecoind /usr/bin/python3 -c \"$1\" -datadir=\(folder.path) -rpcport=\(port)", "bash", script,
        ])
      _ = try await evil.line(containing: "ready", on: .output)
      let program = try #require(RunningProgram(evil.pid))
      #expect(program.name == "litecoind" && program.otherUser == 65534)
      var machine = Machine.this(home: folder.path)
      machine.programs = [program]
      let wallet = try #require(BitcoinSearch(on: machine).wallets().first)
      #expect(wallet.url == "http://127.0.0.1:\(port)" && wallet.runsAs?.name == "nobody")
      let tried = await TriedWallet(asking: wallet, patience: .seconds(20))
      #expect(!tried.isUsable)
      _ = try await evil.stop(SIGTERM, within: .seconds(20))
      // "Og==" is an empty user with an empty password.
      let told = evil.lines(.output).filter { $0.hasPrefix("asked") }
      #expect(told.allSatisfy { $0 == "asked nothing" || $0 == "asked Basic Og==" }, "\(told)")
    }
  #endif
}
