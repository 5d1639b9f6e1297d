import Cryptography
import Documents
import Files
import PaymentsModel
import Platform
import TestSupport
import Testing

@testable import Provider

@Suite("The folder of documents") struct DocumentStoreTests {
  private let scratch: ScratchFolder
  private let folder: PrivateFolder
  private let writer: AnswerWriter
  private let store: DocumentStore
  private let name: DocumentName
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  init() throws {
    scratch = try ScratchFolder()
    folder = try PrivateFolder(opening: scratch.path)
    let random = SystemRandom()
    writer = AnswerWriter(
      provider: try .init(from: random), app: try Ed25519.SigningKey(from: random).verifyingKey,
      seal: try DocumentKey(from: random), random: random)
    store = DocumentStore(folder, writer)
    name = try #require(DocumentName(file: "a.yml"))
  }

  private func answer(_ name: DocumentName, _ state: DocumentAnswer.State = .ended) -> DocumentAnswer {
    DocumentAnswer(to: name, [1], of: "payment_order", state)
  }

  /// Writes a document with its signature and its answer, as they are before archiving.
  private func lay(_ name: DocumentName, _ byte: UInt8) throws -> DocumentStore.Stamps {
    try folder.write([byte], to: name.file, replacing: true)
    try folder.write([byte, byte], to: DocumentName.signature(of: name.file), replacing: true)
    try store.write(answer(name), name, at: now)
    return try #require(store.stamps(name))
  }

  private func archive(_ day: String) throws -> PrivateFolder { try folder.subfolder("archive").subfolder(day) }

  @Test func documentsAreThoseWithNames() throws {
    for file in ["b.yml", "a.sealed", "a.yml", "a.yml.sig", "a.answer.yml", ".a.yml", "note.txt"] {
      try folder.write([], to: file, replacing: false)
    }
    #expect(try store.names().map(\.file) == ["a.sealed", "a.yml", "b.yml"])
  }

  @Test(arguments: ["a.yml", "a.sealed"])
  func anAnswerIsWrittenOnceAndIsOurs(file: String) throws {
    let name = try #require(DocumentName(file: file))
    #expect(store.answer(name) == nil)
    try store.write(answer(name), name, at: now)
    #expect(store.answer(name)?.answer == answer(name) && store.answer(name)?.at == now)
    let stamp = folder.stamp(name.answerFile)
    try store.write(answer(name), name, at: now.advanced(by: .seconds(1)))
    #expect(folder.stamp(name.answerFile) == stamp, "the same again is not written")
    try store.write(answer(name, .refused), name, at: now.advanced(by: .seconds(1)))
    #expect(folder.stamp(name.answerFile) != stamp && store.answer(name)?.answer.state == .refused)
    // If the signature is missing or is that of the previous answer, the answer is written again.
    try folder.remove(DocumentName.signature(of: name.answerFile))
    #expect(store.answer(name) == nil)
    try store.write(answer(name, .refused), name, at: now)
    #expect(store.answer(name)?.answer.state == .refused)
    // An answer that somebody else signed does not count.
    let other = AnswerWriter(
      provider: try .init(from: SystemRandom()), app: writer.app, seal: writer.seal, random: SystemRandom())
    try DocumentStore(folder, other).write(answer(name, .ended), name, at: now)
    #expect(store.answer(name) == nil)
  }

  @Test func whatHasEndedGoesAsAWhole() throws {
    try store.archive(name, lay(name, 1), day: "2024-03-20")
    #expect(try folder.names() == ["archive"])
    #expect(try archive("2024-03-20").names() == name.files.sorted())
    #expect(try archive("2024-03-20").read(name.file, limit: 1) == [1])
    // A second document of the same name on the same day does not replace the first one.
    try store.archive(name, lay(name, 2), day: "2024-03-20")
    #expect(try archive("2024-03-20").read(name.file, limit: 1) == [1])
    #expect(try archive("2024-03-20.2").read("a.yml.sig", limit: 2) == [2, 2])
    #expect(try folder.names() == ["archive"])
  }

  /// A document that replaced the archived one in the meantime has not ended, and stays.
  @Test func anotherDocumentStays() throws {
    let stamps = try lay(name, 1)
    _ = try lay(name, 2)
    try store.archive(name, stamps, day: "2024-03-20")
    #expect(try folder.names() == name.files.sorted() && folder.read(name.file, limit: 1) == [2])
  }

  /// Wherever the provider ended in the middle of archiving, the next start completes it.
  @Test func whatWasLeftInTheMiddle() throws {
    // It ended before the document was moved: the document is served and archived again.
    let stamps = try lay(name, 1)
    let day = try folder.subfolder("archive", creating: true).subfolder("2024-03-20", creating: true)
    try day.write([9], to: DocumentName.signature(of: name.file), replacing: false)
    try store.sweep()
    #expect(try folder.names().filter { $0 != "archive" } == name.files.sorted())
    try store.archive(name, stamps, day: "2024-03-20")
    #expect(try day.read("a.yml.sig", limit: 2) == [1, 1] && folder.names() == ["archive"])
    // It ended after the document was moved: the copies are removed, but not the files of other documents.
    for file in name.files.dropFirst() { try folder.write(day.read(file, limit: 2000), to: file, replacing: false) }
    try folder.write([7], to: "b.yml.sig", replacing: false)
    try store.sweep()
    #expect(try folder.names() == ["archive", "b.yml.sig"])
    // A new signature with the name of an archived document waits for its document.
    try folder.write([7], to: "a.yml.sig", replacing: false)
    try store.sweep()
    #expect(try folder.names() == ["a.yml.sig", "archive", "b.yml.sig"])
  }

  @Test func halvesOfAnswersAreRemoved() throws {
    // No process has an identifier as high as this number.
    for file in [".a.answer.yml.99999999.1", ".a.answer.yml.sig.99999999.1", ".a.yml.99999999.1", ".a.answer.yml.1"] {
      try folder.write([], to: file, replacing: false)
    }
    try store.sweep()
    #expect(try folder.names() == [".a.answer.yml.1", ".a.yml.99999999.1"])
    let day = try folder.subfolder("archive", creating: true).subfolder("2024-03-20", creating: true)
    try day.write([], to: ".a.yml.sig.99999999.1", replacing: false)
    try store.sweep()
    #expect(try day.names().isEmpty)
  }
}
