import Logging

/// What a daemon logs, told in the story.
struct StoryLog: LogHandler {
  let tell: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .warning

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    tell(([event.message.description] + details).joined(separator: ", "))
  }
}
