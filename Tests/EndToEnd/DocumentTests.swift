import Consumer
import Foundation
import JSON
import JSONRPC
import MessagingAPI
import OwnerAPI
import PaymentsAPI
import TestSupport
import Testing
import TypeDefinition

/// Compares the specification with the program, as far as that can be done automatically.
@Suite("The documents of the specification")
struct DocumentTests {
  private let schemas: PaymentsSchemas

  init() throws { schemas = try PaymentsSchemas() }

  @Test("every method has a schema file and a chapter with its scope, members, errors and valid examples")
  func methods() throws {
    let document = try Document("5-methods.md")
    for method in PaymentsMethods.all {
      #expect(Document.exists("schemas/\(method.name).json"), "\(method.name)")
      let schema = try #require(schemas.methods[method.name], "\(method.name)")
      let chapter = try #require(document.chapter("### `\(method.name)`"), "no chapter of \(method.name)")
      #expect(chapter.contains("**Scope**: \(method.scope.map { "`\($0.rawValue)`" } ?? "none")\n"), "\(method.name)")
      #expect(chapter.rows("**Params**", to: "**Result**") == members(schema.paramsSource), "\(method.name)")
      if let object = schema.resultSource["ref"]?.stringValue {
        #expect(chapter.contains("**Result**: the `\(object)` object (5.8)\n"), "\(method.name)")
      } else {
        #expect(chapter.rows("**Result**", to: "**Errors**") == members(schema.resultSource), "\(method.name)")
      }
      let errors = try #require(chapter.lines.first { $0.hasPrefix("**Errors**") }, "\(method.name)")
      let named = errors.matches(of: /`([a-z_]+)`/).map { String($0.1) }
      #expect(Set(named) == Set(schema.failures), "\(method.name)")
      try checkExamples(chapter, method.name, schema, schemas.service)
    }
  }

  @Test("no chapter and no schema of a method that does not exist")
  func nothingElse() throws {
    let names = PaymentsMethods.all.map { $0.name }.sorted()
    let section = try #require(try Document("5-methods.md").section("5.6 Methods"))
    #expect(section.headings.sorted() == names)
    let files = try FileManager.default.contentsOfDirectory(atPath: Document.folder + "schemas").sorted()
    #expect(
      files
        == (names + ["connect_app", "definitions", "document", "error", "event", "session_changed"]).map {
          $0 + ".json"
        }.sorted())
  }

  @Test("the messaging chapter describes each method, notification and object of that service, and nothing else")
  func messaging() throws {
    let schemas = try MessagingSchemas()
    let document = try Document("17-messaging.md")
    let names = MessagingMethods.all.map { $0.name }
    #expect(try #require(document.section("17.4 Methods")).headings == names)
    for method in MessagingMethods.all {
      let schema = try #require(schemas.service.methods[method.name], "\(method.name)")
      let chapter = try #require(document.chapter("### `\(method.name)`"), "\(method.name)")
      #expect(chapter.rows("**Params**", to: "**Result**") == members(schema.paramsSource), "\(method.name)")
      #expect(chapter.rows("**Result**", to: "**Errors**") == members(schema.resultSource), "\(method.name)")
      let errors = chapter.text.components(separatedBy: "**Errors**").last ?? ""
      for reason in schema.failures { #expect(errors.contains("`\(reason)`"), "\(method.name) \(reason)") }
      try checkExamples(chapter, method.name, schema, schemas.service)
    }
    for definition in schemas.service.definitions.members where definition.value["properties"] != nil {
      let chapter = try #require(document.chapter("### `\(definition.name)` object"), "\(definition.name)")
      #expect(chapter.rows("", to: "### ") == members(definition.value), "\(definition.name)")
    }
    let change = try #require(document.chapter("### `\(MessagingNotification.messageChanged)`")).examples()
    #expect(change.count == 1)
    for example in change { #expect(schemas.messageChange.validate(example["params"] ?? .null).isEmpty) }
    let states = try #require(document.section("17.2 A message")).text.matches(of: /(?m)^\| `([a-z_]+)` \|/)
    #expect(states.dropFirst().map { String($0.1) } == MessageState.allCases.map(\.rawValue))
  }

  @Test("the examples of notifications are valid")
  func notifications() throws {
    let document = try Document("5-methods.md")
    let event = try #require(document.chapter("### `\(PaymentsNotification.event)`")).examples()
    #expect(event.count == 1)
    for example in event {
      #expect(example["method"] == .string(PaymentsNotification.event))
      #expect(schemas.event.validate(example["params"] ?? .null).isEmpty)
    }
    let change = try #require(document.chapter("### `\(PaymentsNotification.sessionChanged)`")).examples()
    #expect(change.count == 1)
    for example in change {
      #expect(example["method"] == .string(PaymentsNotification.sessionChanged))
      let params = example["params"] ?? .null
      _ = try JSONValueDecoder(unknownMembers: .refuse).decode(SessionChange.self, from: params)
      #expect(schemas.sessionChange.validate(params).isEmpty)
    }
  }

  @Test("every shared object is described with all of its members")
  func objects() throws {
    let document = try Document("5-methods.md")
    for definition in schemas.definitions.members where definition.value["properties"] != nil {
      if definition.name == "event" { continue }
      let chapter = try #require(document.chapter("### `\(definition.name)` object"), "\(definition.name)")
      #expect(chapter.rows("", to: "### ") == members(definition.value), "\(definition.name)")
    }
  }

  @Test("every reason is listed once, with its number and its wait, and no other")
  func reasons() throws {
    let section = try #require(try Document("6-errors.md").section("6.2 Reasons"))
    let rows = section.text.matches(of: /\n\| (-?[0-9]+) \| `([a-z_]+)` \| [^|]+ \| ([0-9]+|–) \|/)
    #expect(Set(rows.map { String($0.2) }) == Set(FailureReason.allCases.map(\.rawValue)))
    #expect(rows.count == FailureReason.allCases.count)
    for row in rows {
      let reason = try #require(FailureReason(rawValue: String(row.2)))
      #expect(Int(row.1) == reason.code.rawValue, "\(reason)")
      #expect(Int(row.3) == reason.retryAfterMilliseconds, "\(reason)")
    }
    for example in try Document("6-errors.md").whole.examples() { try checkError(example, "6-errors.md") }
  }

  @Test("the OpenRPC document is the generated one")
  func openRPC() throws {
    let file = try JSONValue(parsing: try Document("openrpc.json").text)
    #expect(file == OpenRPCDocument.make(from: schemas), "write it anew: make spec")
    let messaging = try JSONValue(parsing: try Document("openrpc-messaging.json").text)
    #expect(messaging == (try MessagingSchemas().openRPC), "write it anew: make spec")
    let owner = try JSONValue(parsing: try Document("openrpc-owner.json").text)
    #expect(owner == (try OwnerSchemas(schemas).openRPC), "write it anew: make spec")
  }

  @Test("the JSON Schemas are the generated ones, and they and the OpenRPC documents satisfy their meta-schemas")
  func foreignSchemas() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      try Test.cancel("\(ForeignConsumer.howToGetPython)")
    }
    for script in [["/scripts/json_schema.py", "--check"], ["/Tests/Foreign/schemas.py"]] {
      let command = ["-B", ForeignConsumer.packageRoot + (script.first ?? "")] + script.dropFirst()
      let result = try await ChildProcess.run(python, command)
      #expect(result.exit == .code(0), "\(result.output + result.error)")
    }
  }

  @Test("every byte string of the session's chapter is from the vectors")
  func vectors() throws {
    let vectors = try Document("vectors/connect_app.json").text + Document("vectors/records.json").text
    let strings = try Document("3-session.md").text.matches(of: /[0-9a-f]{32,}/).map { String($0.0) }
    #expect(strings.count >= 12)
    for string in strings { #expect(vectors.contains(string), "\(string)") }
  }

  @Test("every byte string of the documents' chapter is from the vectors, and what it lists is what there is")
  func documents() throws {
    let chapter = try Document("12-documents.md")
    let vectors = try Document("vectors/documents.json").text
    let strings = chapter.text.matches(of: /[0-9a-f]{32,}/).map { String($0.0) }
    #expect(strings.count >= 5)
    for string in strings { #expect(vectors.contains(string), "\(string)") }
    #expect(try chapter.text.contains(JSONValue(parsing: vectors)["request_id"]?.stringValue ?? "none"))
    let section = try #require(chapter.section("12.7 Answers"))
    let members = members(schemas.documentAnswer.json)
    #expect(Set(section.text.matches(of: /(?m)^\| `([a-z_]+)` \|/).map { String($0.1) }).isSuperset(of: members))
    let reasons = section.text.components(separatedBy: "| `reason` | |").last ?? ""
    #expect(
      reasons.matches(of: /(?m)^\| `([a-z_]+)` \|/).map { String($0.1) } == DocumentFault.allCases.map(\.rawValue))
    let states = section.text.components(separatedBy: "| `state` | |").last ?? ""
    #expect(
      states.matches(of: /(?m)^\| `([a-z_]+)` \|/).prefix(4).map { String($0.1) }
        == DocumentAnswer.State.allCases.map(\.rawValue))
    // The example in the text is a valid answer.
    let example = try #require(section.text.matches(of: /```yaml\n([^`]*)```/).first).1
    let answer = try #require(DocumentAnswer(parsing: Array(example.utf8)))
    #expect(String(decoding: answer.text, as: UTF8.self) == example)
    #expect(schemas.documentAnswer.validate(try JSONBytesEncoder().encodeValue(answer)).isEmpty)
  }

  @Test("the README names every chapter")
  func readingOrder() throws {
    let readme = try Document("README.md").text
    let files = try FileManager.default.contentsOfDirectory(atPath: Document.folder)
    for file in files where file.hasSuffix(".md") && file != "README.md" {
      #expect(readme.contains("](\(file))"), "\(file)")
    }
  }

  // MARK: Comparisons

  private func members(_ schema: JSONValue) -> [String] {
    let required = schema["properties"]?.objectValue?.members ?? []
    let optional = schema["optionalProperties"]?.objectValue?.members ?? []
    return (required + optional).map(\.name)
  }

  private func checkExamples(
    _ chapter: Document.Chapter, _ name: String, _ schema: PaymentsSchemas.MethodSchemas, _ service: SchemaSet
  ) throws {
    var (requests, results) = (0, 0)
    for example in try chapter.examples() {
      #expect(example["jsonrpc"] == "2.0")
      if let result = example["result"] {
        results += 1
        #expect(try service.exactResult(of: name).validate(result).isEmpty, "\(name)")
      } else if example["error"] != nil {
        try checkError(example, name)
      } else {
        requests += 1
        #expect(example["method"] == .string(name))
        #expect(schema.params.validate(example["params"] ?? .object(JSONObject())).isEmpty, "\(name)")
      }
    }
    #expect(requests >= 1 && results >= 1, "\(name)")
  }

  private func checkError(_ example: JSONValue, _ place: String) throws {
    let error = try #require(example["error"], "\(place)")
    #expect(schemas.error.validate(error).isEmpty, "\(place)")
    let name = try #require(error["data"]?["reason"]?.stringValue, "\(place)")
    let reason = try #require(FailureReason(rawValue: name), "\(place)")
    #expect(error["code"]?.integerValue(as: Int.self) == reason.code.rawValue, "\(place)")
    #expect(error["message"]?.stringValue == reason.message, "\(place)")
  }
}

/// A file of the folder `protocol`.
private struct Document {
  static let folder = ForeignConsumer.packageRoot + "/protocol/"

  /// The text from one heading to the next.
  struct Chapter {
    let text: String

    var lines: [Substring] { text.split(separator: "\n") }

    /// The names of the chapters below this one.
    var headings: [String] { text.matches(of: /### `([a-z_.]+)`/).map { String($0.1) } }

    func contains(_ part: String) -> Bool { text.contains(part) }

    /// Returns the names in the first column of the table between two marks.
    func rows(_ start: String, to end: String) -> [String] {
      let from = start.isEmpty ? Substring(text) : text.components(separatedBy: start).dropFirst().first.map { $0[...] }
      let part = from?.components(separatedBy: end).first ?? ""
      return part.matches(of: /(?m)^\| `([a-z0-9_]+)` \|/).map { String($0.1) }
    }

    /// Returns the JSON examples.
    func examples() throws -> [JSONValue] {
      try text.matches(of: /```json\n([^`]*)```/).map { try JSONValue(parsing: String($0.1)) }
    }
  }

  let text: String

  init(_ name: String) throws {
    text = try String(contentsOfFile: Self.folder + name, encoding: .utf8)
  }

  static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder + name) }

  var whole: Chapter { Chapter(text: text) }

  /// Returns the text below a heading of the second level.
  func section(_ heading: String) -> Chapter? {
    guard let rest = text.components(separatedBy: "\n## \(heading)\n").dropFirst().first else { return nil }
    return Chapter(text: rest.components(separatedBy: "\n## ").first ?? rest)
  }

  /// Returns the text below a heading of the third level.
  func chapter(_ heading: String) -> Chapter? {
    guard let rest = text.components(separatedBy: "\n\(heading)\n").dropFirst().first else { return nil }
    let body = rest.components(separatedBy: "\n### ").first ?? rest
    return Chapter(text: body.components(separatedBy: "\n## ").first ?? body)
  }
}
