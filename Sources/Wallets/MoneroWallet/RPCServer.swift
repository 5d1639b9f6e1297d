import HTTPClient
import JSON
import WalletBackend
import WalletHTTP

/// Makes calls to one of the two programs, one after another over one connection. The login belongs to the connection,
/// and `monero-wallet-rpc` has only one thread.
final class RPCServer: Sendable {
  /// The answer to a call.
  enum Reply: Sendable {
    case result(JSONValue)
    case failure(RPCFailure)
  }

  /// The program, as its owner is told of it.
  let endpoint: WalletEndpoint
  private let http: HTTPClient
  private let names = CallNames()
  private let authentication: HTTPAuthentication
  private let timeout: Duration

  private static let responseLimit = 64 << 20

  /// - Parameter program: the name of the program at the URL.
  init(
    _ program: String, at url: String, configuration: MoneroWalletConfiguration, login: Bool
  ) throws(MoneroSetupError) {
    endpoint = WalletEndpoint(program: program, url: url)
    do throws(HTTPError) {
      http = try HTTPClient(
        url: url, responseLimit: Self.responseLimit, allowRemote: configuration.allowRemote)
    } catch {
      switch error {
      case .remoteHost: throw .remoteHost(url)
      case .invalidURL: throw .invalidURL(url)
      default: throw .unusable
      }
    }
    authentication =
      if login, let login = configuration.login {
        .digest(user: login.user, password: login.password)
      } else {
        .none
      }
    timeout = configuration.timeout
  }

  /// Makes a JSON-RPC call. It is repeated once if it fails like the first call after a restart of the daemon.
  func call(_ method: String, _ parameters: JSONValue) async throws(WalletError) -> Reply {
    do throws(WalletProblem) { return try await ask(method, parameters) } catch { throw error.error }
  }

  /// Makes the same call as ``call(_:_:)``, and tells why there is no answer.
  func ask(_ method: String, _ parameters: JSONValue = [:]) async throws(WalletProblem) -> Reply {
    let reply = try await askOnce(method, parameters)
    guard case .failure(let failure) = reply, failure.mayPass else { return reply }
    return try await askOnce(method, parameters)
  }

  private func askOnce(_ method: String, _ parameters: JSONValue) async throws(WalletProblem) -> Reply {
    let name = names.next(method)
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .string(name), "method": .string(method), "params": parameters,
    ]
    let answer = try await send("/json_rpc", request)
    guard answer["id"]?.stringValue == name else { throw .notUnderstood(code: nil, endpoint) }
    if let error = answer["error"], !error.isNull {
      guard let code: Int = error["code"]?.integerValue() else { throw .notUnderstood(code: nil, endpoint) }
      return .failure(RPCFailure(code: code, message: error["message"]?.stringValue ?? ""))
    }
    guard let result = answer["result"] else { throw .notUnderstood(code: nil, endpoint) }
    return .result(result)
  }

  /// Posts to a path of `monerod` that does not use JSON-RPC.
  func post(_ path: String, _ body: JSONValue) async throws(WalletError) -> JSONValue {
    do throws(WalletProblem) { return try await send(path, body) } catch { throw error.error }
  }

  private func send(_ path: String, _ body: JSONValue) async throws(WalletProblem) -> JSONValue {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await http.send(
        HTTPRequest(path: path, body: body.encoded(), authentication: authentication, timeout: timeout))
    } catch {
      throw WalletProblem(error, endpoint)
    }
    // Errors also come with status 200.
    let limits = JSONLimits(depth: 64, bytes: Self.responseLimit)
    guard response.status == 200, let value = try? JSONValue(parsing: response.body, limits: limits) else {
      throw .notUnderstood(code: nil, endpoint)
    }
    return value
  }
}
