import JSON
import JSONRPC
package import RPCRuntime

extension ConnectionOptions {
  /// The bounds of an app's connection, made so that reading one message never keeps the other apps waiting for long.
  ///
  /// - Parameters:
  ///   - isApproved: whether the owner approved the app: one that is not may send little.
  ///   - allowance: what all connections of the app have together.
  ///   - inFlight: the most unanswered requests.
  package static func ofApp(isApproved: Bool, allowance: AppAllowance, inFlight: Int = 64) -> ConnectionOptions {
    var options = ConnectionOptions()
    options.peer.inFlight = inFlight
    options.peer.json.bytes = messageBytes(isApproved: isApproved)
    options.peer.json.values = isApproved ? 4096 : 1024
    // Keys cost nothing: each connection that is not approved has a small pace of its own.
    options.pace = isApproved ? allowance.reading : ReadingPace(perSecond: 20, burst: 40)
    return options
  }

  /// The largest message that is taken of an app, in bytes before encryption.
  package static func messageBytes(isApproved: Bool) -> Int { isApproved ? 1 << 20 : 64 << 10 }
}
