import Consumer
import JSON
import JSONRPC
import PaymentsAPI
import PaymentsModel

/// The app that has said hello, and what is done for it.
actor AgentApp {
  private let client: PaymentsClient
  private let wallet: AgentWallet
  private let events: AgentEvents
  private let schemas: PaymentsAgentSchemas
  private let directories: PayportDirectories
  private var watching: Task<Void, Never>?
  private var delivering: Task<Void, Never>?

  init(
    client: PaymentsClient, schemas: PaymentsAgentSchemas, directories: PayportDirectories, output: AgentOutput
  ) {
    self.client = client
    self.schemas = schemas
    self.directories = directories
    let wallet = AgentWallet(client: client, output: output)
    self.wallet = wallet
    events = AgentEvents(client: client, wallet: wallet, output: output)
  }

  /// Opens the app's files, and returns the requests that no answer has come to, as `hello` answers them.
  ///
  /// - Throws: `AppStateError`.
  func open() async throws -> JSONValue {
    var unfinished: [JSONValue] = []
    for request in try await client.unfinishedRequests() {
      var entry: JSONObject = [
        "method": .string(request.method), "request_id": .string(request.requestID.text),
        "made_at": .string(request.madeAt.text),
      ]
      entry["name"] = try await client.name(of: request.requestID).map(JSONValue.string)
      unfinished.append(.object(entry))
    }
    return .array(unfinished)
  }

  /// Begins to keep the connection up, unless that was begun.
  func begin() {
    if watching == nil { watching = Task { await wallet.run() } }
  }

  /// Ends what goes on by itself. Calls that are under way go on.
  func end() {
    watching?.cancel()
    delivering?.cancel()
  }

  /// Closes the connection.
  func close() async { await client.close() }

  /// Carries out one of the agent's own methods, whose params the schema has checked.
  func answer(_ method: AgentMethod, _ params: JSONObject) async throws -> JSONValue {
    switch method {
    case .hello: throw AgentRefusal.helloAgain
    case .retry: await wallet.retry()
    case .forgetProvider:
      let name = params["provider"]?.stringValue ?? ""
      try await KnownProviders(appID: client.manifest.appID, directories: directories).forget(name)
    case .subscribeEvents: try await subscribe()
    case .acknowledge:
      guard let cursor = params["cursor"]?.stringValue.flatMap({ EventCursor($0) }) else {
        throw PaymentsFailure(.invalidParams, pointer: "/cursor", rule: "cursor")
      }
      try await events.acknowledge(cursor)
    case .waitForInvoice: return try await wait(.invoice, params)
    case .waitForPaymentOrder: return try await wait(.paymentOrder, params)
    }
    return [:]
  }

  /// Passes a method on to the wallet.
  func pass(_ method: String, _ params: JSONObject, as kind: WalletMethod) async throws -> JSONValue {
    var params = params
    let wait = Duration.milliseconds(params["wait_ms"]?.integerValue(as: Int.self).map { min(max(0, $0), 60_000) } ?? 0)
    switch kind {
    case .plain: break
    case .looking: params = try await identified(params)
    case .changing:
      guard let name = params["name"]?.stringValue else {
        guard params["request_id"] == nil else { break }
        // Without a name of its own, an app could not find a payment again after a crash.
        guard method != SubmitPaymentOrder.name else { throw AgentRefusal.nameMissing }
        return try await unnamed(method, params, wait: wait)
      }
      guard params["request_id"] == nil else { throw AgentRefusal.twoNames }
      params["name"] = nil
      return try await client.request(method, params, named: name)
    }
    return try await client.request(method, params, wait: wait)
  }

  /// Makes a request that changes something and that the app could not repeat, since it gave neither a name nor an identifier.
  private func unnamed(_ method: String, _ params: JSONObject, wait: Duration) async throws -> JSONValue {
    let requestID = PaymentRequestID.random()
    var params = params
    params["request_id"] = .string(requestID.text)
    do {
      return try await client.request(method, params, wait: wait)
    } catch {
      // What is still written down may have been done. Files that cannot be read prove nothing.
      guard (try? await client.isUnfinished(requestID)) == false else { throw UnknownOutcome(error: error) }
      throw error
    }
  }

  /// Whether what was asked for may have been done although there is an error.
  func isOpen(_ params: JSONObject) async -> Bool {
    // What was answered under an identifier of the app's own is not kept.
    guard let name = params["name"]?.stringValue else { return params["request_id"] != nil }
    do {
      return try await client.mayBeDone(named: name)
    } catch {
      // Files that cannot be read prove nothing.
      return true
    }
  }

  /// Replaces the app's own name of a request by its identifier.
  private func identified(_ params: JSONObject) async throws -> JSONObject {
    guard let name = params["name"]?.stringValue else { return params }
    guard params["request_id"] == nil else { throw AgentRefusal.twoNames }
    var params = params
    params["name"] = nil
    params["request_id"] = .string(try await client.requestID(named: name).text)
    return params
  }

  private func wait(_ wait: AgentWait, _ params: JSONObject) async throws -> JSONValue {
    var object = try await identified(params)
    let limit = object["timeout_ms"]?.integerValue(as: Int.self)
    object["timeout_ms"] = nil
    return try await wait.result(of: object, on: client, atMost: limit.map { .milliseconds($0) })
  }

  private func subscribe() async throws {
    guard delivering == nil else { return }
    // The agent before this one may still be ending.
    for _ in 0..<100 {
      if try await client.claimEvents() {
        if delivering == nil { delivering = Task { await events.run() } }
        return
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw AgentRefusal.eventsInUse
  }
}

/// An error after which nobody knows whether the request was carried out, where the app's params do not tell.
struct UnknownOutcome: Error {
  let error: any Error
}
