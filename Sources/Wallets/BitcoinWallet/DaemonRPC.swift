import HTTPClient
import JSON
import PaymentsModel
import Synchronization
import WalletBackend

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
  private let http: HTTPClient
  private let walletPath: String
  /// Whether the daemon has reported the expected chain. It is reset when the connection is lost, because another
  /// daemon may then use the port.
  private let isChainKnown = Atomic(false)

  init(_ configuration: BitcoinWalletConfiguration) throws(BitcoinSetupError) {
    self.configuration = configuration
    do throws(HTTPError) {
      http = try HTTPClient(
        url: configuration.url, responseLimit: Self.responseLimit, allowRemote: configuration.allowRemote,
        connections: Self.connections)
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
    if !isChainKnown.load(ordering: .acquiring) {
      guard try await chain() == configuration.chain.rawValue else { throw .protocolViolation(code: nil) }
      isChainKnown.store(true, ordering: .releasing)
    }
    return try await send(method, parameters, target)
  }

  /// Returns the chain that the daemon is on.
  func chain() async throws(WalletError) -> String {
    switch try await send("getblockchaininfo", [], .node) {
    case .failure(let failure): throw failure.walletError
    case .result(let value):
      guard let chain = value["chain"]?.stringValue else { throw .protocolViolation(code: nil) }
      return chain
    }
  }

  private func send(_ method: String, _ parameters: [JSONValue], _ target: Target) async throws(WalletError) -> Reply {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("jsonrpc")
    writer.string("1.0")
    writer.name("id")
    writer.string(method)
    writer.name("method")
    writer.string(method)
    writer.name("params")
    writer.value(.array(parameters))
    writer.endObject()
    let request = HTTPRequest(
      path: target == .wallet ? walletPath : "", body: writer.bytes, authentication: try authentication(),
      timeout: configuration.timeout)
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await http.post(request)
    } catch {
      switch error {
      case .notConnected, .connectionLost, .unusable, .invalidURL, .remoteHost:
        isChainKnown.store(false, ordering: .releasing)
        throw .unavailable
      case .timeout, .cancelled: throw .timeout
      case .unauthorized: throw .unauthorized
      case .tooLarge, .malformedAnswer: throw .protocolViolation(code: nil)
      }
    }
    return try Self.parse(response, id: method)
  }

  /// Parses an answer. Errors come with HTTP status 500 or 404 and a JSON body; 403 and 503 have no body.
  private static func parse(_ response: HTTPResponse, id: String) throws(WalletError) -> Reply {
    if response.status == 403 { throw .unauthorized }
    if response.status == 503 { throw .unavailable }
    let limits = JSONLimits(depth: 64, bytes: responseLimit)
    guard let value = try? JSONValue(parsing: response.body, limits: limits), value["id"]?.stringValue == id else {
      throw .protocolViolation(code: nil)
    }
    if let error = value["error"], !error.isNull {
      guard let code: Int = error["code"]?.integerValue() else { throw .protocolViolation(code: nil) }
      return .failure(DaemonFailure(code: code, message: error["message"]?.stringValue ?? ""))
    }
    guard response.status == 200, let result = value["result"] else { throw .protocolViolation(code: nil) }
    return .result(result)
  }

  private func authentication() throws(WalletError) -> HTTPAuthentication {
    switch configuration.credentials {
    case .password(let user, let password):
      return .basic(user: user, password: password)
    case .cookieFile(let path):
      // Without a cookie file there is no running daemon, because the daemon removes the file when it ends.
      guard let text = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8),
        let colon = text.unicodeScalars.firstIndex(of: ":")
      else { throw .unavailable }
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
