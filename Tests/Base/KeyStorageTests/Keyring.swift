import Platform
import TestSupport

/// A separate keyring for one test: gnome-keyring-daemon on its own D-Bus and with its own folders.
final class Keyring: Sendable {
  let scratch: ScratchFolder
  private let bus: ChildProcess
  private let environment: [String: String]

  /// Whether all required programs are installed. It prints the missing ones.
  static let isInstalled: Bool = {
    let missing: [String] = ["/usr/bin/gnome-keyring-daemon", "/usr/bin/dbus-daemon", "/usr/bin/secret-tool"]
      .filter { (path: String) in access(path, X_OK) != 0 }
    if !missing.isEmpty { print("skipped: the keyring tests need \(missing.joined(separator: ", "))") }
    return missing.isEmpty
  }()

  init() async throws {
    scratch = try ScratchFolder()
    let socket = "unix:path=\(scratch.path)/bus"
    bus = try ChildProcess(
      "/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address", "--address=\(socket)"],
      environment: ["HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path, "PATH": "/usr/bin:/bin"])
    _ = try await bus.line(containing: "unix:path=")
    environment = [
      "HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path, "XDG_DATA_HOME": scratch.path + "/data",
      "DBUS_SESSION_BUS_ADDRESS": socket, "PATH": "/usr/bin:/bin",
    ]
  }

  /// Starts the daemon of the keyring. If a password is given, the keyring is unlocked, and made if it does not exist.
  func start(password: String?) async throws -> ChildProcess {
    let daemon = try ChildProcess(
      "/usr/bin/gnome-keyring-daemon",
      ["--foreground", "--components=secrets"] + (password == nil ? [] : ["--unlock"]), environment: environment,
      input: .pipe)
    if let password { try daemon.write(password) }
    daemon.closeInput()
    _ = try await eventually("the keyring is on the bus") {
      let asked = try await ChildProcess.run(
        "/usr/bin/dbus-send",
        [
          "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner",
          "string:org.freedesktop.secrets",
        ], environment: environment)
      return asked.output.contains { $0.contains("boolean true") } ? true : nil
    }
    return daemon
  }

  /// Makes a `secret-tool` that uses this keyring instead of that of the user's session.
  func tool() throws -> String {
    let path = scratch.path + "/secret-tool"
    if access(path, X_OK) == 0 { return path }
    let exports = environment.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
    let script = "#!/bin/sh\nexec env -i \(exports) LC_ALL=C /usr/bin/secret-tool \"$@\"\n"
    guard let file = fopen(path, "w") else { throw ChildProcessError.inputClosed }
    fputs(script, file)
    fclose(file)
    chmod(path, 0o700)
    return path
  }

  func stop() async throws { try await bus.stop() }
}
