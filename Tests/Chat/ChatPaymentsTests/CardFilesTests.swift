import Files
import JSON
import PaymentsModel
import TestSupport
import Testing

@testable import ChatPayments

/// What is stored of cards has a limit, because what is beyond it could not be read at the next start.
struct CardFilesTests {
  @Test func whatCouldNotBeReadAgainIsNotWritten() async throws {
    let folder = try ScratchFolder()
    let files = CardFiles(folder.path + "/cards")
    _ = try await files.load()
    try await files.save(Array("one".utf8), as: "a.json", number: 1)
    await #expect(throws: KeptFolderError.file(name: "a.json", .tooLarge(limit: 1 << 18))) {
      try await files.save([UInt8](repeating: 0, count: 1 << 18 + 1), as: "a.json", number: 2)
    }
    #expect(try await files.load() == ["a.json": Array("one".utf8)])
    await files.close()
    withExtendedLifetime(folder) {}
  }

  @Test func theWordsOfANetworkAreCut() throws {
    let long = String(repeating: "é", count: 300_000)
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    let key = CardKey(author: PersonID("a"), id: .random())
    let terms = CardDraft(.request, [price("0.5")]).terms(now: now)
    var card = Card(key: key, terms: terms, room: RoomID("r"), me: PersonID("a"), other: PersonID("b"))
    card.holdBack(.refused(long), now: now)
    let size = try CardFile.write(card).count
    #expect(size < 4096)
    card.sent(as: MessageID("m"), saying: card.mySide, text: "")
    card.hear(.failed(long), of: MessageID("m"))
    guard case .failed(let words) = card.hindrance else {
      Issue.record("\(String(describing: card.hindrance))")
      return
    }
    #expect(words.unicodeScalars.count == 500)
  }
}
