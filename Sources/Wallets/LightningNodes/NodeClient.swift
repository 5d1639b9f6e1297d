import BitcoinWallet
import HTTPClient
import JSON
import LightningWallet
import Synchronization
import WalletBackend
import WalletHTTP

/// An answer of a node: a status of HTTP, and the JSON text in the body if it is one.
struct NodeReply: Sendable {
  let status: Int
  let value: JSONValue?
  /// The body as a text, if it is a short one that is no JSON.
  let word: String?
}

/// Makes calls to the HTTP interface of one node. What the node writes for people is never shown or understood: it can
/// contain addresses and amounts.
package final class NodeClient: Sendable {
  /// The node, as its owner is told of it.
  let endpoint: WalletEndpoint
  /// Whether the program has told that it is what the configuration says. It is reset when a connection is lost, because
  /// another program may use the port by then.
  let isKnown = Atomic(false)
  private let configuration: NodeConfiguration
  private let authentication: @Sendable (NodeCredential) throws(WalletProblem) -> HTTPAuthentication
  private let http: HTTPClient
  /// Attempts hang for minutes, and must not keep questions waiting. No connection of theirs is used twice, because libcurl
  /// would send an attempt again over a connection that turns out to be closed.
  private let paying: HTTPClient

  private static let responseLimit = 64 << 20
  /// After this an attempt is not waited for any more; what became of it is asked.
  private static let longestAttempt = Duration.seconds(3_600)

  /// - Parameter authentication: how the credential is shown to this kind of node.
  init(
    _ program: String, _ configuration: NodeConfiguration,
    authentication: @escaping @Sendable (NodeCredential, WalletEndpoint) throws(WalletProblem) -> HTTPAuthentication
  ) throws(BitcoinSetupError) {
    let endpoint = WalletEndpoint(program: program, url: configuration.url)
    self.endpoint = endpoint
    self.configuration = configuration
    self.authentication = { credential throws(WalletProblem) in try authentication(credential, endpoint) }
    http = try Self.client(configuration, connections: 4)
    paying = try Self.client(configuration, connections: LightningWallet.mostAttempts, keepsConnection: false)
  }

  private static func client(
    _ configuration: NodeConfiguration, connections: Int, keepsConnection: Bool = true
  ) throws(BitcoinSetupError) -> HTTPClient {
    do throws(HTTPError) {
      return try HTTPClient(
        url: configuration.url, certificates: configuration.certificates, responseLimit: responseLimit,
        allowRemote: configuration.allowRemote, connections: connections, keepsConnection: keepsConnection)
    } catch {
      switch error {
      case .remoteHost: throw .remoteHost
      case .invalidURL: throw .invalidURL
      default: throw .unusable
      }
    }
  }

  /// Makes a call and returns the answer, whatever its status is, and tells why there is none.
  ///
  /// - Parameter endsWithLine: whether the first line is the answer, and the node would tell more later.
  func ask(
    _ method: HTTPMethod, _ path: String, _ body: [UInt8] = [], endsWithLine: Bool = false
  ) async throws(WalletProblem) -> NodeReply {
    let credential = try authentication(configuration.credential)
    do throws(HTTPError) {
      let response = try await http.send(
        HTTPRequest(
          method, path: path, body: body, authentication: credential, timeout: configuration.timeout,
          endsWithLine: endsWithLine))
      return NodeReply(response)
    } catch {
      throw problem(error)
    }
  }

  /// Has the node pay, and returns when it has answered. It waits for that as long as a payment may take.
  ///
  /// - Throws: if the node may have begun and not told, or may be asked again since it was not there.
  /// - Returns: the answer; `nil` if the node lets nobody in with this credential, and so has not begun.
  func attempt(_ method: HTTPMethod, at path: String, _ body: [UInt8]) async throws(WalletError) -> NodeReply? {
    do throws(WalletProblem) {
      let credential = try authentication(configuration.credential)
      do throws(HTTPError) {
        return NodeReply(
          try await paying.send(
            HTTPRequest(method, path: path, body: body, authentication: credential, timeout: Self.longestAttempt)))
      } catch {
        if error == .unauthorized { return nil }
        throw problem(error)
      }
    } catch {
      throw error.error
    }
  }

  private func problem(_ error: HTTPError) -> WalletProblem {
    if error.mayMeanAnotherProgram { isKnown.store(false, ordering: .releasing) }
    return WalletProblem(error, endpoint)
  }
}

extension NodeReply {
  fileprivate init(_ response: HTTPResponse) {
    let limits = JSONLimits(depth: 64, bytes: 64 << 20)
    let value = try? JSONValue(parsing: response.body, limits: limits)
    let word = value == nil && response.body.count <= 64 ? String(decoding: response.body, as: UTF8.self) : nil
    self.init(status: response.status, value: value, word: word)
  }
}
