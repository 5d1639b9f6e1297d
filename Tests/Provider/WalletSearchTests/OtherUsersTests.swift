import BuiltInWallets
import Platform
import TestSupport
import Testing

@testable import WalletSearch

/// A program of another user can be called anything, name any file and listen at any port. What the person who searches can
/// read is not sent there.
@Suite struct OtherUsersTests {
  private static let anna: UInt32 = 1000
  private static let mallory: UInt32 = 65534

  private static func machine(
    _ name: String, _ arguments: [String], folder: String? = nil, user: UInt32? = mallory,
    files: [String: (user: UInt32, text: String)]
  ) -> Machine {
    Machine(
      programs: [RunningProgram(process: 7, name: name, arguments: arguments, folder: folder, otherUser: user)],
      home: "/home/anna", files: files)
  }

  private static func bitcoin(_ machine: Machine) throws -> (FoundWallet, BitcoinWalletSection) {
    let wallet = try #require(BitcoinSearch(on: machine).wallets().first)
    guard case .bitcoin(let section) = wallet.section else { throw WrongKind() }
    return (wallet, section)
  }

  private struct WrongKind: Error {}

  @Test(arguments: ["-datadir=/home/anna/.litecoin", "-conf=/home/anna/.litecoin/litecoin.conf"])
  func thePasswordOfAFileOfTheOwnerIsNotTaken(_ argument: String) throws {
    let files = ["/home/anna/.litecoin/litecoin.conf": (Self.anna, "rpcuser=anna\nrpcpassword=secret\n")]
    let (wallet, section) = try Self.bitcoin(Self.machine("litecoind", [argument, "-rpcport=4444"], files: files))
    #expect(section.url == "http://127.0.0.1:4444")
    #expect(section.user.isEmpty && section.password.isEmpty && section.cookieFile.isEmpty && wallet.sources.isEmpty)
    #expect(wallet.runsAs?.id == Self.mallory && !wallet.isOwnOrService)
    // The same program of the person has them.
    let own = try Self.bitcoin(Self.machine("litecoind", [argument, "-rpcport=4444"], user: nil, files: files)).1
    #expect(own.password == "secret")
  }

  /// Also one that is that user's now may be a link to another file when it is read the next time.
  @Test func noCookieOfAnotherPersonIsTaken() throws {
    let files = [
      "/home/anna/.litecoin/.cookie": (user: Self.anna, text: "__cookie__:secret"),
      "/tmp/cookie": (user: Self.mallory, text: "a:b"), "/run/other": (user: 0, text: "a:b"),
    ]
    for path in files.keys {
      let arguments = ["-rpccookiefile=\(path)", "-rpcport=4444"]
      #expect(try Self.bitcoin(Self.machine("litecoind", arguments, files: files)).1.cookieFile.isEmpty)
    }
    // A service has a cookie, if it is its own.
    func service(_ path: String) throws -> BitcoinWalletSection {
      try Self.bitcoin(Self.machine("litecoind", ["-rpccookiefile=\(path)"], user: 105, files: files)).1
    }
    #expect(try service("/home/anna/.litecoin/.cookie").cookieFile.isEmpty)
    #expect(try service("/var/lib/litecoin/.cookie").cookieFile == "/var/lib/litecoin/.cookie")
  }

  @Test func noSettingsOfTheOwnerAreTakenForElectrum() {
    let files = [
      "/home/anna/.electrum/config": (Self.anna, #"{"rpcport": 7777, "rpcuser": "u", "rpcpassword": "secret"}"#)
    ]
    let arguments = ["-D", "/home/anna/.electrum", "--rpcport", "4444"]
    let wallets = ElectrumSearch(on: Self.machine("electrum", arguments, files: files)).wallets()
    let passwords = wallets.compactMap { wallet in
      if case .electrum(let section) = wallet.section { section.url + " " + section.password } else { nil }
    }
    // The second one is that of the person, which does not run.
    #expect(passwords == ["http://127.0.0.1:4444 ", "http://127.0.0.1:7777 secret"])
  }

  @Test func noSettingsOfTheOwnerAreTakenForMonero() throws {
    let files = [
      "/home/anna/wallet.conf": (user: Self.anna, text: "rpc-login=anna:secret\n"),
      "/home/anna/monero-wallet-rpc.4444.login": (user: Self.anna, text: "monero:secret\n"),
    ]
    let arguments = ["--rpc-bind-port", "4444", "--config-file", "/home/anna/wallet.conf"]
    let machine = Self.machine("monero-wallet-rpc", arguments, folder: "/home/anna", files: files)
    let wallet = try #require(MoneroSearch(on: machine).wallets().first)
    guard case .monero(let section) = wallet.section else { throw WrongKind() }
    #expect(section.url == "http://127.0.0.1:4444" && section.user.isEmpty && section.password.isEmpty)
  }

  /// It would tell which blocks there are.
  @Test func theDaemonOfAnotherPersonIsNotTheWallets() throws {
    let programs = [
      RunningProgram(
        process: 2, name: "monerod", arguments: ["--regtest", "--rpc-bind-port", "7"], otherUser: Self.mallory),
      RunningProgram(process: 3, name: "monero-wallet-rpc", arguments: ["--rpc-bind-port", "8"]),
    ]
    let machine = Machine(programs: programs, home: "/home/anna", files: [:])
    let wallet = try #require(MoneroSearch(on: machine).wallets().first)
    guard case .monero(let section) = wallet.section else { throw WrongKind() }
    #expect(section.daemon == "http://127.0.0.1:18081" && section.network == "mainnet")
    #expect(!MoneroSearch(on: machine).hasDaemon)
  }

  /// What lets its holder pay is not sent to a node that another person runs, whatever that one names.
  @Test(arguments: [
    ("lightningd", ["--lightning-dir=/home/anna/.lightning", "--clnrest-port=4444", "--clnrest-protocol=http"]),
    ("lnd", ["--lnddir=/home/anna/.lnd", "--restlisten=4444"]),
    ("phoenixd", ["--http-bind-port=4444"]),
  ]) func nothingOfAnOwnNodeGoesToThatOfAnotherPerson(_ name: String, _ arguments: [String]) throws {
    let own = [
      ".lightning/payport.rune", ".lnd/tls.cert", ".lnd/payport.macaroon",
      ".lnd/data/chain/bitcoin/mainnet/admin.macaroon",
    ]
    var files = Dictionary(uniqueKeysWithValues: own.map { ("/home/anna/" + $0, (user: Self.anna, text: "secret")) })
    files["/home/anna/.phoenix/phoenix.conf"] = (Self.anna, "http-password=secret\n")
    func node(of user: UInt32?) throws -> (FoundWallet, LightningNodeSection) {
      let found = LightningSearch(on: Self.machine(name, arguments, user: user, files: files)).wallets()
      let wallet = try #require(found.first { $0.process == 7 })
      guard case .lightning(let section) = wallet.section else { throw WrongKind() }
      return (wallet, section)
    }
    let (wallet, section) = try node(of: Self.mallory)
    #expect(section.url.contains(":4444") && !wallet.isOwnOrService)
    #expect(section.credentialFile.isEmpty && section.certificateFile.isEmpty && section.password.isEmpty)
    let mine = try node(of: nil)
    #expect(mine.0.obstacle == nil && (!mine.1.credentialFile.isEmpty || mine.1.password == "secret"))
    // A service may be given what lies in the home folder for it, as the guides say.
    if name != "phoenixd" { #expect(try node(of: 105).1.credentialFile.utf8.starts(with: "/home/anna/".utf8)) }
  }

  @Test func aFileOfRootCountsIfTheUserCouldReadIt() {
    let rule = SettingsRule(user: 105, groups: [7])
    func root(_ mode: UInt32, group: UInt32 = 0) -> SettingsRule.Facts { .init(user: 0, group: group, mode: mode) }
    #expect(rule.allows(root(0o644), in: [root(0o755)]))
    #expect(rule.allows(root(0o640, group: 7), in: [root(0o750, group: 7)]))
    #expect(!rule.allows(root(0o640), in: [root(0o755)]))
    #expect(!rule.allows(root(0o644), in: [root(0o700), root(0o755)]))
    #expect(rule.allows(.init(user: 105, group: 0, mode: 0o600), in: [root(0o700)]))
    #expect(!rule.allows(.init(user: 1000, group: 7, mode: 0o666), in: []))
  }

  /// It is the file that was opened whose owner counts, also behind a link.
  @Test func filesOfTheMachineAreReadByTheRule() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/conf"
    try write("rpcpassword=secret\n", to: path)
    #expect(Machine.text(path, nil) == .text("rpcpassword=secret\n"))
    symlink(path, folder.path + "/link")
    #expect(Machine.text(folder.path + "/link", Self.mallory) == .foreign)
    #expect(Machine.text(folder.path + "/nothing", Self.mallory) == .missing)
    guard geteuid() == 0 else {
      print("SKIPPED: needs root to give a file to another user")
      return
    }
    chown(path, Self.mallory, Self.mallory)
    #expect(Machine.text(folder.path + "/link", Self.mallory) == .text("rpcpassword=secret\n"))
    #expect(Machine.text(path, 105) == .foreign)
  }

  private func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    let bytes = Array(text.utf8)
    #expect(Platform.write(file, bytes, bytes.count) == bytes.count)
  }
}
