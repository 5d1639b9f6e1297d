import Ledger
import PaymentsModel
import Testing

@Suite("Folders for documents") struct DocumentFolderTests {
  private let first = [UInt8](repeating: 1, count: 32)
  private let second = [UInt8](repeating: 2, count: 32)

  @Test func eachAppHasOneOfItsOwn() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (first, second)
    var ledger = try folder.open()
    try await ledger.write { transaction in
      try transaction.saveApp(app(alice))
      try transaction.saveApp(app(bob))
    }
    let names = try await ledger.write { transaction -> [String] in
      [
        try transaction.assignDocumentFolder(to: alice, name: "chat", key: first).name,
        try transaction.assignDocumentFolder(to: bob, name: "chat", key: second).name,
        // An app that pairs again keeps its folder and gets another key.
        try transaction.assignDocumentFolder(to: alice, name: "other", key: second).name,
      ]
    }
    #expect(names == ["chat", "chat-2", "chat"])
    await ledger.close()
    ledger = try folder.open()
    let folders = try await ledger.read { reader in try reader.documentFolders() }
    #expect(folders.map(\.app) == [alice, bob] && folders.map(\.key) == [second, second])
    let own = try await ledger.read { reader in try reader.documentFolder(bob) }
    #expect(own == folders.last && own?.name == "chat-2")
    #expect(!"\(folders)".contains("2, 2"))
    await ledger.close()
  }

  @Test func noneForAnAppThatIsUnknown() async throws {
    let folder = try TemporaryFolder()
    let first = first
    let ledger = try folder.open()
    await #expect(throws: LedgerError.constraint) {
      _ = try await ledger.write { transaction in
        try transaction.assignDocumentFolder(to: alice, name: "chat", key: first)
      }
    }
    let none = try await ledger.read { reader in try reader.documentFolder(alice) }
    #expect(none == nil)
    await ledger.close()
  }
}
