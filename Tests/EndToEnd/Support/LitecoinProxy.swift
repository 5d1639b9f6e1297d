import Dispatch
import JSON
import Synchronization
import TestSupport

/// The instructions for a proxy.
private struct ProxyOrders {
  /// The method whose next call is held.
  var toHold: String?
  var held: DispatchSemaphore?
  var isRefusing = false
  /// The transactions that are always refused.
  var refused: Set<String> = []
  /// The number of answers for each method.
  var answered: [String: Int] = [:]
}

/// A proxy between a program under test and a real `litecoind`. It passes calls on, and can hold a call or refuse a
/// transaction.
final class LitecoinProxy: Sendable {
  private let calls: ProxyCalls
  private let server: ScriptedServer
  /// The URL of the proxy.
  var url: String { server.url }

  init(_ litecoin: LitecoinRegtest) throws {
    let calls = ProxyCalls(litecoin)
    self.calls = calls
    server = try ScriptedServer { [calls] request in [calls.answer(request)] }
  }

  deinit { server.stop() }

  /// Holds the next call of a method before the daemon gets it.
  func hold(_ method: String) { calls.state.withLock { $0.toHold = method } }

  /// Waits until the call is held.
  func untilHeld() async throws {
    _ = try await eventually("a call is held") { self.calls.state.withLock { $0.held == nil } ? nil : true }
  }

  /// Passes the held call on. The daemon carries it out even if nobody waits for the answer any more.
  func letGo() {
    calls.state.withLock { state in
      state.held?.signal()
      state.held = nil
    }
  }

  /// Returns the number of answers for a method so far.
  func count(_ method: String) -> Int { calls.state.withLock { $0.answered[method, default: 0] } }

  /// Refuses transactions from now on, as a node does for a low fee. Each of them stays refused until ``forgive()``.
  func refuseTransactions(_ isRefusing: Bool) { calls.state.withLock { $0.isRefusing = isRefusing } }

  /// Whether a transaction was refused since ``forgive()``.
  var hasRefused: Bool { calls.state.withLock { !$0.refused.isEmpty } }

  /// Accepts all transactions again, including those that were refused.
  func forgive() {
    calls.state.withLock { state in
      state.isRefusing = false
      state.refused = []
    }
  }
}

/// Answers the calls to the proxy.
private final class ProxyCalls: Sendable {
  let state = Mutex(ProxyOrders())
  private let litecoin: LitecoinRegtest

  init(_ litecoin: LitecoinRegtest) { self.litecoin = litecoin }

  /// Answers a call. It runs on the thread of the connection, which may block.
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
    // All calls share one connection to the daemon, which a call that waits for a block would occupy.
    if method.hasPrefix("waitfor") { return Self.failure(id, code: -32601, message: "Method not found") }
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
        // The daemon is gone, so the connection is closed.
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
