import Platform

/// Where both sides keep and find their files.
///
/// On Linux by the XDG base directory specification: `$XDG_RUNTIME_DIR/payport`, `$XDG_STATE_HOME/payport` and
/// `$XDG_CONFIG_HOME/payport`, with `~/.cache/payport/run`, `~/.local/state/payport` and `~/.config/payport` where the
/// variable is unset or, as the specification wants, not absolute. On macOS below `~/Library/Application
/// Support/payport`. `PAYPORT_RUNTIME` and `PAYPORT_STATE` name a folder as it is and win over both.
public struct PayportDirectories: Sendable, Hashable {
  /// What lives as long as a run of the provider: the discovery files and the owner's socket.
  public var runtime: String
  /// What must survive: keys, the ledger, the consumer's journal.
  public var state: String
  /// What the owner edits.
  public var configuration: String

  /// Three folders, given.
  public init(runtime: String, state: String, configuration: String) {
    self.runtime = runtime
    self.state = state
    self.configuration = configuration
  }

  /// The folders of this process.
  ///
  /// - Parameters:
  ///   - runtime: a folder that the user named, such as by `--runtime`; it wins over the environment.
  ///   - state: the same for `--state`.
  ///   - environment: the value of a variable; by default that of the process.
  public init(
    runtime: String? = nil, state: String? = nil,
    environment: (String) -> String? = PayportDirectories.environmentVariable
  ) {
    func absolute(_ name: String) -> String? { environment(name).flatMap { $0.utf8.starts(with: "/".utf8) ? $0 : nil } }
    func named(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let home = absolute("HOME") ?? Self.homeOfUser
    #if os(macOS)
      let support = home + "/Library/Application Support/payport"
      let defaults = (runtime: support + "/run", state: support + "/state", configuration: support)
    #else
      let defaults = (
        runtime: absolute("XDG_RUNTIME_DIR").map { $0 + "/payport" } ?? home + "/.cache/payport/run",
        state: (absolute("XDG_STATE_HOME") ?? home + "/.local/state") + "/payport",
        configuration: (absolute("XDG_CONFIG_HOME") ?? home + "/.config") + "/payport"
      )
    #endif
    self.runtime = runtime ?? named("PAYPORT_RUNTIME") ?? defaults.runtime
    self.state = state ?? named("PAYPORT_STATE") ?? defaults.state
    configuration = defaults.configuration
  }

  /// The folder of the discovery files.
  public var providers: String { runtime + "/providers" }

  /// The folder in which chat relays publish themselves.
  public var relays: String { runtime + "/relays" }

  /// The folder of one app's key, pins and journal.
  public func consumer(appID: String) -> String { state + "/consumer/" + appID }

  /// The value of a variable of this process.
  public static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static var homeOfUser: String {
    guard let entry = getpwuid(geteuid()), let folder = entry.pointee.pw_dir else { return "/" }
    return String(cString: folder)
  }
}
