import HTTPClient
import JSON
import WalletBackend

/// Makes calls to one of the two programs, one after another over one connection. The login belongs to the connection,
/// and `monero-wallet-rpc` has only one thread.
final class RPCServer: Sendable {
  /// The answer to a call.
  enum Reply: Sendable {
    case result(JSONValue)
    case failure(RPCFailure)
  }

  private let http: HTTPClient
  private let authentication: HTTPAuthentication
  private let timeout: Duration

  private static let responseLimit = 64 << 20

  init(_ url: String, _ configuration: MoneroWalletConfiguration, login: Bool) throws(MoneroSetupError) {
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
    let reply = try await callOnce(method, parameters)
    guard case .failure(let failure) = reply, failure.mayPass else { return reply }
    return try await callOnce(method, parameters)
  }

  private func callOnce(_ method: String, _ parameters: JSONValue) async throws(WalletError) -> Reply {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .string(method), "method": .string(method), "params": parameters,
    ]
    let answer = try await post("/json_rpc", request)
    guard answer["id"]?.stringValue == method else { throw .protocolViolation(code: nil) }
    if let error = answer["error"], !error.isNull {
      let code: Int = try error.integer("code")
      return .failure(RPCFailure(code: code, message: error["message"]?.stringValue ?? ""))
    }
    return .result(try answer.member("result"))
  }

  /// Posts to a path of `monerod` that does not use JSON-RPC.
  func post(_ path: String, _ body: JSONValue) async throws(WalletError) -> JSONValue {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await http.post(
        HTTPRequest(path: path, body: body.encoded(), authentication: authentication, timeout: timeout))
    } catch {
      switch error {
      case .notConnected, .connectionLost, .unusable, .invalidURL, .remoteHost: throw .unavailable
      case .timeout, .cancelled: throw .timeout
      case .unauthorized: throw .unauthorized
      case .tooLarge, .malformedAnswer: throw .protocolViolation(code: nil)
      }
    }
    // Errors also come with status 200.
    let limits = JSONLimits(depth: 64, bytes: Self.responseLimit)
    guard response.status == 200, let value = try? JSONValue(parsing: response.body, limits: limits) else {
      throw .protocolViolation(code: nil)
    }
    return value
  }
}
