import TestSupport

/// Runs a test with a daemon and an app that is paired with it.
func withPairedApp(
  _ yaml: String = Configurations.mock(), scopes: String = "receive,pay,balance",
  _ body: (_ daemon: Daemon, _ app: Client) async throws -> Void
) async throws {
  try await Daemon.with(yaml) { daemon in
    let app = try Client(daemon.runtime)
    try await app.pair(with: daemon, scopes: scopes)
    try await body(daemon, app)
  }
}
