import JSON
import Platform
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Discovery files that somebody else may have written, or that lead to another program. `payctl` must not use them.
@Suite(.serialized) struct DiscoveryTrustTests {
  private func file(_ daemon: Daemon) -> String { daemon.runtime + "/providers/test.json" }

  @Test func aDamagedFile() async throws {
    try await withPairedApp { daemon, app in
      let path = file(daemon)
      let good = try Data(contentsOf: URL(fileURLWithPath: path))
      let text = String(decoding: good, as: UTF8.self)
      let versions = text.replacing("\"v\": 1", with: "\"v\": 2")
      #expect(versions != text)
      let elsewhere = text.replacing("127.0.0.1", with: "192.0.2.1")
      let damaged = ["", "{", "[]", "{\"v\":1}", versions, elsewhere, String(repeating: " ", count: 20_000) + text]
      for content in damaged {
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        let error = try await app.refused("session", reason: "discovery_malformed", status: 76)
        #expect(error.text("message").contains("test"))
      }
      try good.write(to: URL(fileURLWithPath: path))
      #expect(try await app.ask("session").text("status") == "approved")
    }
  }

  @Test func aFileThatOthersCouldHaveMade() async throws {
    try await withPairedApp { daemon, app in
      let path = file(daemon)
      func refused(_ words: String) async throws {
        let error = try await app.refused("session", reason: "discovery_unsafe", status: 78)
        #expect(error.text("message").contains(words), "\(error.text())")
      }
      chmod(path, 0o644)
      try await refused("mode")
      chmod(path, 0o600)
      chmod(daemon.runtime + "/providers", 0o755)
      try await refused("mode")
      chmod(daemon.runtime + "/providers", 0o700)

      let real = daemon.folder.path + "/real.json"
      rename(path, real)
      symlink(real, path)
      try await refused("symbolic link")
      unlink(path)
      mkfifo(path, 0o600)
      try await refused("kind")
      unlink(path)
      rename(real, path)

      if geteuid() == 0 {
        chown(path, 12_345, 0)
        try await refused("12345")
        chown(path, 0, 0)
      } else {
        print("SKIPPED: a discovery file of another user can be made by root only")
      }
      #expect(try await app.ask("session").text("status") == "approved")
    }
  }

  @Test(.ledgerInFile("a ledger in PostgreSQL is refused to a provider with another key"))
  func anotherProviderUnderTheSameName() async throws {
    try await withPairedApp { daemon, app in
      let (state, identity) = (daemon.state, daemon.state + "/identity.json")
      #expect(try await daemon.terminate() == .code(0))
      rename(identity, state + "/identity.kept")
      try await daemon.start()
      let error = try await app.refused("session", reason: "wrong_key", status: 76)
      #expect(error.text("message").contains("nothing was sent"))
      #expect(try await daemon.owner("status")["sessions"] == 0)
      #expect(try await daemon.terminate() == .code(0))
      rename(state + "/identity.kept", identity)
      try await daemon.start()
      #expect(try await app.ask("session").text("status") == "approved")
    }
  }

  /// The file names the pinned key, but the program at its address does not have that key.
  @Test func anImpostorAtTheAddress() async throws {
    try await withPairedApp { daemon, app in
      let impostor = try Daemon(Configurations.mock())
      try await impostor.start()
      let real = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: file(daemon)))))
      let fake = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: file(impostor)))))
      let good = real.text()
      var mixed = try #require(real.objectValue)
      mixed["url"] = fake["url"]
      try Data(JSONValue.object(mixed).encoded()).write(to: URL(fileURLWithPath: file(daemon)))
      let run = try await app.run("session")
      #expect(run.status == 76 || run.status == 69, "\(run)")
      #expect(run.json["error"] != nil)
      try Data(good.utf8).write(to: URL(fileURLWithPath: file(daemon)))
      // The provider binds its sessions to the file, so the file must be written again by a restart.
      #expect(try await impostor.terminate() == .code(0))
      #expect(try await daemon.terminate() == .code(0))
      try await daemon.start()
      #expect(try await app.ask("session").text("status") == "approved")
    }
  }

  @Test func severalProviders() async throws {
    try await withPairedApp { daemon, app in
      let second = try Daemon(
        Configurations.mock().replacing("name: test", with: "name: second"), runtime: daemon.runtime)
      try await second.start()
      let error = try await app.refused("session", reason: "several_providers", status: 78)
      #expect(error.text("message").contains("second, test"))
      #expect(try await app.ask("session", "--provider", "test").text("status") == "approved")
      #expect(try await second.terminate() == .code(0))
      #expect(try await app.ask("session").text("status") == "approved")
      try await app.refused("session", "--provider", "second", reason: "not_running", status: 69)
    }
  }
}
