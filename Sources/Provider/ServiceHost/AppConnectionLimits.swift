import JSON
import JSONRPC
package import RPCRuntime

extension ConnectionOptions {
  /// Returns the limits of an app's connection. They are chosen so that reading a message never delays other apps for
  /// long.
  ///
  /// - Parameters:
  ///   - isApproved: Whether the owner approved the app. An app that is not approved may send only little.
  ///   - allowance: The allowance that all connections of the app share.
  ///   - inFlight: The largest number of unanswered requests.
  package static func ofApp(isApproved: Bool, allowance: AppAllowance, inFlight: Int = 64) -> ConnectionOptions {
    var options = ConnectionOptions()
    options.peer.inFlight = inFlight
    options.peer.json.bytes = messageBytes(isApproved: isApproved)
    options.peer.json.values = isApproved ? 4096 : 1024
    // A program can create any number of keys. Each connection that is not approved therefore has a low rate of its
    // own, instead of an allowance for its key.
    options.pace = isApproved ? allowance.reading : ReadingPace(perSecond: 20, burst: 40)
    return options
  }

  /// Returns the largest size of a message from an app, in bytes before encryption.
  package static func messageBytes(isApproved: Bool) -> Int { isApproved ? 1 << 20 : 64 << 10 }
}
