import Consumer
import Cryptography
import Foundation
import JSON
import MockWallet
import TestSupport
import Testing

/// Documents that are no valid requests, and the answers to them.
@Suite(.serialized) struct RefusedDocumentTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// A fault in a text is reported with its place. When it is corrected and signed again, the payment is made.
  @Test func whatIsWrongAndWhere() async throws {
    try await DocumentScene.with { scene in
      let order = DocumentScene.order(stranger)
      let wrong: [(name: String, text: String, reason: String, place: String)] = [
        ("a", order + "amount: 0.06\n", "malformed", "5:1"),
        ("b", order + "speed: fast\n", "invalid_params", "6:1 /speed unknown member"),
        ("c", order.replacing("amount: 0.05", with: "amount: 5e-2"), "invalid_params", "5:1 /amount form"),
        ("d", "spec: invoice_request\nversion: 2\ncurrency: LTC\n", "wrong_request", "1:1 /spec payment_order"),
        ("e", order.replacing("version: 2", with: "version: 3"), "unsupported_version", "2:1 /version one of 1-2"),
        ("f", order + "request_id: 7\n", "invalid_params", "6:1 /request_id"),
        ("g", order.replacing("LTC", with: "DOGE"), "unknown_currency", "3:1 /currency"),
        ("h", order.replacing("0.05", with: "0.123456789"), "too_many_decimals", "5:1 /amount"),
        ("i", order + "expires_at: 2020-01-01T00:00:00Z\n", "expired", "6:1 /expires_at"),
        (
          "j", order.replacing(stranger, with: MockAddress.example(currency: "LTC", network: .test)), "wrong_network",
          "4:1 /address"
        ),
        ("k", order.replacing("0.05", with: "500"), "insufficient_funds", ""),
        ("l", "- just\n- a list\n", "wrong_request", "1:1 /spec one of"),
      ]
      for document in wrong { try scene.drop(document.text, document.name + ".yml") }
      for document in wrong {
        let failure = try await scene.refused(document.name + ".yml")
        let position = failure.line.flatMap { line in failure.column.map { "\(line):\($0)" } }
        let place = [position, failure.pointer, failure.rule].compactMap(\.self).joined(separator: " ")
        #expect(failure.reason == document.reason && place.hasPrefix(document.place), "\(document.name): \(failure)")
      }
      #expect(try await scene.daemon.broadcasts("LTC").isEmpty)
      #expect(try await scene.app.ask("orders")["payment_orders"] == [])
      // The documents stay unchanged in their folder.
      for document in wrong { #expect(scene.exists(document.name + ".yml"), "\(document.name)") }
      try scene.drop(order, "b.yml")
      try await scene.answered("b.yml") { $0.objectState == "in_flight" }
    }
  }

  /// A request must be signed recently by the app, over this file, under this name and for this provider.
  @Test func whatIsNotSignedByTheApp() async throws {
    try await DocumentScene.with { scene in
      let text = Array(DocumentScene.order(stranger).utf8)
      let other = try Ed25519.SigningKey(from: SystemRandom())
      let now = SystemWallClock().now()
      let signatures: [(name: String, signature: [UInt8]?, reason: String)] = [
        ("a", nil, "unsigned"), ("b", try scene.signature(text, "b.yml", by: other), "wrong_key"),
        ("c", try scene.signature(text + [10], "c.yml"), "bad_signature"),
        ("d", try scene.signature(text, "a.yml"), "bad_signature"),
        ("e", try scene.signature(text, "e.yml", for: other.verifyingKey), "bad_signature"),
        ("f", Array("{}".utf8), "bad_signature"), ("g", [UInt8](repeating: 0x20, count: 2000), "too_large"),
        ("h", try scene.signature(text, "h.yml", at: now.advanced(by: .seconds(-86_500))), "not_fresh"),
        ("i", try scene.signature(text, "i.yml", at: now.advanced(by: .seconds(900))), "not_fresh"),
      ]
      for document in signatures {
        if let signature = document.signature { try scene.put(signature, document.name + ".yml.sig") }
        try scene.put(text, document.name + ".yml")
      }
      for document in signatures {
        let state: DocumentAnswer.State = document.signature == nil ? .waiting : .refused
        let answer = try await scene.answered(document.name + ".yml") { $0.state == state }
        #expect(answer.failure?.reason == document.reason, "\(document.name)")
      }
      #expect(try await scene.daemon.broadcasts("LTC").isEmpty)
      // With a signature, each of them is a valid request.
      for name in ["a.yml", "h.yml"] {
        try scene.put(scene.signature(text, name), name + ".sig")
        try await scene.answered(name) { $0.objectState == "in_flight" }
      }
      #expect(try await scene.daemon.broadcasts("LTC").count == 2)
    }
  }

  /// Files that others could have written are not read, even with a valid signature.
  @Test func filesThatAreNotTheOwnersAlone() async throws {
    try await DocumentScene.with { scene in
      let text = Array(DocumentScene.order(stranger).utf8)
      let (folder, aside) = (scene.path() + "/", scene.daemon.folder.path + "/")
      func sign(_ name: String) throws { try scene.put(scene.signature(text, name), name + ".sig") }
      func make(_ name: String) throws -> String {
        try Data(text).write(to: URL(fileURLWithPath: aside + name))
        return aside + name
      }
      for name in ["link.yml", "second.yml", "open.yml", "large.yml", "pipe.yml", "folder.yml", "sig.yml", "users.yml"]
      {
        try sign(name)
      }
      symlink(try make("link.yml"), folder + "link.yml")
      // A name outside of the folder leads to the same file.
      link(try make("second.yml"), folder + "second.yml")
      let open = try make("open.yml")
      chmod(open, 0o666)
      rename(open, folder + "open.yml")
      try scene.put([UInt8](repeating: UInt8(ascii: "#"), count: 70_000), "large.yml")
      mkfifo(folder + "pipe.yml", 0o600)
      mkdir(folder + "folder.yml", 0o700)
      // The document is valid, but its signature is a symbolic link.
      try FileManager.default.removeItem(atPath: folder + "sig.yml.sig")
      try Data(scene.signature(text, "sig.yml")).write(to: URL(fileURLWithPath: aside + "sig.yml.sig"))
      symlink(aside + "sig.yml.sig", folder + "sig.yml.sig")
      try scene.put(text, "sig.yml")
      var expected = [
        "link.yml": "no symbolic link", "second.yml": "under one name", "open.yml": "not to be changed by others",
        "pipe.yml": "a regular file", "folder.yml": "a regular file", "sig.yml": "no symbolic link",
      ]
      if geteuid() == 0 {
        let other = try make("users.yml")
        chown(other, 12_345, 12_345)
        rename(other, folder + "users.yml")
        expected["users.yml"] = "the owner's own"
      } else {
        print("SKIPPED another user's file: only root can make one")
      }
      try scene.drop(DocumentScene.order(stranger, amount: "0.01"), "last.yml")
      try await scene.answered("last.yml") { $0.objectState == "in_flight" }
      for (name, rule) in expected {
        let failure = try await scene.refused(name)
        #expect(failure.reason == "unsafe_file" && failure.rule == rule, "\(name): \(failure)")
      }
      #expect(try await scene.refused("large.yml").reason == "too_large")
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
      #expect(
        FileManager.default.contents(atPath: aside + "link.yml") == Data(text), "nothing was written through a link")
    }
  }

  /// A file that cannot be a document is answered at once, although nobody closes it after writing.
  @Test func whatIsNoFileIsAnsweredAtOnce() async throws {
    try await DocumentScene.with { scene in
      let folder = scene.path() + "/"
      let aside = scene.daemon.folder.path + "/aside.yml"
      try Data("spec: payment_order\n".utf8).write(to: URL(fileURLWithPath: aside))
      symlink(aside, folder + "link.yml")
      #expect(try await scene.refused("link.yml").rule == "no symbolic link")
      symlink("/nowhere", folder + "dangling.yml")
      #expect(try await scene.refused("dangling.yml").rule == "no symbolic link")
      mkfifo(folder + "pipe.yml", 0o600)
      #expect(try await scene.refused("pipe.yml").rule == "a regular file")
      mkdir(folder + "folder.yml", 0o700)
      #expect(try await scene.refused("folder.yml").rule == "a regular file")
      link(aside, folder + "second.yml")
      #expect(try await scene.refused("second.yml").rule == "under one name")
      #expect(FileManager.default.contents(atPath: aside) == Data("spec: payment_order\n".utf8))
    }
  }

  /// Files without the name of a document are ignored: they are not answered, moved or removed.
  @Test func whatIsNoDocument() async throws {
    try await DocumentScene.with { scene in
      let text = Array(DocumentScene.order(stranger).utf8)
      let names = ["a b.yml", ".hidden.yml", "a.yaml", "a.yml~", "README", "a.b.yml", ".a.yml.swp"]
      for name in names {
        try scene.put(scene.signature(text, name), name + ".sig")
        try scene.put(text, name)
      }
      try scene.drop(DocumentScene.order(stranger, amount: "0.01"), "last.yml")
      try await scene.answered("last.yml") { $0.objectState == "in_flight" }
      try await scene.daemon.mock("mine", "6")
      _ = try await scene.archived("last.yml")
      let left = try FileManager.default.contentsOfDirectory(atPath: scene.path()).sorted()
      #expect(left == (names.flatMap { [$0, $0 + ".sig"] } + ["archive"]).sorted())
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
    }
  }

  /// A payment that the owner's rules have refused is not made when the rules change, but only when it is signed again.
  @Test func aRefusalStays() async throws {
    try await DocumentScene.with { scene in
      try await scene.daemon.owner("limit", "payport.payctl", "LTC", "--ask", "refuse")
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      #expect(try await scene.refused("a.yml").reason == "policy_denied")
      try await scene.daemon.owner("limit", "payport.payctl", "LTC", "--clear")
      try await scene.daemon.terminate()
      try await scene.daemon.start(["--log-level", "info"])
      // The document is examined again. That may be logged before the provider reports that it is ready.
      _ = try await eventually("the look at it") {
        scene.daemon.process?.lines(.error).contains { $0.contains("a document was refused") } == true ? true : nil
      }
      try scene.drop(DocumentScene.order(stranger, amount: "0.01"), "b.yml")
      try await scene.answered("b.yml") { $0.objectState == "in_flight" }
      #expect(try scene.answer("a.yml")?.failure?.reason == "policy_denied")
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      #expect(try await scene.daemon.broadcasts("LTC").count == 2)
    }
  }

  /// A request that is not possible at the moment is tried again.
  @Test func whatCannotBeDoneNowWaits() async throws {
    try await DocumentScene.with { scene in
      try await scene.daemon.owner("lock")
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      let waiting = try await scene.answered("a.yml") { $0.state == .waiting }
      #expect(waiting.failure?.reason == "wallet_locked" && waiting.requestID != nil)
      try await scene.daemon.owner("unlock")
      // The next attempt is made after half a minute, or at the provider's start.
      try await scene.daemon.terminate()
      try await scene.daemon.start()
      try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
    }
  }

  /// A revoked app can order nothing more. Payments that it ordered earlier are observed to their end.
  @Test func anAppThatWasRevoked() async throws {
    try await DocumentScene.with { scene in
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      try await scene.daemon.owner("revoke", "payport.payctl")
      try scene.drop(DocumentScene.order(stranger, amount: "0.01"), "b.yml")
      #expect(try await scene.refused("b.yml").reason == "app_revoked")
      try await scene.daemon.mock("mine", "6")
      #expect(try await scene.archived("a.yml").objectState == "succeeded")
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
    }
  }

  /// Without the scope, a document cannot order a payment either.
  @Test func whatWasNotGranted() async throws {
    try await DocumentScene.with(scopes: "receive") { scene in
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      let failure = try await scene.refused("a.yml")
      #expect(failure.reason == "scope_not_granted" && failure.code == 2001)
    }
  }

  @Test func noneAreTaken() async throws {
    try await withPairedApp(Configurations.mock(more: "documents: {accept: false}")) { daemon, app in
      #expect(try await app.ask("session")["folder"] == nil)
      let run = try await app.run("document", "list")
      #expect(run.status == 69 && run.json["error"]?.text("reason") == "no_document_folder", "\(run)")
    }
  }
}
