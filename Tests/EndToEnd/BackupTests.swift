import Foundation
import JSON
import MockWallet
import Platform
import Synchronization
import TestSupport
import Testing

/// Backups that payd makes while it works, and what becomes of them.
@Suite(.serialized, .ledgerInFile("a backup is restored as a file; LedgerCopyTests have those of PostgreSQL"))
struct BackupTests {
  private let stranger = MockAddress.example(currency: "LTC")

  private static func order(_ answer: JSONValue) -> String { answer["payment_order"]?.text("order_id") ?? "" }

  /// Pays again and again with requests of its own until it is told to end; returns the requests that were answered.
  private static func pay(
    _ app: Client, _ address: String, until isOver: @escaping @Sendable () -> Bool
  ) async throws -> [(request: String, order: String)] {
    var answered: [(String, String)] = []
    while !isOver() {
      let request = UUID().uuidString.lowercased()
      let run = try await app.run("pay", "LTC", address, "0.01", "--request-id", request)
      // The daemon may be killed meanwhile: what was not answered is not counted.
      if run.status == 0, let order = run.json["payment_order"]?.text("order_id") {
        answered.append((request, order))
      }
    }
    return answered
  }

  @Test(.timeLimit(.minutes(15))) func aBackupDuringPaymentsLosesNothingAndPaysNothingTwice() async throws {
    let network = try ScratchFolder()
    let daemon = try Daemon(Configurations.mock(network: network))
    defer { daemon.process?.signal(SIGKILL) }
    try await daemon.start()
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    let file = daemon.folder.path + "/backup.tar"
    let stop = Flag()
    let address = stranger
    async let flood = Self.pay(app, address) { stop.isSet }
    // Some payments before the backup, some while it is made, some after it.
    let before = try await eventually("some payments") {
      let made = try await daemon.broadcasts("LTC").count
      return made >= 3 ? made : nil
    }
    let known = try await app.ask("orders", "--limit", "50")["payment_orders"]?.arrayValue ?? []
    let backup = try await daemon.owner("backup", file, "--unsealed")
    #expect(backup.text("key") == "plain" && (backup["audit_entries"]?.integerValue(as: Int.self) ?? 0) > 0)
    _ = try await eventually("payments after the backup") {
      try await daemon.broadcasts("LTC").count >= before + 3 ? true : nil
    }
    await daemon.kill()
    stop.set()
    let paid = try await flood

    // The file is the user's alone, and nothing is left beside it.
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.state).allSatisfy { !$0.hasPrefix("backup-") })
    #expect(try await daemon.console("backup", file, "--unsealed").status == 65, "an existing file is not overwritten")

    // A folder that is not empty is refused, and moved aside when the owner says so.
    let refused = try await daemon.console("restore", file)
    #expect(refused.status == 65 && refused.result.error.joined().contains("--replace"))
    let restored = try await daemon.owner("restore", file, "--replace")
    let aside = restored.text("replaced")
    #expect(FileManager.default.fileExists(atPath: aside + "/ledger/ledger.sqlite"))
    try await daemon.start()
    #expect(try await daemon.console("audit", "verify").status == 0)
    // The owner may have taken back since what the backup allows.
    #expect(try await app.run("pay", "LTC", address, "0.01").status == 75)
    try await daemon.owner("unlock")

    // Everything that was answered before the backup is known.
    for order in known {
      let id = order.text("order_id")
      #expect(try await app.ask("order-status", id)["payment_order"]?.text("order_id") == id)
    }
    // What was paid after it is not paid again, whatever the app does.
    let broadcasts = try await eventually("the wallet's sends are compared") {
      let look = try await daemon.owner("sends")
      return look["sends"]?.arrayValue?.isEmpty == false ? try await daemon.broadcasts("LTC").count : nil
    }
    for (request, _) in paid {
      _ = try await app.run("pay", "LTC", address, "0.01", "--request-id", request)
    }
    #expect(try await daemon.broadcasts("LTC").count == broadcasts)
    try await daemon.owner("sends", "settle", "all", "forgotten")
    for (request, _) in paid {
      _ = try await app.run("pay", "LTC", address, "0.01", "--request-id", request)
    }
    #expect(try await daemon.broadcasts("LTC").count == broadcasts)
    #expect(try await daemon.terminate() == .code(0))
  }

  @Test func whatWasDecidedAndSaidIsThereAgain() async throws {
    let network = try ScratchFolder()
    let daemon = try Daemon(Configurations.mock(network: network))
    try await daemon.start()
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    let pin = try daemon.file("pin", "258025\n")
    chmod(pin, 0o600)
    try await daemon.console("pin", "set", "--new-pin-file", pin).succeeded()
    let identity = try Data(contentsOf: URL(fileURLWithPath: daemon.state + "/identity.json"))
    #expect(try await daemon.terminate() == .code(0))

    // It does not matter whether payd runs.
    let file = daemon.folder.path + "/backup.tar"
    try await daemon.console("backup", file, "--config", daemon.configuration, "--unsealed").succeeded()
    let listed = try await ChildProcess.run("/bin/tar", ["-tf", file])
    #expect(
      Set(listed.output).isSuperset(of: ["./ledger.sqlite", "./identity.json", "./provider.yml", "./manifest.json"]))

    // A machine that has never seen payd.
    let other = try Daemon(Configurations.mock(network: network), runtime: daemon.runtime)
    try await other.console("restore", file).succeeded()
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.state + "/identity.json")) == identity)
    // The configuration is put where payd reads it only where the folders are the usual ones.
    let kept = other.state + "/restored-provider.yml"
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == Configurations.mock(network: network))
    let home = try ScratchFolder()
    let fresh = try await ChildProcess.run(
      BuiltPrograms.path("payd"), ["restore", file], environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    #expect(fresh.exit == .code(0), "\(fresh.error)")
    let usual = home.path + "/.config/payport/provider.yml"
    #expect(try String(contentsOfFile: usual, encoding: .utf8) == Configurations.mock(network: network))
    try await other.start()
    #expect(try await app.ask("session").text("status") == "approved")
    #expect(try await other.owner("pin", "status")["set"]?.boolValue == true)
    #expect(try await other.terminate() == .code(0))
  }

  @Test func aDamagedFileIsRefusedAndChangesNothing() async throws {
    let daemon = try Daemon(Configurations.mock())
    try await daemon.start()
    let file = daemon.folder.path + "/backup.tar"
    try await daemon.console("backup", file, "--unsealed").succeeded()
    // While it runs nothing is restored.
    let running = try await daemon.console("restore", file, "--replace")
    #expect(running.status == 69 && running.result.error.joined().contains("stop it first"))
    #expect(try await daemon.terminate() == .code(0))

    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    let ledger = try Data(contentsOf: URL(fileURLWithPath: daemon.state + "/ledger/ledger.sqlite"))
    var damages: [(String, Data)] = [
      ("cut", whole.prefix(whole.count / 2)), ("empty", Data()), ("text", Data("no".utf8)),
    ]
    for place in stride(from: 700, to: whole.count - 2048, by: whole.count / 12) {
      var damaged = whole
      damaged[place] ^= 0x41
      damages.append(("byte \(place)", damaged))
    }
    for (what, bytes) in damages where bytes != whole {
      let path = daemon.folder.path + "/damaged.tar"
      try bytes.write(to: URL(fileURLWithPath: path))
      let run = try await daemon.console("restore", path, "--replace")
      // A byte of the format that means nothing, such as the time of a file, changes nothing that is restored.
      if run.status == 0, what.hasPrefix("byte") { continue }
      #expect(run.status == 69 && run.result.error.joined().contains("damaged"), "\(what): \(run)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: daemon.state + "/ledger/ledger.sqlite")) == ledger)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.state).allSatisfy { !$0.hasPrefix("restore-") })
    try await daemon.start()
    #expect(try await daemon.terminate() == .code(0))
  }

  /// Without the passphrase the file is of no use, and any change of it is told.
  @Test func aSealedBackupNeedsItsPassphrase() async throws {
    let daemon = try Daemon(Configurations.mock())
    try await daemon.start()
    let file = daemon.folder.path + "/backup"
    let nothing = try await daemon.console("backup", file)
    #expect(nothing.status == 64 && nothing.remarks.contains("--passphrase-file"), "\(nothing)")
    #expect(!FileManager.default.fileExists(atPath: file))
    let (right, wrong) = (try daemon.file("right", "correct horse\n"), try daemon.file("wrong", "battery staple\n"))
    let short = try daemon.file("short", "short\n")
    #expect(try await daemon.console("backup", file, "--passphrase-file", short).status == 64)
    #expect(try await daemon.owner("backup", file, "--passphrase-file", right)["sealed"] == true)
    #expect(try await daemon.terminate() == .code(0))
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(whole.range(of: Data("ledger.sqlite".utf8)) == nil && whole.range(of: Data("SQLite format".utf8)) == nil)
    let identity = try Data(contentsOf: URL(fileURLWithPath: daemon.state + "/identity.json"))

    let other = try Daemon(Configurations.mock())
    for (options, words) in [
      ([], "no terminal to ask"), (["--passphrase-file", wrong], "not the passphrase"),
    ] as [([String], String)] {
      let refused = try await other.console(["restore", file] + options)
      #expect(refused.status == 69 && refused.remarks.contains(words), "\(refused)")
    }
    var flipped = whole
    flipped[whole.count / 2] ^= 1
    for damaged in [whole.prefix(whole.count - 20), flipped, whole + Data([0])] {
      let path = try other.file("damaged", "")
      try damaged.write(to: URL(fileURLWithPath: path))
      let refused = try await other.console("restore", path, "--passphrase-file", right)
      #expect(refused.status == 69 && refused.remarks.contains("damaged"), "\(refused)")
      #expect(!FileManager.default.fileExists(atPath: other.state + "/identity.json"))
    }
    try await other.console("restore", file, "--passphrase-file", right).succeeded()
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.state + "/identity.json")) == identity)
    // What lets a daemon into a ledger that several share is in no backup.
    #expect(!FileManager.default.fileExists(atPath: other.state + "/daemon.json"))
  }

  @Test func aLinkInABackupIsRefused() async throws {
    let daemon = try Daemon(Configurations.mock())
    let folder = daemon.folder.path + "/made"
    mkdir(folder, 0o700)
    symlink("/etc/passwd", folder + "/identity.json")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/manifest.json"))
    let file = daemon.folder.path + "/made.tar"
    _ = try await ChildProcess.run("/bin/tar", ["-cf", file, "-C", folder, "."])
    let run = try await daemon.console("restore", file)
    #expect(run.status == 69 && run.result.error.joined().contains("neither a file nor a folder"), "\(run)")
  }

  @Test func aPlaceThatCannotBeWrittenIsTold() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let nowhere = try await daemon.console("backup", daemon.folder.path + "/nowhere/backup.tar", "--unsealed")
      #expect(nowhere.status == 65 && nowhere.result.error.joined().contains("no folder"), "\(nowhere)")
      let full = try await daemon.console("backup", "/dev/full/backup.tar", "--unsealed")
      #expect(full.status != 0)
      let proc = try await daemon.console("backup", "/proc/backup.tar", "--unsealed")
      #expect(proc.status == 69, "\(proc)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: daemon.state).allSatisfy { !$0.hasPrefix("backup-") })
      #expect(try await daemon.owner("status").text("name") == "test")
    }
  }

  @Test func aRestorationThatWasInterruptedKeepsTheDaemonFromStarting() async throws {
    let daemon = try Daemon(Configurations.mock())
    try await daemon.start()
    let file = daemon.folder.path + "/backup.tar"
    try await daemon.console("backup", file, "--unsealed").succeeded()
    #expect(try await daemon.terminate() == .code(0))
    _ = try daemon.file("state/restore.unfinished", "")
    let process = try daemon.launch()
    #expect(try await process.exit() == .code(65))
    #expect(process.lines(.error).joined().contains("restore it again"))
    try await daemon.console("restore", file, "--replace").succeeded()
    try await daemon.start()
    #expect(try await daemon.terminate() == .code(0))
  }
}

/// A sign that one task sets for another.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}
