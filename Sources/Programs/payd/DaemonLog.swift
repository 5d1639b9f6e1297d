import ArgumentParser
import JSON
import Logging
import PaymentsModel
import Platform
import TerminalUI

/// Writes the daemon's log to standard error: one line for each event.
///
/// As text a line has the time in UTC, the level, the label, the message and the metadata. Where standard error is the
/// journal of systemd, which notes the time itself, it begins with the priority in the form `<5>` in their place. As
/// JSON each line is an object with the members `time` (RFC 3339 in UTC), `level`, `label`, `message`, and `metadata`,
/// whose members have types.
struct DaemonLog: LogHandler {
  /// How lines are written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let format: Format
  private let isJournal: Bool

  init(label: String, level: Logger.Level, format: Format, isJournal: Bool = Self.isJournal()) {
    self.label = label
    self.logLevel = level
    self.format = format
    self.isJournal = isJournal
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    // A closed standard error must not stop a daemon.
    try? Terminal.standard.write(line(event, at: SystemWallClock().now()) + "\n", to: .error)
  }

  /// Writes what a person who starts the daemon has to read at any level, such as that it is ready: as text it has neither
  /// time nor level.
  static func say(_ message: String, level: Logger.Level, _ format: Format) {
    let event = LogEvent(
      level: level, message: "\(message)", metadata: nil, source: nil, file: #fileID, function: #function, line: #line)
    let line =
      format == .text
      ? "payd: \(message)"
      : DaemonLog(label: "payd", level: level, format: format).line(event, at: SystemWallClock().now())
    try? Terminal.standard.write(line + "\n", to: .error)
  }

  /// The line of an event, without its end.
  func line(_ event: LogEvent, at now: Timestamp) -> String {
    let metadata =
      metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }
    switch format {
    case .json:
      var object: JSONObject = [
        "time": .string(now.text), "level": .string(event.level.rawValue), "label": .string(label),
        "message": .string("\(event.message)"),
      ]
      var members = JSONObject()
      for (name, value) in metadata { members[name] = Self.json(value) }
      if !metadata.isEmpty { object["metadata"] = .object(members) }
      return SafeJSON.text(JSONValue.object(object).text())
    case .text:
      let beginning = isJournal ? "<\(Self.priority(event.level))>" : "\(now.text) \(event.level.rawValue) \(label): "
      let rest = metadata.map { " \($0.key)=\(Self.quoted($0.value))" }.joined()
      return beginning + SafeText("\(event.message)\(rest)", limit: 4000).text
    }
  }

  private static func quoted(_ value: Logger.Metadata.Value) -> String {
    let text = "\(value)"
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D }
    return isPlain ? text : JSONValue.string(text).text()
  }

  /// A value with its type: numbers and truths are such where the caller gave them as such.
  private static func json(_ value: Logger.Metadata.Value) -> JSONValue {
    switch value {
    case .string(let text): return .string(text)
    case .array(let values): return .array(values.map(json))
    case .dictionary(let values):
      var members = JSONObject()
      for (name, value) in values.sorted(by: { $0.key < $1.key }) { members[name] = json(value) }
      return .object(members)
    case .stringConvertible(let value):
      if let truth = value as? Bool { return .bool(truth) }
      if let number = value as? any BinaryInteger { return .number(JSONNumber(Int64(clamping: number))) }
      return .string(value.description)
    }
  }

  /// The priority of a level in syslog(3).
  private static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }

  /// Whether standard error is the journal: systemd names the device and inode of what it connected.
  private static func isJournal() -> Bool {
    var status = stat()
    guard let stream = Terminal.standard.variable("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}
