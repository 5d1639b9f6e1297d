import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import Platform
import TerminalUI

/// The actions of the command `document`.
struct DocumentActions {
  let context: CommandContext
  let options: GlobalOptions

  func make(_ request: String, fields: [String], output: String?) throws {
    var given: [String: String] = [:]
    for field in fields {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      given[String(parts[0])] = String(parts[1])
    }
    let schemas = try PaymentsSchemas.all
    let draft: DocumentDraft
    do {
      draft = try DocumentDraft(of: request, given: given, schemas: schemas)
    } catch {
      throw DocumentError.refused(error)
    }
    let file = output ?? DocumentName(request, at: context.now(), form: .plain)?.file ?? request + ".yml"
    try LocalFile.create(file, draft.text)
    let missing = JSONValue.array(draft.missing.map(JSONValue.string))
    try write(["document": ["file": .string(file), "request": .string(request), "missing": missing]]) {
      let submit = context.command("document submit \(file)")
      return draft.missing.isEmpty
        ? [localized("Written to \(file); \(submit) submits it.")]
        : [
          localized(
            "Written to \(file). Fill in \(draft.missing.joined(separator: ", ")); then \(submit) submits it.")
        ]
    }
  }

  func sign(_ path: String) async throws {
    let name = try Self.name(path)
    let file = try LocalFile.read(path, limit: SubmittedRequest.largestText + DocumentKey.overhead)
    let documents = try await documents()
    // The content of a sealed document cannot be read here.
    let request = name.form == .plain ? try documents.read(file, named: name) : nil
    let signature = DocumentName.signature(of: path)
    try LocalFile.replace(signature, try await documents.sign(file, named: name))
    var object: JSONObject = ["file": .string(path), "signature": .string(signature)]
    object["request_id"] = request?.requestID.map { .string($0.text) }
    try write(["document": .object(object)]) {
      var lines = [localized("Signed: \(signature)")]
      if let request {
        lines += [request.requestID.map { localized("Request \($0.text)") }].compactMap(\.self)
        lines.append(localized("Move both files into \(documents.path(of: request.request))"))
      }
      return lines
    }
  }

  func submit(_ path: String, sealed: Bool, waiting: Bool) async throws {
    var name = try Self.name(path)
    let text = try LocalFile.read(path, limit: SubmittedRequest.largestText)
    if sealed, let other = DocumentName(stem: name.stem, form: .sealed) { name = other }
    let documents = try await documents()
    let submission = try await documents.submit(text, named: name)
    if waiting {
      try context.remark(Self.submitted(name, submission.requestID))
      return try await wait(name, documents)
    }
    var object: JSONObject = ["request": .string(submission.request), "name": .string(name.file)]
    object["request_id"] = submission.requestID.map { .string($0.text) }
    try write(["document": .object(object)]) {
      [
        Self.submitted(name, submission.requestID),
        localized("\(context.command("document status \(name.file)")) tells how far it is."),
      ]
    }
  }

  func show(_ word: String, waiting: Bool) async throws {
    let documents = try await documents()
    let name = try await Self.name(word, in: documents)
    if waiting { return try await wait(name, documents) }
    try show(try await documents.status(of: name))
  }

  func list(archived: Bool) async throws {
    let all = try await documents().list(archived: archived)
    try write(["documents": .array(all.map(\.json))]) {
      all.isEmpty
        ? [localized("No documents: \(context.command("document new payment_order")) makes one.")]
        : DocumentView(context: context).table(all)
    }
  }

  func remove(_ word: String, force: Bool) async throws {
    let documents = try await documents()
    let name = try await Self.name(word, in: documents)
    try await documents.remove(name, evenUnderWay: force)
    try write(["removed": .string(name.file)]) { [localized("Removed \(name.file).")] }
  }

  func showFolders() async throws {
    let documents = try await documents()
    let folders = DocumentTree.requests.map { ($0, documents.path(of: $0)) }
    let object = JSONObject(folders.map { JSONObject.Member(name: $0.0, value: .string($0.1)) })
    try write(["folders": .object(object)]) {
      var list = KeyValueList()
      for (request, path) in folders { list.append(request, path) }
      return list.lines(for: context.terminal)
    }
  }

  private static func submitted(_ name: DocumentName, _ request: PaymentRequestID?) -> String {
    request.map { localized("Submitted as \(name.file), request \($0.text).") }
      ?? localized("Submitted as \(name.file).")
  }

  private func wait(_ name: DocumentName, _ documents: AppDocuments) async throws {
    do {
      try show(
        try await documents.waitForAnswer(to: name) { $0.state == .ended || $0.state == .refused })
    } catch is CancellationError {
      throw CommandFailure(
        .interrupted, reason: "interrupted",
        localized("The wait was interrupted; the request of \(name.file) goes on."),
        advice: localized("To wait again: \(context.command("document status \(name.file) --wait"))."))
    }
  }

  /// Shows a document, and throws if it was refused or its order was not paid.
  private func show(_ status: DocumentStatus) throws {
    try write(["document": status.json]) { DocumentView(context: context).lines(status) }
    guard let answer = status.answer else { return }
    if answer.state == .refused {
      let reason = answer.failure.flatMap { FailureReason(rawValue: $0.reason) }
      throw ShownFailure(status: reason?.exitStatus ?? .dataError)
    }
    if let order = answer.paymentOrder { try OrderFollower.check(order) }
  }

  /// Returns the documents of this app. If it has never met a provider, it connects first.
  private func documents() async throws -> AppDocuments {
    do {
      return try await AppDocuments(
        appID: ConsumerService.manifest.appID, options: ConsumerService.settings(options))
    } catch DocumentError.noFolder {
      return try await context.service().documents()
    }
  }

  private func write(_ value: JSONValue, _ lines: () -> [String]) throws { try context.show(value, lines) }

  /// Returns the name of a document that was submitted. It may be typed without its extension.
  private static func name(_ typed: String, in documents: AppDocuments) async throws -> DocumentName {
    let stem = typed.split(separator: "/").last.map(String.init) ?? typed
    guard DocumentName(file: stem) == nil, DocumentName(stem: stem, form: .plain) != nil else { return try name(typed) }
    let known = try await documents.list(archived: true).map(\.name)
    if let name = known.first(where: { $0.stem == stem }) { return name }
    throw DocumentError.notFound(name: stem)
  }

  private static func name(_ path: String) throws -> DocumentName {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let name = DocumentName(file: file) else { throw DocumentError.notAName(file) }
    return name
  }
}

extension PaymentsSchemas {
  /// The schemas that are embedded in the program.
  static var all: PaymentsSchemas {
    get throws(CommandFailure) {
      do {
        return try PaymentsSchemas()
      } catch {
        throw CommandFailure(.software, reason: "internal", localized("A schema is malformed: \(error)."))
      }
    }
  }
}
