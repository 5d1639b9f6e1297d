import HTTPClient
import JSON
import PaymentsModel
import Synchronization
import WalletBackend
import WalletHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes calls to one daemon, over a few connections.
final class DaemonRPC: Sendable {
  /// The addressee of a call.
  enum Target: Sendable {
    case node, wallet
  }

  /// The daemon's answer.
  enum Reply: Sendable {
    case result(JSONValue)
    case failure(DaemonFailure)
  }

  let configuration: BitcoinWalletConfiguration
  /// The daemon, as its owner is told of it.
  let endpoint: WalletEndpoint
  private let http: HTTPClient
  /// The connection of calls that wait for something. It does not stay open after a call, because a daemon that is
  /// stopped would wait for it.
  private let waiting: HTTPClient
  private let walletPath: String
  private let names = CallNames()
  /// Whether the daemon has reported the expected chain. It is reset when the connection is lost, because another
  /// daemon may then use the port.
  private let isChainKnown = Atomic(false)
  /// Whether the daemon has reported a version and a currency that fit. It is reset like ``isChainKnown``.
  private let isProgramKnown = Atomic(false)

  init(_ configuration: BitcoinWalletConfiguration) throws(BitcoinSetupError) {
    self.configuration = configuration
    endpoint = WalletEndpoint(program: configuration.family.daemon, url: configuration.url)
    do throws(HTTPError) {
      http = try HTTPClient(
        url: configuration.url, responseLimit: Self.responseLimit, allowRemote: configuration.allowRemote,
        connections: Self.connections)
      waiting = try HTTPClient(
        url: configuration.url, responseLimit: Self.responseLimit, allowRemote: configuration.allowRemote,
        keepsConnection: false)
    } catch {
      switch error {
      case .remoteHost: throw .remoteHost
      case .invalidURL: throw .invalidURL
      default: throw .unusable
      }
    }
    walletPath = configuration.wallet.map { "/wallet/" + Self.escape($0) } ?? ""
  }

  private static let responseLimit = 64 << 20
  /// The daemon serves four requests at the same time unless it is configured otherwise.
  private static let connections = 4

  /// Makes a call and returns its result. An error of the daemon is thrown as a wallet error.
  func result(
    _ method: String, _ parameters: [JSONValue] = [], on target: Target = .wallet
  ) async throws(WalletError) -> JSONValue {
    switch try await call(method, parameters, on: target) {
    case .result(let value): return value
    case .failure(let failure): throw failure.walletError
    }
  }

  /// Makes a call after it is certain that the daemon is on the expected chain.
  func call(
    _ method: String, _ parameters: [JSONValue] = [], on target: Target = .wallet
  ) async throws(WalletError) -> Reply {
    try await checkChain()
    do throws(WalletProblem) {
      return try await send(method, parameters, to: target)
    } catch {
      throw error.error
    }
  }

  /// Makes a call that the daemon answers only when something has happened, or after a time that the call names. It does
  /// not delay other calls.
  ///
  /// - Parameter timeout: how long to wait for the answer, which is longer than the time that the call names.
  func wait(_ method: String, _ parameters: [JSONValue], timeout: Duration) async throws(WalletError) -> Reply {
    try await checkChain()
    do throws(WalletProblem) {
      return try await send(method, parameters, to: .node, over: waiting, timeout: timeout)
    } catch {
      throw error.error
    }
  }

  /// Makes a call whatever the chain of the daemon is, and tells why there is no answer.
  func ask(
    _ method: String, _ parameters: [JSONValue] = [], on target: Target
  ) async throws(WalletProblem) -> Reply {
    try await send(method, parameters, to: target)
  }

  /// Checks by a call, the first time that it is asked, whether the program is one that the wallet was written for.
  ///
  /// - Parameter check: throws what is wrong with the answer to `getnetworkinfo`.
  func checkProgram(_ check: (JSONValue) throws(WalletProblem) -> Void) async throws(WalletProblem) {
    guard !isProgramKnown.load(ordering: .acquiring) else { return }
    do throws(WalletProblem) {
      if case .result(let info) = try await send("getnetworkinfo", [], to: .node) { try check(info) }
    } catch {
      // A daemon that does not tell, as where its user may make certain calls only, is taken as it is.
      switch error {
      case .forbidden, .notUnderstood: break
      default: throw error
      }
    }
    isProgramKnown.store(true, ordering: .releasing)
  }

  private func checkChain() async throws(WalletError) {
    guard !isChainKnown.load(ordering: .acquiring) else { return }
    guard try await chain() == configuration.chain.rawValue else { throw .protocolViolation(code: nil) }
    isChainKnown.store(true, ordering: .releasing)
  }

  /// Returns the chain that the daemon is on.
  private func chain() async throws(WalletError) -> String {
    let reply: Reply
    do throws(WalletProblem) { reply = try await send("getblockchaininfo", [], to: .node) } catch { throw error.error }
    switch reply {
    case .failure(let failure): throw failure.walletError
    case .result(let value):
      guard let chain = value["chain"]?.stringValue else { throw .protocolViolation(code: nil) }
      return chain
    }
  }

  private func send(
    _ method: String, _ parameters: [JSONValue], to target: Target, over connections: HTTPClient? = nil,
    timeout: Duration? = nil
  ) async throws(WalletProblem) -> Reply {
    let name = names.next(method)
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("jsonrpc")
    writer.string("1.0")
    writer.name("id")
    writer.string(name)
    writer.name("method")
    writer.string(method)
    writer.name("params")
    writer.value(.array(parameters))
    writer.endObject()
    let request = HTTPRequest(
      path: target == .wallet ? walletPath : "", body: writer.bytes, authentication: try authentication(),
      timeout: timeout ?? configuration.timeout)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await (connections ?? http).send(request)
    } catch {
      if error.mayMeanAnotherProgram { forget() }
      throw WalletProblem(error, endpoint)
    }
    return try parse(response, id: name)
  }

  /// Forgets what the daemon has reported, because another one may use the port by now.
  private func forget() {
    isChainKnown.store(false, ordering: .releasing)
    isProgramKnown.store(false, ordering: .releasing)
  }

  /// Parses an answer. Errors come with HTTP status 500 or 404 and a JSON body; 403 and 503 have no body.
  private func parse(_ response: HTTPResponse, id: String) throws(WalletProblem) -> Reply {
    if response.status == 403 { throw .forbidden(endpoint) }
    if response.status == 503 { throw .overloaded(endpoint) }
    let limits = JSONLimits(depth: 64, bytes: Self.responseLimit)
    guard let value = try? JSONValue(parsing: response.body, limits: limits), value["id"]?.stringValue == id else {
      throw .notUnderstood(code: nil, endpoint)
    }
    if let error = value["error"], !error.isNull {
      guard let code: Int = error["code"]?.integerValue() else { throw .notUnderstood(code: nil, endpoint) }
      return .failure(DaemonFailure(code: code, message: error["message"]?.stringValue ?? ""))
    }
    guard response.status == 200, let result = value["result"] else { throw .notUnderstood(code: nil, endpoint) }
    return .result(result)
  }

  private func authentication() throws(WalletProblem) -> HTTPAuthentication {
    switch configuration.credentials {
    case .password(let user, let password):
      return .basic(user: user, password: password)
    case .cookieFile(let path):
      // Without a cookie file there is no running daemon, because the daemon removes the file when it ends.
      guard let text = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8),
        let colon = text.unicodeScalars.firstIndex(of: ":")
      else {
        forget()
        throw .noCookie(path: path, endpoint)
      }
      let password = text[colon...].unicodeScalars.dropFirst().prefix { $0 != "\n" && $0 != "\r" }
      return .basic(user: String(text[..<colon]), password: String(password))
    }
  }

  /// Percent-encodes all but the unreserved characters of RFC 3986, so that a name becomes one path segment.
  private static func escape(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
