import BuiltInWallets
import Cryptography
import JSON
import Ledger
import Logging
import MockWallet
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Supervision
import TestSupport
import Testing

@testable import Provider

/// Every method of the owner's socket has a function that answers it, and gets what it takes or nothing.
@Suite struct OwnerMethodTableTests {
  private static func withTable(
    madeUpMoney: Bool = true, _ body: (OwnerMethodTable) async throws -> Void
  ) async throws {
    let network = try MockNetwork()
    let wallets = madeUpMoney ? [CurrencyWallet(backend: try #require(network.wallet("LTC")))] : []
    let folder = try ScratchFolder()
    let parts = try ProviderParts.make(in: folder, wallets: wallets)
    let backup = BackupStaging(
      directories: PayportDirectories(runtime: folder.path + "/run", state: folder.path),
      configuration: nil, software: "test/1", clock: SystemWallClock())
    let reload = ConfigurationReload(nil, parts: parts, report: SupervisorReport(Supervisor(), parts.payments))
    let commands = OwnerCommands(
      parts: parts, reload: reload, backup: backup, daemons: DaemonDirectory(parts.core, pin: parts.pin, own: nil),
      url: "ws://127.0.0.1:1", ledger: folder.path,
      startedAt: Timestamp(milliseconds: 0))
    do {
      try await body(commands.table)
    } catch {
      await parts.core.ledger.close()
      throw error
    }
    await parts.core.ledger.close()
  }

  @Test func everyMethodIsAnsweredButTheOneThatGoesOnTelling() async throws {
    try await Self.withTable { table in
      let schemas = try OwnerSchemas(try PaymentsSchemas())
      #expect(table.names == Set(schemas.service.methods.keys).subtracting([WatchQuestions.name]))
    }
  }

  @Test func madeUpMoneyIsControlledOnlyWhereThereIsSome() async throws {
    try await Self.withTable(madeUpMoney: false) { table in
      guard case .failure(let failure) = await table.answer("mock", ["command": "mine", "count": 1]) else {
        Issue.record("mock was answered")
        return
      }
      #expect(failure.reason == .unavailable)
      #expect(failure.message.contains("no mock wallet"))
    }
  }

  @Test func paramsOfAnotherFormAreRefused() async throws {
    try await Self.withTable { table in
      for (method, params): (String, JSONValue) in [
        ("approve", [:]), ("approve", ["id": 5]), ("deny", ["id": "ord_1", "always": "yes"]), ("no.such", [:]),
        ("grant", ["app": "x", "scopes": ["everything"]]), ("approve", []),
      ] {
        guard case .failure(let failure) = await table.answer(method, params) else {
          Issue.record("\(method) was answered")
          continue
        }
        #expect(failure.reason == .usage, "\(method): \(failure)")
      }
    }
  }

  /// Each decision is noted with the way by which it came.
  @Test func aDecisionTellsItsWay() async throws {
    try await Self.withTable { table in
      let ways: [OwnerVoice] = [
        .atSocket([:]), .atSocket(["via": "console"]), .atSocket(["via": "standby me"]), .notice, .standby("payd2"),
      ]
      for (index, way) in ways.enumerated() {
        _ = try await table.answer(index.isMultiple(of: 2) ? "lock" : "unlock", [:], from: way).get()
      }
      let entries = try await table.answer("audit", [:]).get()["entries"]?.arrayValue ?? []
      #expect(
        entries.reversed().map { $0["detail"]?["via"]?.stringValue ?? "-" } == [
          "socket", "console", "socket", "desktop notice", "standby payd2",
        ])
    }
  }

  /// What a daemon that stands by passes on is answered only where the owner wants that, but for the status.
  @Test func questionsFromOtherDaemonsAreTheOwnersChoice() async throws {
    try await Self.withTable { table in
      func asked(_ method: String, _ answered: OwnerQuestions) async -> String {
        let question: JSONValue = ["method": .string(method), "params": [:]]
        let answer = await ForwardedQuestions.answer(question.encoded(), from: "payd2", with: table, answered)
        return String(decoding: answer, as: UTF8.self)
      }
      for method in table.names.subtracting(["status"]) {
        #expect(await asked(method, .local).contains("at_writer_only"), "\(method)")
      }
      #expect(await asked("status", .local).contains("\"result\""))
      #expect(await asked("lock", .forwarded).contains("\"result\""))
    }
  }

  @Test func answersAreOfTheFormThatTheirMethodHas() async throws {
    try await Self.withTable { table in
      let status = try await table.answer("status", [:]).get()
      #expect(try JSONValueDecoder().decode(GetProviderStatus.Result.self, from: status).url == "ws://127.0.0.1:1")
      #expect(try await table.answer("pin.status", [:]).get() == ["set": false])
      guard case .failure(let failure) = await table.answer("deny", ["id": "ord_1"]) else {
        Issue.record("there is no such question")
        return
      }
      #expect(failure.reason == .questionNotFound)
      #expect(!failure.message.contains("payd"))
    }
  }
}
