import Platform

/// The folders in which providers and consumers keep their files.
///
/// On Linux the folders follow the XDG base directory specification: `$XDG_RUNTIME_DIR/payport`,
/// `$XDG_STATE_HOME/payport` and `$XDG_CONFIG_HOME/payport`. If a variable is unset or not absolute, the defaults are
/// `~/.cache/payport/run`, `~/.local/state/payport` and `~/.config/payport`. On macOS all folders are in
/// `~/Library/Application Support/payport`. `PAYPORT_RUNTIME` and `PAYPORT_STATE` name the runtime and the state folder
/// directly and take precedence.
public struct PayportDirectories: Sendable, Hashable {
  /// Files of one run of the provider: the discovery files.
  public var runtime: String
  /// Files that must survive a restart: keys, the ledger, the owner's socket and the consumer's journal.
  public var state: String
  /// Files that the owner edits.
  public var configuration: String

  /// Makes the value from three given folders.
  public init(runtime: String, state: String, configuration: String) {
    self.runtime = runtime
    self.state = state
    self.configuration = configuration
  }

  /// Determines the folders of this process.
  ///
  /// - Parameters:
  ///   - runtime: a folder given by the user, such as with `--runtime`; it takes precedence over the environment.
  ///   - state: the same for `--state`.
  ///   - environment: returns the value of an environment variable; by default that of the process.
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

  /// The state folder where nothing names another one.
  public static var usualState: String {
    PayportDirectories { name in name == "PAYPORT_STATE" ? nil : environmentVariable(name) }.state
  }

  /// The path of the owner's socket. It is in the state folder, which belongs to a single provider.
  public var ownerSocket: String { state + "/owner.sock" }

  /// The folder of the discovery files.
  public var providers: String { runtime + "/providers" }

  /// The folder of the discovery files of chat relays.
  public var relays: String { runtime + "/relays" }

  /// The folder of one app's key, pinned providers and journal.
  public func consumer(appID: String) -> String { state + "/consumer/" + appID }

  /// The value of an environment variable of this process.
  public static func environmentVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private static var homeOfUser: String {
    guard let entry = getpwuid(geteuid()), let folder = entry.pointee.pw_dir else { return "/" }
    return String(cString: folder)
  }
}
