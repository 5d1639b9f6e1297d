import BuiltInWallets
import Testing

@testable import WalletSearch

/// Which nodes of the Lightning network are found, and how payd would be configured for them.
@Suite struct LightningSearchTests {
  private static func wallets(
    _ programs: [RunningProgram], files: [String: FileText] = [:], homes: [UInt32: String] = [:]
  ) -> [(wallet: FoundWallet, section: LightningNodeSection)] {
    let machine = Machine(programs: programs, home: "/home/anna", homes: homes) { files[$0] ?? .missing }
    return LightningSearch(on: machine).wallets().compactMap { wallet in
      if case .lightning(let section) = wallet.section { (wallet, section) } else { nil }
    }
  }

  private static let seen = FileText.text("x")

  @Test func clnIsReachedByItsRune() throws {
    let program = RunningProgram(
      process: 3, name: "lightningd", arguments: ["--network=testnet", "--lightning-dir=cl"], folder: "/srv")
    let files = [
      "/srv/cl/config": FileText.text("# mine\nclnrest-port=3011\n"), "/srv/cl/testnet/config": .text("alias=shop\n"),
      "/srv/cl/payport.rune": Self.seen, "/srv/cl/testnet/ca.pem": Self.seen,
    ]
    let (wallet, section) = try #require(Self.wallets([program], files: files).first)
    #expect(section.url == "https://localhost:3011" && section.chain == "test" && section.program == .cln)
    #expect(section.credentialFile == "/srv/cl/payport.rune" && section.certificateFile == "/srv/cl/testnet/ca.pem")
    #expect(wallet.obstacle == nil && wallet.process == 3 && wallet.currency == "BTC")
    #expect(wallet.sources == ["/srv/cl/config", "/srv/cl/testnet/config"])
    let plain = try #require(
      Self.wallets(
        [
          RunningProgram(process: 3, name: "lightningd", arguments: ["--clnrest-port", "9", "--clnrest-protocol=http"])
        ],
        files: ["/home/anna/.lightning/payport.rune": Self.seen]
      ).first)
    #expect(plain.section.url == "http://localhost:9" && plain.section.certificateFile.isEmpty)
    #expect(plain.wallet.obstacle == nil && plain.section.chain == "main")
  }

  @Test func clnSaysWhatIsMissing() throws {
    func obstacle(_ arguments: [String], _ files: [String: FileText] = [:]) -> String {
      Self.wallets([RunningProgram(process: 3, name: "lightningd", arguments: arguments)], files: files)
        .first?.wallet.obstacle ?? ""
    }
    #expect(obstacle([]).contains("clnrest-port=3010 into /home/anna/.lightning/config"))
    #expect(obstacle(["--signet"]).contains("chain signet"))
    let port = ["--clnrest-port=3010", "--regtest"]
    let rune = obstacle(port)
    #expect(rune.contains("lightning-cli --network=regtest createrune"))
    #expect(rune.contains("> /home/anna/.lightning/payport.rune"))
    #expect(
      obstacle(port, ["/home/anna/.lightning/payport.rune": Self.seen]).contains("/home/anna/.lightning/regtest/ca.pem")
    )
  }

  @Test func lndIsReachedByItsMacaroon() throws {
    let program = RunningProgram(process: 4, name: "lnd", arguments: ["--lnddir=~/node"])
    let file =
      "[Application Options]\nrestlisten=0.0.0.0:8081\n; a remark\n[Bitcoin]\nbitcoin.testnet=true\n"
      + "bitcoin.regtest=0\n"
    let files = [
      "/home/anna/node/lnd.conf": FileText.text(file), "/home/anna/node/tls.cert": Self.seen,
      "/home/anna/node/data/chain/bitcoin/testnet/admin.macaroon": Self.seen,
    ]
    let (wallet, section) = try #require(Self.wallets([program], files: files).first)
    #expect(section.url == "https://127.0.0.1:8081" && section.chain == "test" && section.program == .lnd)
    #expect(section.credentialFile == "/home/anna/node/data/chain/bitcoin/testnet/admin.macaroon")
    #expect(section.certificateFile == "/home/anna/node/tls.cert")
    #expect(wallet.obstacle == nil && wallet.sources == ["/home/anna/node/lnd.conf"])
    // One that lets payd do no more than it needs comes first.
    let own = files.merging(["/home/anna/.lnd/payport.macaroon": Self.seen]) { $1 }
    #expect(Self.wallets([program], files: own).first?.section.credentialFile == "/home/anna/.lnd/payport.macaroon")
  }

  /// Its files are those of another user, who has to give something away.
  @Test func lndSaysWhatIsMissing() throws {
    let program = RunningProgram(process: 4, name: "lnd", otherUser: 105)
    var files = ["/var/lib/lnd/.lnd/tls.cert": FileText.denied]
    func obstacle() -> String {
      Self.wallets([program], files: files, homes: [105: "/var/lib/lnd"]).first?.wallet.obstacle ?? ""
    }
    #expect(obstacle().contains("/var/lib/lnd/.lnd/tls.cert; have it copied to /home/anna/.lnd/tls.cert"))
    files["/home/anna/.lnd/tls.cert"] = Self.seen
    #expect(obstacle().contains("lncli bakemacaroon --save_to /home/anna/.lnd/payport.macaroon"))
    files["/home/anna/.lnd/payport.macaroon"] = Self.seen
    #expect(obstacle().isEmpty)
    let simnet = Self.wallets([RunningProgram(process: 4, name: "lnd", arguments: ["--bitcoin.simnet"])])
    #expect(simnet.first?.wallet.obstacle?.contains("chain simnet") == true)
  }

  @Test func phoenixdHasItsPasswordInItsFile() throws {
    let files = [
      "/home/anna/.phoenix/phoenix.conf": FileText.text("http-password=abc\nhttp-password-limited-access=def\n")
    ]
    for program in [
      RunningProgram(process: 5, name: "phoenixd"),
      RunningProgram(process: 5, name: "java", arguments: ["-cp", "lib", "fr.acinq.phoenixd.PhoenixdKt"]),
    ] {
      let (wallet, section) = try #require(Self.wallets([program], files: files).first)
      #expect(section.url == "http://127.0.0.1:9740" && section.password == "abc" && section.chain == "main")
      #expect(section.program == .phoenixd && wallet.sources == ["/home/anna/.phoenix/phoenix.conf"])
      #expect(wallet.obstacle == nil && wallet.process == 5)
    }
    let typed = ["--chain=testnet", "--http-bind-port", "99", "--http-password=typed"]
    let (_, section) = try #require(
      Self.wallets([RunningProgram(process: 5, name: "phoenixd", arguments: typed)], files: files).first)
    #expect(section.url == "http://127.0.0.1:99" && section.password == "typed" && section.chain == "test")
    // Without its file the password is asked for.
    let bare = try #require(Self.wallets([RunningProgram(process: 5, name: "phoenixd", otherUser: 7)]).first)
    #expect(bare.section.password.isEmpty && bare.wallet.obstacle == nil)
  }

  @Test func withoutAProgramOnlyFilesThatAreWholeCount() {
    #expect(Self.wallets([]).isEmpty)
    #expect(Self.wallets([RunningProgram(process: 5, name: "java", arguments: ["-jar", "x.jar"])]).isEmpty)
    let home = "/home/anna/"
    let files = [
      home + ".phoenix/phoenix.conf": FileText.text("http-password=abc\n"), home + ".lnd/tls.cert": Self.seen,
      home + ".lnd/payport.macaroon": Self.seen, home + ".lightning/config": .text("clnrest-port=3010\n"),
      home + ".lightning/payport.rune": Self.seen, home + ".lightning/bitcoin/ca.pem": Self.seen,
    ]
    let found = Self.wallets([], files: files)
    #expect(found.map(\.section.program) == [.cln, .lnd, .phoenixd])
    #expect(found.allSatisfy { $0.wallet.process == nil && $0.wallet.obstacle == nil })
  }
}
