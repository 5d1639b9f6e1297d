import Cryptography
import Documents
import Files
import PaymentsModel

/// The folder of one app's documents of one request, as files: what lies in it, what is written beside it, and what has
/// ended. Every call blocks for the disk.
struct DocumentStore {
  let folder: PrivateFolder
  private let writer: AnswerWriter

  /// - Parameter writer: the keys with which answers are written.
  init(_ folder: PrivateFolder, _ writer: AnswerWriter) {
    self.folder = folder
    self.writer = writer
  }

  /// Which files a document and its signature were; as long as they are the same, so is what was found.
  struct Stamps: Hashable {
    let document: FileStamp
    let signature: FileStamp?
  }

  /// The documents that lie here, those that begin with their moment in its order.
  func names() throws(PrivateFileError) -> [DocumentName] {
    try folder.names().compactMap { DocumentName(file: $0) }.sorted()
  }

  func stamps(_ name: DocumentName) -> Stamps? {
    folder.stamp(name.file).map {
      Stamps(document: $0, signature: folder.stamp(DocumentName.signature(of: name.file)))
    }
  }

  /// What is in a document's file.
  func document(_ name: DocumentName) throws(PrivateFileError) -> SubmittedFile {
    let overhead = name.form == .sealed ? DocumentKey.overhead : 0
    return try folder.readSubmitted(name.file, limit: SubmittedRequest.largestText + overhead)
  }

  /// What is in the file of its signature; `nil` where there is none.
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

  /// An answer of ours, and when it was written.
  struct Written: Sendable {
    let answer: DocumentAnswer
    let at: Timestamp
  }

  /// The answer that lies beside a document, where it is one of ours.
  func answer(_ name: DocumentName) -> Written? {
    guard let bytes = try? folder.read(name.answerFile, limit: DocumentAnswer.largestText + DocumentKey.overhead),
      let signed = try? folder.read(
        DocumentName.signature(of: name.answerFile), limit: DocumentSignature.largestFile),
      let signature = DocumentSignature(parsing: signed)
    else { return nil }
    return writer.read(bytes, signature, name).map { Written(answer: $0, at: signature.signedAt) }
  }

  /// Writes the answer of a document and then its signature, unless both lie there already. Somebody who reads in
  /// between, finds a signature that does not fit yet.
  func write(_ answer: DocumentAnswer, _ name: DocumentName, at now: Timestamp) throws {
    if self.answer(name)?.answer == answer { return }
    let bytes = try writer.bytes(of: answer, name)
    let signature = try writer.sign(bytes, name, at: now)
    try folder.write(bytes, to: name.answerFile, replacing: true)
    try folder.write(signature.encoded, to: DocumentName.signature(of: name.answerFile), replacing: true)
  }

  // MARK: The archive

  /// Moves a document that has ended, and all that belongs to it, to the archive of a day.
  ///
  /// What belongs to it is copied there first. The document itself goes in one step, and with it the whole is in the
  /// archive; what then still lies here is a second copy, which ``sweep()`` finds too.
  ///
  /// - Parameter stamps: the document that has ended; another one that took its place meanwhile is left.
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
      // In the last moment another one was put here: that one has not ended.
      return try target.move(name.file, to: folder)
    }
    try removeCopies(of: name, from: target)
  }

  /// Removes what is left where the provider ended in the middle: second copies of what the archive has, and files that
  /// were not written to their end.
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

  /// Removes from here what lies in the archive with the very same bytes.
  private func removeCopies(of name: DocumentName, from target: PrivateFolder) throws(PrivateFileError) {
    for file in name.files.dropFirst() {
      guard let bytes = try Self.read(file, in: folder), try Self.read(file, in: target) == bytes else { continue }
      try folder.remove(file)
    }
    try folder.synchronize()
  }

  /// The folder of a day, or one beside it where the day has a document of this name already.
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

  /// The document to which a file belongs that is none itself.
  private static func owner(_ file: String) -> DocumentName? {
    let parts = file.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for form in DocumentName.Form.allCases {
      guard let stem = parts.first, let name = DocumentName(stem: stem, form: form) else { return nil }
      if name.files.dropFirst().contains(file) { return name }
    }
    return nil
  }
}
