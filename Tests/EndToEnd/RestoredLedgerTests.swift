import Documents
import Foundation
import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// What a restored ledger does by itself, and what only after the owner's word: it does not know what became of anything
/// after the backup.
@Suite(.serialized, .ledgerInFile("a backup is restored as a file; LedgerCopyTests have those of PostgreSQL"))
struct RestoredLedgerTests {
  private static func recipient(_ number: Int) -> String { MockAddress.example(currency: "LTC", number: number) }

  private static func order(_ answer: JSONValue) -> String { answer["payment_order"]?.text("order_id") ?? "" }

  /// Ends the daemon and starts it with the backup.
  private static func restore(_ daemon: Daemon, _ file: String) async throws -> JSONValue {
    try await daemon.terminate()
    let report = try await daemon.owner("restore", file, "--replace")
    try await daemon.start()
    return report
  }

  /// One was cancelled by its app after the backup, one ended by the owner, one by neither: none is paid when the owner
  /// unlocks, and each waits for a word. One that a standing limit had approved waits like the others.
  @Test func whatWasApprovedInTheBackupIsAskedAgain() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.owner("limit", "payport.payctl", "LTC", "--per", "day", "50", "--ask", "above", "0.2")
      let amounts = ["0.3", "0.4", "0.5", "0.1"]
      // The wallet is busy, so that they are approved and not sent.
      try await daemon.mock("latency", "LTC", "prepare", "600000")
      var orders: [String] = []
      for (number, amount) in amounts.enumerated() {
        let order = Self.order(try await app.ask("pay", "LTC", Self.recipient(number), amount))
        if amount != "0.1" { try await daemon.owner("approve", order) }
        try await app.order(order, is: "approved")
        orders.append(order)
      }
      let file = daemon.folder.path + "/backup"
      try await daemon.owner("backup", file, "--unsealed")
      try await app.run("cancel-order", orders[0]).succeeded()
      try await daemon.console("abandon", orders[1]).succeeded()

      let report = try await Self.restore(daemon, file)
      #expect(report["orders_held"] == 4)
      try await daemon.mock("latency", "LTC", "prepare", "0")
      let status = try await daemon.owner("status")
      #expect(status["payments_to_look_at"] == 4 && status["payments_waiting"] == 0)
      let shown = try await daemon.console("status").result.output.joined(separator: " ")
      #expect(shown.contains("4 orders may be paid already") && shown.contains("nothing is paid when you unlock"))
      let unlocked = try await daemon.console("unlock").succeeded().result.output.joined(separator: "\n")
      #expect(unlocked.contains("4 payments, not made before you say so: payd sends"), "\(unlocked)")
      for order in orders {
        let held = try await app.ask("order-status", order)["payment_order"] ?? .null
        #expect(held.text("state") == "approved" && held.text("waiting_for") == "review")
      }
      // The word of the owner is kept over a restart, and what was not said is not done.
      try await daemon.terminate()
      try await daemon.start()
      try await daemon.owner("sends", "pay", orders[2])
      try await daemon.owner("sends", "cancel", orders[0])
      try await app.order(orders[2], is: "in_flight")
      try await app.order(orders[0], is: "rejected")
      #expect(try await daemon.broadcasts("LTC").map { $0.text("address") } == [Self.recipient(2)])
    }
  }

  /// What waits for the lock is named before it is paid.
  @Test func unlockingNamesWhatItPays() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", "prepare", "600000")
      let order = Self.order(try await app.ask("pay", "LTC", Self.recipient(0), "0.3"))
      try await daemon.owner("approve", order)
      try await app.order(order, is: "approved")
      try await daemon.owner("lock")
      let status = try await daemon.console("status").result.output.joined(separator: " ")
      #expect(status.contains("1 approved payment goes on when you unlock"), "\(status)")
      try await daemon.mock("latency", "LTC", "prepare", "0")
      let lines = try await daemon.console("unlock").succeeded().result.output
      #expect(lines.contains { $0.contains("0.3 LTC to \(Self.recipient(0))") }, "\(lines)")
      try await app.order(order, is: "in_flight")
    }
  }

  /// An order that expired while the machine was down may have been paid before: it does not expire.
  @Test func anOrderWhoseTimeIsOverIsHeldToo() async throws {
    try await withPairedApp { daemon, app in
      try await daemon.mock("latency", "LTC", "prepare", "600000")
      let order = Self.order(try await app.ask("pay", "LTC", Self.recipient(0), "0.3", "--expires-in", "12s"))
      try await daemon.owner("approve", order)
      let file = daemon.folder.path + "/backup"
      try await daemon.owner("backup", file, "--unsealed")
      try await app.order(order, is: "expired")
      _ = try await Self.restore(daemon, file)
      let held = try await app.ask("order-status", order)["payment_order"] ?? .null
      #expect(held.text("state") == "approved" && held.text("waiting_for") == "review")
    }
  }

  /// A document that comes with the backup, whose order may have been paid or cancelled since. One that is written later
  /// is paid.
  @Test func aDocumentOfBeforeIsNoReasonToPay() async throws {
    try await DocumentScene.with { scene in
      let daemon = scene.daemon
      try await daemon.owner("limit", "payport.payctl", "LTC", "--per", "day", "50", "--ask", "never")
      try await daemon.terminate()
      try scene.drop(DocumentScene.order(Self.recipient(0), amount: "0.3"), "20240320110125_payment_order.yml")
      let file = daemon.folder.path + "/backup"
      try await daemon.owner("backup", file, "--unsealed", "--config", daemon.configuration)
      _ = try await Self.restore(daemon, file)
      try await daemon.owner("unlock")
      // A start looks at all documents at once.
      try await daemon.terminate()
      try await daemon.start()
      let held = try await eventually("it waits for the owner") {
        try await daemon.owner("sends")["orders"]?.arrayValue?.first
      }
      #expect(held.text("amount") == "0.3")
      try scene.drop(DocumentScene.order(Self.recipient(1), amount: "0.2"), "20240320110126_payment_order.yml")
      try await scene.answered("20240320110126_payment_order.yml") { $0.objectState == "in_flight" }
      #expect(try await daemon.broadcasts("LTC").map { $0.text("address") } == [Self.recipient(1)])
      try await daemon.owner("sends", "pay", held.text("id"))
      _ = try await eventually("it is paid") { try await daemon.broadcasts("LTC").count == 2 ? true : nil }
    }
  }

  // MARK: Events

  /// However many events came since, and whichever of several ledgers a cursor is from.
  @Test func aCursorOfALostLedgerIsNone() async throws {
    try await withPairedApp { daemon, app in
      func make(_ count: Int) async throws -> String {
        for _ in 0..<count { _ = try await app.ask("invoice", "LTC", "0.1") }
        return try await app.ask("session").text("event_cursor")
      }
      let beginning = try await make(2)
      #expect(beginning == "2")
      let file = daemon.folder.path + "/backup"
      try await daemon.owner("backup", file, "--unsealed")
      let lost = try await make(3)

      _ = try await Self.restore(daemon, file)
      let first = try await make(9)
      for cursor in [beginning, lost] {
        try await app.refused("events", "--from", cursor, "--count", "1", reason: "cursor_invalid", status: 65)
      }
      // A ledger that was restored from the same backup, and one from a backup of the restored one.
      let second = daemon.folder.path + "/second"
      try await daemon.owner("backup", second, "--unsealed")
      let ahead = try await make(2)
      _ = try await Self.restore(daemon, file)
      _ = try await make(20)
      for cursor in [lost, first, ahead] {
        try await app.refused("events", "--from", cursor, "--count", "1", reason: "cursor_invalid", status: 65)
      }
      _ = try await Self.restore(daemon, second)
      let last = try await make(20)
      for cursor in [lost, first, ahead] {
        try await app.refused("events", "--from", cursor, "--count", "1", reason: "cursor_invalid", status: 65)
      }
      // From the beginning everything comes that this ledger knows: 2 and 9 of the backup, and 20.
      let events = try await app.events(count: 31)
      #expect(events.last?.text("cursor") == last)
      #expect(Set(events.map { $0["invoice"]?.text("invoice_id") ?? "" }).count == 31)
      let numbers = events.compactMap { Int64($0.text("cursor")) }
      #expect(numbers == numbers.sorted() && numbers.count == 31)
      let next = try await make(1)
      #expect(try await app.events(from: last, count: 1).map { $0.text("cursor") } == [next])
    }
  }

  // MARK: The trial of a backup

  /// Unpacks a backup, changes it, writes its list of files anew, and packs it.
  private static func altered(
    _ file: String, in daemon: Daemon, _ change: (String) async throws -> Void
  ) async throws -> String {
    let folder = daemon.folder.path + "/altered-\(UInt32.random(in: 0 ... .max))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try await run("tar", "-xf", file, "-C", folder)
    try await change(folder)
    let path = folder + "/manifest.json"
    var manifest = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path)))).objectValue ?? [:]
    var files: [JSONValue] = []
    for entry in manifest["files"]?.arrayValue ?? [] {
      let place = folder + "/" + entry.text("path")
      guard FileManager.default.fileExists(atPath: place) else { continue }
      let size = (try FileManager.default.attributesOfItem(atPath: place)[.size] as? Int) ?? 0
      // What is too large to be read is not read here either.
      let digest =
        size > 1 << 30
        ? String(repeating: "0", count: 64)
        : String(try await run("sha256sum", place).output.first?.prefix(64) ?? "")
      files.append(["path": entry["path"] ?? .null, "bytes": .integer(size), "sha256": .string(digest)])
    }
    manifest["files"] = .array(files)
    try Data(JSONValue.object(manifest).encoded()).write(to: URL(fileURLWithPath: path))
    try await run("tar", "-cSf", folder + ".tar", "-C", folder, ".")
    return folder + ".tar"
  }

  @discardableResult
  private static func run(_ command: String...) async throws -> ChildProcessResult {
    let result = try await ChildProcess.run("/usr/bin/env", command)
    guard result.exit == .code(0) else { throw ChildProcessError.ended("\(command): \(result.error)") }
    return result
  }

  /// Whatever a backup has, the state folder has a working provider afterwards: the one of before, or that of the backup.
  @Test func aBackupIsTriedWholeBeforeAnythingIsMoved() async throws {
    let daemon = try Daemon(Configurations.mock())
    defer { daemon.process?.signal(SIGKILL) }
    try await daemon.start()
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon)
    let file = daemon.folder.path + "/backup"
    try await daemon.owner("backup", file, "--unsealed")
    try await daemon.terminate()

    let spoilt: [(words: String, change: (String) async throws -> Void)] = [
      (
        "the daemon's key in it cannot be read",
        { try Data(#"{"v":1}"#.utf8).write(to: .init(fileURLWithPath: $0 + "/identity.json")) }
      ),
      (
        "the ledger in the backup cannot be used",
        { try Data("no".utf8).write(to: .init(fileURLWithPath: $0 + "/ledger.sqlite")) }
      ),
      ("it has files with holes", { try await Self.run("truncate", "-s", "1T", $0 + "/ledger.sqlite") }),
    ]
    for (words, change) in spoilt {
      let bad = try await Self.altered(file, in: daemon, change)
      let began = ContinuousClock.now
      let refused = try await daemon.console("restore", bad, "--replace")
      #expect(refused.status != 0 && refused.result.error.joined().contains(words), "\(refused)")
      #expect(ContinuousClock.now - began < .seconds(20))
      let left = try FileManager.default.contentsOfDirectory(atPath: daemon.state)
      #expect(!left.contains { $0.hasPrefix("restore") || $0.hasPrefix("replaced") }, "\(left)")
      try await daemon.start()
      #expect(try await app.ask("session").text("status") == "approved")
      #expect(try await daemon.terminate() == .code(0))
    }

    // A configuration with which payd could not start takes nothing from the ledger. It is not put where payd reads it.
    let unreadable = try await Self.altered(file, in: daemon) {
      try Data("wallets: {no".utf8).write(to: .init(fileURLWithPath: $0 + "/provider.yml"))
    }
    let home = try ScratchFolder()
    let restored = try await ChildProcess.run(
      BuiltPrograms.path("payd"), ["restore", unreadable], environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
    #expect(restored.exit == .code(0), "\(restored.error)")
    #expect(restored.output.contains { $0.contains("payd cannot start with that configuration") }, "\(restored.output)")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/.config/payport/provider.yml"))
  }

  @Test func aBackupOfAnotherProviderReplacesNothingUnasked() async throws {
    let daemon = try Daemon(Configurations.mock())
    let other = try Daemon(Configurations.mock())
    defer { for each in [daemon, other] { each.process?.signal(SIGKILL) } }
    for each in [daemon, other] {
      try await each.start()
      try await each.owner("backup", each.folder.path + "/backup", "--unsealed")
      try await each.terminate()
    }
    let file = other.folder.path + "/backup"
    let refused = try await daemon.console("restore", file, "--replace")
    #expect(refused.status == 65, "\(refused)")
    #expect(refused.result.error.joined().contains("of another provider, with the key"), "\(refused)")
    #expect(refused.result.error.joined().contains("--other-provider"))
    let own = try await daemon.owner("restore", daemon.folder.path + "/backup", "--replace")
    let taken = try await daemon.owner("restore", file, "--replace", "--other-provider")
    #expect(own.text("provider") != taken.text("provider") && !taken.text("provider").isEmpty)
    let lines = try await other.console("restore", file, "--replace").succeeded().result.output
    #expect(lines.contains { $0.contains(taken.text("provider")) }, "\(lines)")
    try await daemon.start()
    #expect(try await daemon.terminate() == .code(0))
  }
}
