import Consumer
import Cryptography
import Foundation
import JSON
import MockWallet
import TestSupport
import Testing

/// The folders of apps, sealed documents, and restarts of the provider.
@Suite(.serialized) struct DocumentFolderTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// Each app has its own folders, which nobody else can read, and its session tells it where they are.
  @Test func eachAppHasItsOwn() async throws {
    try await DocumentScene.with { scene in
      let other = try Client(scene.daemon.runtime)
      try await other.pair(with: scene.daemon)
      let second = try await DocumentScene(scene.daemon, other)
      #expect(scene.folder.name == "payport.payctl" && second.folder.name == "payport.payctl-2")
      #expect(scene.folder.documentKey != second.folder.documentKey)
      #expect(scene.folder.services == scene.daemon.state + "/.services")
      for path in [scene.path(), second.path("invoice_request"), scene.folder.services] {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o700, "\(path)")
      }
      // payctl stores the key and does not show it; the answer to the call contains it.
      let session = try await scene.app.ask("session")
      #expect(session["folder"]?.text("name") == scene.folder.name && session["folder"]?["document_key"] == nil)
      let raw = try await scene.app.ask("call", "get_session", "{}")
      #expect(raw["folder"]?.text("document_key") == scene.folder.documentKey)
      // A document of one app in the folder of another app is refused.
      let text = Array(DocumentScene.order(stranger).utf8)
      try second.put(scene.signature(text, "a.yml"), "a.yml.sig")
      try second.put(text, "a.yml")
      #expect(try await second.refused("a.yml").reason == "wrong_key")
      #expect(try await scene.daemon.broadcasts("LTC").isEmpty)
    }
  }

  @Test func sealedDocumentsAreUnreadableToOthers() async throws {
    try await DocumentScene.with { scene in
      let path = scene.daemon.folder.path + "/a.yml"
      try Data(DocumentScene.order(stranger, more: "description: between us\n").utf8).write(
        to: URL(fileURLWithPath: path))
      try await scene.app.run("document", "submit", path, "--sealed").succeeded()
      let answer = try await scene.answered("a.sealed") { $0.objectState == "in_flight" }
      #expect(answer.result?["payment_order"]?.text("description") == "between us")
      let file = try #require(FileManager.default.contents(atPath: scene.path() + "/a.sealed"))
      let written = try #require(FileManager.default.contents(atPath: scene.path() + "/a.answer.sealed"))
      for bytes in [file, written] {
        for secret in [stranger, "0.05", "between us", "LTC", "payment_order"] {
          #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
        }
      }
      // The key of another app cannot open it.
      let other = try Client(scene.daemon.runtime)
      try await other.pair(with: scene.daemon)
      let second = try await DocumentScene(scene.daemon, other)
      let key = try #require(DocumentKey(base64URL: second.folder.documentKey ?? ""))
      #expect(throws: CryptographyError.authenticationFailure) { try key.open(Array(file), file: "a.sealed") }
      // It cannot be opened under another name either.
      try scene.put(scene.signature(Array(file), "b.sealed"), "b.sealed.sig")
      try scene.put(Array(file), "b.sealed")
      #expect(try await scene.refused("b.sealed").reason == "cannot_open")
      let sent = try await scene.daemon.broadcasts("LTC")
      #expect(sent.count == 1)
      // A plain document with the same name and text is the same request.
      try await scene.app.run("document", "submit", path).succeeded()
      let plain = try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      #expect(plain.requestID == answer.requestID)
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
      try await scene.daemon.mock("mine", "6")
      #expect(try await scene.archived("a.sealed").objectState == "succeeded")
    }
  }

  /// Documents that were submitted while no provider ran are found at its start, and requests that had begun continue.
  @Test func aStartFindsWhatLiesThere() async throws {
    try await DocumentScene.with { scene in
      try scene.drop(DocumentScene.order(stranger), "begun.yml")
      try await scene.answered("begun.yml") { $0.objectState == "in_flight" }
      #expect(try await scene.daemon.terminate() == .code(0))
      // Submitting a document needs no running provider.
      let path = scene.daemon.folder.path + "/later.yml"
      try Data(DocumentScene.order(stranger, amount: "0.02").utf8).write(to: URL(fileURLWithPath: path))
      try await scene.app.run("document", "submit", path).succeeded()
      #expect(try await scene.app.run("document", "status", "later.yml").succeeded().json["document"]?["answer"] == nil)
      try await scene.daemon.start()
      try await scene.answered("later.yml") { $0.objectState == "in_flight" }
      try await scene.daemon.mock("mine", "6")
      #expect(try await scene.archived("begun.yml").objectState == "succeeded")
      #expect(try await scene.archived("later.yml").objectState == "succeeded")
      #expect(try await scene.daemon.broadcasts("LTC").count == 2)
    }
  }

  /// A document that was accepted is answered, however old its signature is.
  @Test func anOldDocumentThatWasTaken() async throws {
    try await DocumentScene.with(DocumentScene.configuration("documents: {fresh: 30s}")) { scene in
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      try await scene.daemon.terminate()
      // The signature is now too old for a document that was not accepted yet.
      let text = Array(DocumentScene.order(stranger).utf8)
      let old = SystemWallClock().now().advanced(by: .seconds(-60))
      try scene.put(scene.signature(text, "a.yml", at: old), "a.yml.sig")
      try scene.put(scene.signature(text, "b.yml", at: old), "b.yml.sig")
      try scene.put(text, "b.yml")
      try await scene.daemon.start()
      #expect(try await scene.refused("b.yml").reason == "not_fresh")
      try await scene.daemon.mock("mine", "6")
      #expect(try await scene.archived("a.yml").objectState == "succeeded")
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
    }
  }

  /// After a new pairing an app has the same folder with a new key.
  @Test func anAppThatPairsAnew() async throws {
    try await DocumentScene.with { scene in
      try await scene.app.ask("disconnect", "--forget")
      try await scene.app.pair(with: scene.daemon)
      let anew = try await DocumentScene(scene.daemon, scene.app)
      #expect(anew.folder.name == scene.folder.name && anew.folder.documentKey != scene.folder.documentKey)
      let path = scene.daemon.folder.path + "/a.yml"
      try Data(DocumentScene.order(stranger).utf8).write(to: URL(fileURLWithPath: path))
      try await scene.app.run("document", "submit", path, "--sealed").succeeded()
      try await anew.answered("a.sealed") { $0.objectState == "in_flight" }
    }
  }

  /// A folder that others can write is not used, and a missing folder is created again.
  @Test func foldersThatAreNotAsTheyWere() async throws {
    try await DocumentScene.with { scene in
      chmod(scene.path(), 0o755)
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      try scene.drop("spec: invoice_request\nversion: 2\ncurrency: LTC\n", "b.yml", "invoice_request")
      try await scene.answered("b.yml", "invoice_request") { $0.state == .accepted }
      #expect(try scene.answer("a.yml") == nil)
      chmod(scene.path(), 0o700)
      try FileManager.default.removeItem(atPath: scene.path("proof_request"))
      try scene.drop(DocumentScene.order(stranger, amount: "0.02"), "c.yml")
      try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      try await scene.answered("c.yml") { $0.objectState == "in_flight" }
      _ = try await eventually("the folder is made again") { scene.exists("", "proof_request") ? true : nil }
    }
  }

  /// While the service is disabled, documents start no requests, and requests that had begun continue.
  @Test func aServiceThatIsSwitchedOff() async throws {
    try await DocumentScene.with { scene in
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      try await scene.daemon.terminate()
      try scene.daemon.configure(DocumentScene.configuration("services: {payments: {status: disabled}}"))
      try await scene.daemon.start()
      try scene.drop(DocumentScene.order(stranger, amount: "0.01"), "b.yml")
      #expect(try await scene.refused("b.yml").reason == "service_disabled")
      try await scene.daemon.mock("mine", "6")
      #expect(try await scene.archived("a.yml").objectState == "succeeded")
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
    }
  }

  /// Open documents that do not change use no CPU time, however many there are.
  @Test func openDocumentsAreLeftAlone() async throws {
    try await DocumentScene.with { scene in
      let count = 40
      for number in 0..<count {
        try scene.drop(
          "spec: invoice_request\nversion: 2\ncurrency: LTC\ndescription: number \(number)\n",
          "d\(number).yml", "invoice_request")
      }
      for number in 0..<count {
        try await scene.answered("d\(number).yml", "invoice_request") { $0.state == .accepted }
      }
      let before = try scene.daemon.processorTime()
      // This call waits for a change that does not happen, for the given time.
      let invoice = try #require(try scene.answer("d0.yml", "invoice_request")?.result?["invoice"])
      let began = ContinuousClock.now
      _ = try await scene.app.ask(
        "call", "get_invoice_request_status",
        #"{"invoice_id":"\#(invoice.text("invoice_id"))","after":\#(invoice["version"]?.text() ?? "1"),"wait_ms":3000}"#
      )
      let waited = ContinuousClock.now - began
      let spent = try scene.daemon.processorTime() - before
      #expect(waited >= .seconds(3))
      #expect(spent * 3 < waited, "payd had its processor for \(spent) of \(waited)")
    }
  }
}
