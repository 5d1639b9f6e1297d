import Foundation
import JSON
import TestSupport
import Testing

/// A consumer that shares no code with this package, against the real daemon. It tests pairing, every method, two
/// changes of keys in both directions, and everything that must be refused.
@Suite("A foreign consumer", .timeLimit(.minutes(50)))
struct ForeignConsumerTests {
  @Test("pairs, calls every method, survives changes of keys, resumes; then everything hostile is refused")
  func wholeRun() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      try Test.cancel("\(ForeignConsumer.howToGetPython)")
    }
    let provider = try await ProviderOfTest.start(configuration: configuration)
    let state = try provider.folder("app")

    let consumer = try ForeignConsumer.start(python, runtime: provider.runtime, state: state)
    let summary = try await provider.serve(consumer)
    #expect(summary["ok"] == true)
    #expect(summary["rekeys"]?.integerValue(as: Int.self) == 2)
    for records in try #require(summary["records"]?.arrayValue) {
      #expect(try #require(records.integerValue(as: Int.self)) > 2 * 65_536)
    }
    let parts = [
      "describe", "currencies", "addresses", "events", "invoices", "payments", "documents", "links", "balance",
      "bad_params",
      "json_rpc",
      "large_message", "rekey", "all_events",
    ]
    #expect(summary["parts"]?.objectValue?.members.map(\.name) == parts)
    #expect(try await consumer.exit() == .code(0))

    let attacker = try ForeignConsumer.start(
      python, runtime: provider.runtime, state: state, ["--attack", "all"])
    let refused = try await provider.serve(attacker)
    #expect(refused["ok"] == true)
    #expect(try #require(refused["attacks"]?.integerValue(as: Int.self)) >= 49)
    #expect(try await attacker.exit() == .code(0))

    #expect(try await provider.daemon.stop() == .code(0))
  }

  private let configuration = """
    name: wallet
    limits:
      requests_per_second: 1000000   # the changes of keys take 130,000 requests
      burst: 1000000
      handshake_seconds: 3
    times:
      poll: 1s
    wallets:
      - type: mock
        currencies: [XMR, LTC]
        block_seconds: 0
        limits:
          LTC: {ask: above 0.1, per_period: 1000}
    """
}

/// A daemon with its own folders, and its owner.
private final class ProviderOfTest: Sendable {
  let daemon: ChildProcess
  let root: String

  var runtime: String { root + "/run" }
  private var folders: [String] { ["--state", root + "/state", "--runtime", runtime] }

  static func start(configuration: String) async throws -> ProviderOfTest {
    let root = FileManager.default.temporaryDirectory.path + "/payport-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try configuration.write(toFile: root + "/provider.yml", atomically: true, encoding: .utf8)
    let provider = try ProviderOfTest(root: root)
    _ = try await provider.daemon.line(containing: "payd: ready", on: .error)
    return provider
  }

  private init(root: String) throws {
    self.root = root
    daemon = try ChildProcess(
      BuiltPrograms.path("payd"),
      ["run", "--config", root + "/provider.yml", "--state", root + "/state", "--runtime", root + "/run"])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  func folder(_ name: String) throws -> String {
    let path = root + "/" + name
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return path
  }

  /// Does what the consumer asks of the owner and the network, until it prints its summary.
  func serve(_ consumer: ChildProcess) async throws -> JSONObject {
    while true {
      let line = try await consumer.line(within: .seconds(240)) { !$0.isEmpty }
      let event = try #require(try JSONValue(parsing: line).objectValue)
      switch event["event"]?.stringValue {
      case "pairing":
        let id = try #require(event["question_id"]?.stringValue)
        let code = try #require(event["code"]?.stringValue)
        try await owner(["approve", id, "--code", code, "--scopes", "receive,pay,balance"])
      case "please":
        try await owner(try #require(event["run"]?.arrayValue).compactMap(\.stringValue))
      case "summary":
        return event
      case "violation", "unavailable":
        Issue.record("\(event["what"]?.stringValue ?? line)\n\(consumer.lines(.error).joined(separator: "\n"))")
        return event
      default: break
      }
    }
  }

  private func owner(_ words: [String]) async throws {
    let result = try await ChildProcess.run(BuiltPrograms.path("payd"), words + folders)
    #expect(result.exit == .code(0), "payd \(words): \(result.error)")
  }
}
