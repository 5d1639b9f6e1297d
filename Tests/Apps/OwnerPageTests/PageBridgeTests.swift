import Foundation
import JSON
import OwnerAPI
import OwnerSocket
import Synchronization
import TestSupport
import Testing

@testable import OwnerPage

/// The bridge with a socket that answers as the test says.
@Suite struct PageBridgeTests {
  /// What a page is told, in order.
  private final class Told: Sendable {
    private let stream: AsyncStream<JSONValue>
    private let continuation: AsyncStream<JSONValue>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func next() async -> JSONValue? {
      for await message in stream { return message }
      return nil
    }

    func tell(_ message: [UInt8]) { continuation.yield((try? JSONValue(parsing: message)) ?? .null) }
  }

  private final class Desktop: PageDesktop {
    let questions = Mutex(0)
    /// Where files are put; none is wanted where there is no folder.
    let folder: String?

    init(_ folder: String? = nil) { self.folder = folder }

    func questionCame() { questions.withLock { $0 += 1 } }

    func place(for name: String, _ done: @escaping @Sendable (Result<String?, OwnerFailure>) -> Void) {
      done(.success(folder.map { "\($0)/\(name)" }))
    }
  }

  @Test func aSlowRequestHoldsUpNoOther() async throws {
    let folder = try ScratchFolder()
    let (slow, release) = AsyncStream.makeStream(of: Void.self)
    let server = OwnerSocketServer(path: folder.path + "/owner.sock") { method, _ in
      if method == "slow" { for await _ in slow { break } }
      return .success(["method": .string(method)])
    }
    try server.start()
    defer { server.stop() }
    let told = Told()
    let bridge = PageBridge(
      path: folder.path + "/owner.sock", host: PageHost(.browser, version: "1"), tell: told.tell)
    defer { bridge.close() }
    bridge.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"slow","params":{}}"#.utf8))
    bridge.receive(Array(#"{"jsonrpc":"2.0","id":1.0,"method":"fast","params":{}}"#.utf8))
    let first = try #require(await told.next())
    #expect(first["result"]?["method"] == "fast")
    #expect(first["id"]?.numberValue?.text == "1.0", "it comes back as it was written")
    release.yield()
    #expect(await told.next()?["result"]?["method"] == "slow")
  }

  @Test func whatIsTooMuchAtOnceIsRefusedAndTheRestIsAnswered() async throws {
    let folder = try ScratchFolder()
    let (held, release) = AsyncStream.makeStream(of: Void.self)
    let server = OwnerSocketServer(path: folder.path + "/owner.sock") { _, _ in
      for await _ in held { break }
      return .success([:])
    }
    try server.start()
    defer { server.stop() }
    let told = Told()
    let bridge = PageBridge(
      path: folder.path + "/owner.sock", host: PageHost(.browser, version: "1"), tell: told.tell)
    let most = PageBridge.mostAtOnce + PageBridge.mostWaiting
    for id in 0...most { bridge.receive(Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"x","params":{}}"#.utf8)) }
    let refused = try #require(await told.next())
    #expect(refused["id"] == .integer(most))
    #expect(refused["error"]?["data"]?["reason"] == "unavailable")
    release.finish()
    for _ in 0..<most { #expect(await told.next()?["result"] == [:]) }
    bridge.close()
  }

  @Test func aNewQuestionIsHeardAndTheEndOfTheNewsIsTold() async throws {
    let folder = try ScratchFolder()
    func shown(_ id: String) -> JSONValue { ["change": "shown", "question": ["id": .string(id)]] }
    func withdrawn(_ id: String, _ because: QuestionEnding) -> JSONValue {
      ["change": "withdrawn", "id": .string(id), "kind": "payment", "because": .string(because.rawValue)]
    }
    // The fee of `a` and `b` is asked for again, which is no new question; `b` is approved, and asked about anew.
    let news: [JSONValue] = [
      shown("a"), ["change": "ready"], shown("b"), ["change": "updated"], withdrawn("a", .ended), shown("a"),
      withdrawn("b", .ended), shown("b"), withdrawn("b", .approved), shown("b"),
    ]
    let server = OwnerSocketServer(
      path: folder.path + "/owner.sock", streaming: ["watch": { _, stream in for each in news { stream.send(each) } }]
    ) { _, _ in .success([:]) }
    try server.start()
    let told = Told()
    let desktop = Desktop()
    let bridge = PageBridge(
      path: folder.path + "/owner.sock", host: PageHost(.window, version: "1", desktop: desktop), tell: told.tell)
    defer { bridge.close() }
    bridge.receive(Array(#"{"jsonrpc":"2.0","id":"w","method":"watch","params":{}}"#.utf8))
    #expect(await told.next()?["result"] == [:])
    for each in news { #expect(await told.next()?["params"] == each) }
    #expect(desktop.questions.withLock { $0 } == 2)
    server.stop()
    #expect(await told.next() == ["jsonrpc": "2.0", "method": "page.ended", "params": ["id": "w"]])
  }

  @Test func aWindowSavesFilesWithPlainNamesOnly() async throws {
    let told = Told()
    let folder = try ScratchFolder()
    let desktop = Desktop(folder.path)
    let bridge = PageBridge(
      path: "/nowhere/owner.sock", host: PageHost(.window, version: "1", desktop: desktop), tell: told.tell)
    func save(_ params: String) async -> JSONValue? {
      bridge.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"page.save","params":\#(params)}"#.utf8))
      return await told.next()
    }
    #expect(await save(#"{"name":"a.csv","text":"ü"}"#)?["result"] == ["saved": true])
    #expect(FileManager.default.contents(atPath: folder.path + "/a.csv") == Data("ü".utf8))
    #expect(await save(#"{"name":"a.pdf","base64":"+/8="}"#)?["result"] == ["saved": true])
    #expect(FileManager.default.contents(atPath: folder.path + "/a.pdf") == Data([0xfb, 0xff]))
    for params in [
      #"{"name":"../a","text":""}"#, #"{"name":".bashrc","text":""}"#, #"{"name":"","text":""}"#,
      #"{"name":"a\u202egpj.exe","text":""}"#, #"{"name":"a"}"#, #"{"name":"a","text":"","base64":""}"#,
      #"{"name":"a","base64":"*"}"#, #"{"name":"a\nb","text":""}"#,
    ] {
      #expect(await save(params)?["error"]?["code"] == -32602, "\(params)")
    }
    bridge.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"page.shell","params":{}}"#.utf8))
    #expect(await told.next()?["error"]?["code"] == -32601)
    bridge.receive(Array(#"{"jsonrpc":"2.0","id":1,"method":"status","params":{}}"#.utf8))
    #expect(await told.next()?["error"]?["data"]?["reason"] == "not_running")
  }
}
