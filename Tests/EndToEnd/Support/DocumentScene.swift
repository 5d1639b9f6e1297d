import Consumer
import Cryptography
import Foundation
import JSON
import TestSupport
import Testing

/// A daemon, an app, and the app's folders for documents, into which the test puts files as other programs would.
struct DocumentScene {
  let daemon: Daemon
  let app: Client
  /// The app's key.
  let key: Ed25519.SigningKey
  /// The provider's key.
  let provider: Ed25519.VerifyingKey
  let folder: DocumentFolder

  /// Runs a test with a paired app.
  static func with(
    _ yaml: String = configuration(), scopes: String = "receive,pay,balance",
    _ body: (DocumentScene) async throws -> Void
  ) async throws {
    try await withPairedApp(yaml, scopes: scopes) { daemon, app in
      try await body(try await DocumentScene(daemon, app))
    }
  }

  /// Returns a configuration with short intervals, because files are updated a moment later than a session.
  static func configuration(_ more: String = "") -> String {
    Configurations.mock(times: "follow: 100ms, retry: 100ms", more: more)
  }

  init(_ daemon: Daemon, _ app: Client) async throws {
    self.daemon = daemon
    self.app = app
    let file = app.state + "/consumer/payport.payctl/"
    let identity = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: file + "identity.json"))))
    key = try .init(seed: SecretBytes(Base64URL.decode(identity.text("ed25519_seed"))))
    provider = try .init(base64URL: try await daemon.owner("status").text("provider_id"))
    let told = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: file + "folders/test.json"))))
    folder = DocumentFolder(
      services: told.text("services"), name: told.text("name"), documentKey: told.text("document_key"))
  }

  func path(_ request: String = "payment_order") -> String {
    "\(folder.services)/payments/\(request)s/\(folder.name)"
  }

  func exists(_ file: String, _ request: String = "payment_order") -> Bool {
    FileManager.default.fileExists(atPath: path(request) + "/" + file)
  }

  /// Returns the text of an order as a person writes it.
  static func order(_ address: String, amount: String = "0.05", currency: String = "LTC", more: String = "") -> String {
    "spec: payment_order\nversion: 2\ncurrency: \(currency)\naddress: \(address)\namount: \(amount)\n\(more)"
  }

  // MARK: Putting files there

  /// Writes a file outside of the folder and moves it in.
  func put(_ bytes: [UInt8], _ file: String, _ request: String = "payment_order") throws {
    let aside = daemon.folder.path + "/aside-" + file
    try Data(bytes).write(to: URL(fileURLWithPath: aside))
    guard rename(aside, path(request) + "/" + file) == 0 else { throw POSIXError(.EIO) }
  }

  /// Returns the signature for the content of a file.
  func signature(
    _ bytes: [UInt8], _ file: String, by key: Ed25519.SigningKey? = nil, for provider: Ed25519.VerifyingKey? = nil,
    at moment: Timestamp? = nil
  ) throws -> [UInt8] {
    try DocumentSignature(
      .document, bytes, file: file, for: provider ?? self.provider, by: key ?? self.key,
      at: moment ?? SystemWallClock().now()
    ).encoded
  }

  /// Signs a document and puts both files into the folder.
  func drop(
    _ text: String, _ file: String, _ request: String = "payment_order", at moment: Timestamp? = nil
  ) throws {
    let bytes = Array(text.utf8)
    try put(signature(bytes, file, at: moment), file + ".sig", request)
    try put(bytes, file, request)
  }

  // MARK: Answers

  /// Returns the answer to a document, after checking that it is the provider's. It is `nil` while there is none, or
  /// while it is being written.
  func answer(_ file: String, _ request: String = "payment_order") throws -> DocumentAnswer? {
    try answer(file, in: path(request))
  }

  func answer(_ file: String, in folder: String) throws -> DocumentAnswer? {
    let name = try #require(DocumentName(file: file))
    guard let bytes = FileManager.default.contents(atPath: folder + "/" + name.answerFile),
      let signed = FileManager.default.contents(
        atPath: folder + "/" + DocumentName.signature(of: name.answerFile)),
      let signature = DocumentSignature(parsing: Array(signed)), signature.key == provider,
      signature.isValid(.answer, Array(bytes), file: name.answerFile, for: key.verifyingKey)
    else { return nil }
    var text = Array(bytes)
    if name.form == .sealed {
      text = try #require(opened(text, name.answerFile))
    }
    let answer: DocumentAnswer = try #require(
      DocumentAnswer(parsing: text), "\(String(decoding: text, as: UTF8.self))")
    try Checked.document(answer)
    return answer
  }

  private func opened(_ bytes: [UInt8], _ file: String) -> [UInt8]? {
    folder.documentKey.flatMap { DocumentKey(base64URL: $0) }.flatMap { try? $0.open(bytes, file: file) }
  }

  /// Waits until a document has an answer that the closure accepts.
  @discardableResult
  func answered(
    _ file: String, _ request: String = "payment_order", _ isWanted: (DocumentAnswer) -> Bool
  ) async throws -> DocumentAnswer {
    var last: DocumentAnswer?
    do {
      return try await eventually("an answer to \(file)") {
        last = try answer(file, request)
        return last.flatMap { isWanted($0) ? $0 : nil }
      }
    } catch is DeadlineError {
      throw DeadlineError(
        what: "an answer to \(file); it is \(last.map { String(decoding: $0.text, as: UTF8.self) } ?? "none")")
    }
  }

  /// Waits until a document is refused; returns the reason.
  @discardableResult
  func refused(_ file: String, _ request: String = "payment_order") async throws -> DocumentRefusal {
    try #require(try await answered(file, request) { $0.state == .refused }.failure)
  }

  /// Waits until a document is in the archive with all its files, and none of them is left in the folder; returns its
  /// answer.
  func archived(_ file: String, _ request: String = "payment_order") async throws -> DocumentAnswer {
    let name = try #require(DocumentName(file: file))
    let folder = try await eventually("\(file) in the archive") { () -> String? in
      guard !name.files.contains(where: { exists($0, request) }) else { return nil }
      return try archives(request).first { FileManager.default.fileExists(atPath: $0 + "/" + file) }
    }
    for part in name.files { #expect(FileManager.default.fileExists(atPath: folder + "/" + part), "\(part)") }
    return try #require(try answer(file, in: folder))
  }

  /// The folders of the archive.
  func archives(_ request: String = "payment_order") throws -> [String] {
    let archive = path(request) + "/archive"
    guard FileManager.default.fileExists(atPath: archive) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: archive).map { archive + "/" + $0 }
  }
}

extension DocumentAnswer {
  /// The state of the order or invoice; empty if there is none.
  var objectState: String {
    (result?["payment_order"] ?? result?["invoice"])?.text("state") ?? ""
  }
}
