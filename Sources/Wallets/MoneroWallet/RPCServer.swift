import HTTPClient
import JSON
import WalletBackend

/// One of the two programs, called over one connection, one call after another: the login belongs to the connection,
/// and `monero-wallet-rpc` has one thread.
final class RPCServer: Sendable {
  /// What was answered.
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

  /// A JSON-RPC call, made once more where the first failed as the first after a restart of the daemon does.
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

  /// Posts to one of the paths of `monerod` that are no JSON-RPC.
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
    // Errors come with status 200 too.
    let limits = JSONLimits(depth: 64, bytes: Self.responseLimit)
    guard response.status == 200, let value = try? JSONValue(parsing: response.body, limits: limits) else {
      throw .protocolViolation(code: nil)
    }
    return value
  }
}
