import Dispatch
import JSON
import Synchronization
import TestSupport

/// What a proxy is to do with the calls that come.
private struct ProxyOrders {
  /// The method whose next call is held.
  var toHold: String?
  var held: DispatchSemaphore?
  var isRefusing = false
  /// The transactions that are refused for good.
  var refused: Set<String> = []
  /// How often each method was answered.
  var answered: [String: Int] = [:]
}

/// Stands between a program of ours and a real `litecoind`: hands calls on, and holds one or refuses to take a
/// transaction where a test wants that.
final class LitecoinProxy: Sendable {
  private let calls: ProxyCalls
  private let server: ScriptedServer
  /// Its URL.
  var url: String { server.url }

  init(_ litecoin: LitecoinRegtest) throws {
    let calls = ProxyCalls(litecoin)
    self.calls = calls
    server = try ScriptedServer { [calls] request in [calls.answer(request)] }
  }

  deinit { server.stop() }

  /// Holds the next call of a method before the daemon hears of it.
  func hold(_ method: String) { calls.state.withLock { $0.toHold = method } }

  /// Returns once the call is held.
  func untilHeld() async throws {
    _ = try await eventually("a call is held") { self.calls.state.withLock { $0.held == nil } ? nil : true }
  }

  /// Lets it go on: the daemon takes it, whoever still waits for the answer.
  func letGo() {
    calls.state.withLock { state in
      state.held?.signal()
      state.held = nil
    }
  }

  /// How often a method was answered by now.
  func count(_ method: String) -> Int { calls.state.withLock { $0.answered[method, default: 0] } }

  /// Refuses transactions from now on, as a node whose fee is too low; each of them until ``forgive()``.
  func refuseTransactions(_ isRefusing: Bool) { calls.state.withLock { $0.isRefusing = isRefusing } }

  /// Whether a transaction was refused since ``forgive()``.
  var hasRefused: Bool { calls.state.withLock { !$0.refused.isEmpty } }

  /// Takes what was refused too.
  func forgive() {
    calls.state.withLock { state in
      state.isRefusing = false
      state.refused = []
    }
  }
}

/// Answers calls in the daemon's place.
private final class ProxyCalls: Sendable {
  let state = Mutex(ProxyOrders())
  private let litecoin: LitecoinRegtest

  init(_ litecoin: LitecoinRegtest) { self.litecoin = litecoin }

  /// On the thread of the connection, which may wait.
  func answer(_ request: ScriptedServer.Request) -> ScriptedServer.Step {
    guard let call = try? JSONValue(parsing: request.body), let method = call["method"]?.stringValue,
      let id = call["id"]?.text()
    else { return .close }
    let parameters = call["params"]?.arrayValue ?? []
    let held = state.withLock { state -> DispatchSemaphore? in
      guard state.toHold == method else { return nil }
      state.toHold = nil
      state.held = DispatchSemaphore(value: 0)
      return state.held
    }
    held?.wait()
    if method == "sendrawtransaction", isRefused(parameters.first?.stringValue ?? "") {
      return Self.failure(id, code: -26, message: "min relay fee not met")
    }
    let path = request.line.split(separator: " ").dropFirst().first ?? ""
    let wallet = path.hasPrefix("/wallet/") ? String(path.dropFirst("/wallet/".count)) : nil
    defer { state.withLock { $0.answered[method, default: 0] += 1 } }
    return handOn(method, parameters, wallet, id)
  }

  private func isRefused(_ transaction: String) -> Bool {
    state.withLock { state in
      if state.isRefusing { state.refused.insert(transaction) }
      return state.refused.contains(transaction)
    }
  }

  private func handOn(_ method: String, _ parameters: [JSONValue], _ wallet: String?, _ id: String)
    -> ScriptedServer.Step
  {
    let done = DispatchSemaphore(value: 0)
    let step = Mutex(ScriptedServer.Step.close)
    let litecoin = litecoin
    Task {
      do {
        let value = try await litecoin.rpc(method, parameters, wallet: wallet)
        step.withLock { $0 = .answer(#"{"result":\#(value.text()),"error":null,"id":\#(id)}"#) }
      } catch RegtestError.answered(_, let code, let message) {
        step.withLock { $0 = Self.failure(id, code: code, message: message) }
      } catch {
        // The daemon is gone: so is the connection.
      }
      done.signal()
    }
    done.wait()
    return step.withLock { $0 }
  }

  private static func failure(_ id: String, code: Int, message: String) -> ScriptedServer.Step {
    let error: JSONValue = ["code": .integer(code), "message": .string(message)]
    return .answer(
      #"{"result":null,"error":\#(error.text()),"id":\#(id)}"#, status: "500 Internal Server Error")
  }
}
