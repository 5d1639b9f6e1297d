import Cryptography
import Documents
import Files
import PaymentsModel

/// The folder of one app's documents for one kind of request: its documents, the answers beside them, and the archive.
/// All functions block while they use the disk.
struct DocumentStore {
  let folder: PrivateFolder
  private let writer: AnswerWriter

  /// - Parameter writer: Signs and seals the answers.
  init(_ folder: PrivateFolder, _ writer: AnswerWriter) {
    self.folder = folder
    self.writer = writer
  }

  /// Identifies a document and its signature. As long as the stamps stay the same, the result stays the same.
  struct Stamps: Hashable {
    let document: FileStamp
    let signature: FileStamp?
  }

  /// Returns the documents in the folder, sorted by their names. Names that begin with a time are thereby in the order
  /// of time.
  func names() throws(PrivateFileError) -> [DocumentName] {
    try folder.names().compactMap { DocumentName(file: $0) }.sorted()
  }

  func stamps(_ name: DocumentName) -> Stamps? {
    folder.stamp(name.file).map {
      Stamps(document: $0, signature: folder.stamp(DocumentName.signature(of: name.file)))
    }
  }

  /// Returns the content of a document's file.
  func document(_ name: DocumentName) throws(PrivateFileError) -> SubmittedFile {
    let overhead = name.form == .sealed ? DocumentKey.overhead : 0
    return try folder.readSubmitted(name.file, limit: SubmittedRequest.largestText + overhead)
  }

  /// Returns the content of a document's signature file; `nil` if there is none.
  func signature(_ name: DocumentName) throws(PrivateFileError) -> [UInt8]? {
    do throws(PrivateFileError) {
      let file = DocumentName.signature(of: name.file)
      return try folder.readSubmitted(file, limit: DocumentSignature.largestFile).bytes
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  // MARK: Answers

  /// An answer of the provider, with the time at which it was written.
  struct Written: Sendable {
    let answer: DocumentAnswer
    let at: Timestamp
  }

  /// Returns the answer beside a document; `nil` if there is none of this provider.
  func answer(_ name: DocumentName) -> Written? {
    guard let bytes = try? folder.read(name.answerFile, limit: DocumentAnswer.largestText + DocumentKey.overhead),
      let signed = try? folder.read(
        DocumentName.signature(of: name.answerFile), limit: DocumentSignature.largestFile),
      let signature = DocumentSignature(parsing: signed)
    else { return nil }
    return writer.read(bytes, signature: signature, of: name).map { Written(answer: $0, at: signature.signedAt) }
  }

  /// Writes the answer to a document and then its signature, unless both exist already. A reader that comes in between
  /// finds a signature that does not match yet.
  func write(_ answer: DocumentAnswer, _ name: DocumentName, at now: Timestamp) throws {
    if self.answer(name)?.answer == answer { return }
    let bytes = try writer.bytes(of: answer, name)
    let signature = try writer.sign(bytes, name, at: now)
    try folder.write(bytes, to: name.answerFile, replacing: true)
    try folder.write(signature.encoded, to: DocumentName.signature(of: name.answerFile), replacing: true)
  }

  // MARK: The archive

  /// Moves a document that has ended, with all its files, to the archive of a day.
  ///
  /// The other files are copied to the archive first. Then the document itself is moved in one step, which completes
  /// the archive. The remaining files here are then second copies, which ``sweep()`` removes, too.
  ///
  /// - Parameter stamps: The document that has ended. If another one has replaced it, nothing is done.
  func archive(_ name: DocumentName, _ stamps: Stamps, day: String) throws(PrivateFileError) {
    guard self.stamps(name) == stamps else { return }
    let archive = try folder.subfolder(DocumentTree.archive, creating: true)
    let target = try Self.free(name, day, in: archive)
    for file in name.files.dropFirst() {
      guard let bytes = try Self.read(file, in: folder) else { continue }
      try target.write(bytes, to: file, replacing: true)
    }
    try folder.move(name.file, to: target)
    guard target.stamp(name.file)?.hasContent(of: stamps.document) == true else {
      // Another document was put here at the last moment. It has not ended, so it is moved back.
      return try target.move(name.file, to: folder)
    }
    try removeCopies(of: name, from: target)
  }

  /// Removes files that remain if the provider ended in the middle of its work: second copies of files in the archive,
  /// and files that were not completely written.
  func sweep() throws(PrivateFileError) {
    try folder.removeLeftovers(where: Self.isAnswer)
    let names = try folder.names()
    let present = Set(names)
    let orphans = Set(names.compactMap(Self.owner)).filter { !present.contains($0.file) }
    guard present.contains(DocumentTree.archive) else { return }
    let archive = try folder.subfolder(DocumentTree.archive)
    for day in try archive.names().reversed().prefix(2) {
      try archive.subfolder(day).removeLeftovers { Self.owner($0) != nil }
    }
    guard !orphans.isEmpty else { return }
    for day in try archive.names().reversed() {
      let target = try archive.subfolder(day)
      let archived = Set(try target.names())
      for name in orphans where archived.contains(name.file) { try removeCopies(of: name, from: target) }
    }
  }

  /// Removes files that are in the archive with exactly the same content.
  private func removeCopies(of name: DocumentName, from target: PrivateFolder) throws(PrivateFileError) {
    for file in name.files.dropFirst() {
      guard let bytes = try Self.read(file, in: folder), try Self.read(file, in: target) == bytes else { continue }
      try folder.remove(file)
    }
    try folder.synchronize()
  }

  /// Returns the folder of a day, or an additional one if that day already has a document of this name.
  private static func free(
    _ name: DocumentName, _ day: String, in archive: PrivateFolder
  ) throws(PrivateFileError) -> PrivateFolder {
    var number = 1
    while true {
      let folder = try archive.subfolder(number == 1 ? day : "\(day).\(number)", creating: true)
      if folder.stamp(name.file) == nil { return folder }
      number += 1
    }
  }

  private static func read(_ file: String, in folder: PrivateFolder) throws(PrivateFileError) -> [UInt8]? {
    do throws(PrivateFileError) {
      return try folder.readSubmitted(file, limit: DocumentAnswer.largestText + DocumentKey.overhead).bytes
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  private static func isAnswer(_ file: String) -> Bool {
    owner(file).map { file.utf8.starts(with: $0.answerFile.utf8) } ?? false
  }

  /// Returns the document that an answer or a signature belongs to.
  private static func owner(_ file: String) -> DocumentName? {
    let parts = file.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for form in DocumentName.Form.allCases {
      guard let stem = parts.first, let name = DocumentName(stem: stem, form: form) else { return nil }
      if name.files.dropFirst().contains(file) { return name }
    }
    return nil
  }
}
