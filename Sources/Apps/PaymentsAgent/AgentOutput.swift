import JSON
import JSONLines
import JSONRPC

/// Writes notifications to the app.
struct AgentOutput: Sendable {
  let writer: LineWriter

  /// Writes a notification, once the app has read what was written before it.
  func tell(_ notification: AgentNotification, _ params: JSONObject) async {
    await writer.write(MessageEncoder.request(method: notification.rawValue, params: .value(.object(params)), id: nil))
  }
}
