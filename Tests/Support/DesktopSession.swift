import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A desktop for one test: an X server without a screen, a message bus and a real notification daemon, which nobody
/// else can see, and a mouse.
///
/// The bus is in the session's own folder and keeps its address when it is started again. ``stop()`` ends all programs.
/// At the latest they are killed when the last reference is released.
package final class DesktopSession: Sendable {
  /// A button on the screen.
  package struct Button: Sendable, Hashable {
    /// The edges of the button in pixels.
    package let left, top, right, bottom: Int
  }

  private struct Programs {
    var display: ChildProcess?
    var bus: ChildProcess?
    var server: ChildProcess?
  }

  // The colour that the style sheet gives to the text of buttons, which nothing else on the screen has. The button that
  // closes a notification has no text.
  private static let buttonColor: UInt32 = 0x12_C8_E0
  private static let daemon = "/usr/lib/mate-notification-daemon/mate-notification-daemon"

  /// The D-Bus address of the session's bus.
  package var address: String { "unix:path=\(folder.path)/bus" }
  private let folder: ScratchFolder
  private let programs = Mutex(Programs())
  private let displayName = Mutex("")

  /// Whether the programs for a desktop are installed. If not, it prints what is missing.
  package static var isInstalled: Bool {
    #if os(Linux)
      let wanted = [
        ("Xvfb", "xvfb"), ("dbus-daemon", "dbus-daemon"), ("dbus-send", "dbus-bin"), ("xdotool", "xdotool"),
      ]
      var missing = wanted.filter { path($0.0) == nil }.map(\.1)
      if !FileManager.default.isExecutableFile(atPath: daemon) { missing.append("mate-notification-daemon") }
      if !missing.isEmpty {
        print(
          "SKIPPED: \(missing.joined(separator: ", ")) not installed (scripts/packages.sh test); "
            + "nothing is tested against a real notification daemon")
      }
      return missing.isEmpty
    #else
      print("SKIPPED: this system has no D-Bus notifications")
      return false
    #endif
  }

  /// Whether the programs for a message bus are installed. If not, it prints what is missing.
  package static var hasBus: Bool {
    let isInstalled = path("dbus-daemon") != nil && path("dbus-send") != nil
    if !isInstalled { print("SKIPPED: dbus-daemon is not installed (scripts/packages.sh test)") }
    return isInstalled
  }

  /// Creates a desktop on which nothing runs yet.
  package init() throws {
    folder = try ScratchFolder()
    let rules = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(folder.path)/bus</listen>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
        </policy>
      </busconfig>
      """
    let red = Self.buttonColor >> 16 & 255
    let green = Self.buttonColor >> 8 & 255
    let blue = Self.buttonColor & 255
    let style = """
      button label { background: rgb(\(red), \(green), \(blue)); color: black; padding: 4px 12px; text-shadow: none; }
      """
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.config/gtk-3.0", withIntermediateDirectories: true)
    try Data(rules.utf8).write(to: URL(fileURLWithPath: folder.path + "/bus.conf"))
    try Data(style.utf8).write(to: URL(fileURLWithPath: folder.path + "/.config/gtk-3.0/gtk.css"))
  }

  /// Runs a test with a desktop, and always ends the desktop afterwards.
  package static func with<Answer>(_ body: (DesktopSession) async throws -> Answer) async throws -> Answer {
    let session = try DesktopSession()
    do {
      try await session.startBus()
      try await session.startDisplay()
      try await session.startServer()
      let answer = try await body(session)
      await session.stop()
      return answer
    } catch {
      await session.stop()
      throw error
    }
  }

  // MARK: Programs

  /// Starts the message bus.
  package func startBus() async throws {
    unlink(folder.path + "/bus")
    let bus = try ChildProcess(
      try Self.program("dbus-daemon"),
      ["--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1"],
      environment: environment)
    programs.withLock { $0.bus = bus }
    _ = try await bus.line(containing: "unix:path=")
  }

  /// Ends the message bus, and with it the programs that depend on it.
  package func stopBus() async throws {
    let bus = programs.withLock { $0.bus.take() }
    try await bus?.stop()
  }

  /// Starts the notification daemon and waits until it answers.
  package func startServer() async throws {
    let server = try ChildProcess(Self.daemon, environment: environment)
    programs.withLock { $0.server = server }
    try await waitForServer()
  }

  /// Waits until a program on the bus shows notifications.
  package func waitForServer() async throws {
    let question = [
      "--bus=\(address)", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
      "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.Notifications",
    ]
    _ = try await eventually("a notification server") {
      let answer = try await ChildProcess.run(try Self.program("dbus-send"), question, environment: environment)
      return answer.output.contains { $0.contains("true") } ? true : nil
    }
  }

  /// Ends the notification daemon.
  package func stopServer() async throws {
    let server = programs.withLock { $0.server.take() }
    try await server?.stop()
  }

  /// Ends everything.
  package func stop() async {
    let all = programs.withLock { programs in
      defer { programs = Programs() }
      return [programs.server, programs.display, programs.bus].compactMap(\.self)
    }
    // If even SIGKILL does not end a program, nothing else can be done.
    for program in all { _ = try? await program.stop(within: .seconds(5)) }
  }

  /// Starts to listen to what programs ask to be shown. Its output has the texts of all notifications from now on.
  package func listen() async throws -> ChildProcess {
    let rule = "interface='org.freedesktop.Notifications',member='Notify'"
    let monitor = try ChildProcess(
      try Self.program("dbus-monitor"), ["--address", address, rule], environment: environment)
    // The monitor is told that it owns no name any more once it hears everything.
    _ = try await monitor.line(containing: "NameLost")
    return monitor
  }

  private func startDisplay() async throws {
    let display = try ChildProcess(
      try Self.program("Xvfb"),
      ["-displayfd", "1", "-screen", "0", "640x480x24", "-fbdir", folder.path, "-nolisten", "tcp", "-noreset"],
      environment: environment)
    programs.withLock { $0.display = display }
    let number = try await display.line { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
    displayName.withLock { $0 = ":" + number }
  }

  /// The environment of programs on this desktop.
  package var environment: [String: String] {
    var environment = Environment.bare(home: folder.path)
    environment["DISPLAY"] = displayName.withLock { $0 }
    environment["DBUS_SESSION_BUS_ADDRESS"] = address
    environment["XDG_CONFIG_HOME"] = folder.path + "/.config"
    environment["XDG_RUNTIME_DIR"] = folder.path
    // There is no second bus for accessibility, and the tester's own settings are not used.
    environment["NO_AT_BRIDGE"] = "1"
    environment["GDK_BACKEND"] = "x11"
    environment["GSETTINGS_BACKEND"] = "memory"
    return environment
  }

  private static func path(_ program: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + program }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private static func program(_ name: String) throws -> String {
    guard let path = path(name) else { throw DeadlineError(what: "\(name), which is not installed") }
    return path
  }

  // MARK: The screen and the mouse

  /// Returns the buttons on the screen, from top left to bottom right.
  package func buttons() throws -> [Button] {
    let image = FileManager.default.contents(atPath: folder.path + "/Xvfb_screen0") ?? Data()
    guard let screen = Framebuffer([UInt8](image)) else { throw DeadlineError(what: "a picture of the screen") }
    return screen.areas(of: Self.buttonColor).filter { $0.right - $0.left > 20 && $0.bottom - $0.top > 10 }
      .sorted { ($0.top, $0.left) < ($1.top, $1.left) }
  }

  /// Waits until there are this number of buttons and the screen does not change any more.
  package func buttons(_ count: Int, within limit: Duration = .seconds(10)) async throws -> [Button] {
    var before: [Button]?
    do {
      return try await eventually("\(count) buttons on the screen", within: limit) {
        let now = try buttons()
        defer { before = now }
        return now.count == count && now == before ? now : nil
      }
    } catch let error as DeadlineError {
      if let path = ProcessInfo.processInfo.environment["PAYPORT_SCREEN"] { try? saveScreen(to: path) }
      throw DeadlineError(what: "\(error.what); there are \(before ?? [])")
    }
  }

  /// Returns the windows on the screen, by the numbers that the X server has given them.
  package func windows() async throws -> Set<String> {
    let answer = try await ChildProcess.run(
      try Self.program("xdotool"), ["search", "--onlyvisible", "--class", "mate-notification-daemon"],
      environment: environment)
    return Set(answer.output)
  }

  /// Moves the mouse to the middle of a button and clicks it.
  package func click(_ button: Button) async throws {
    let place = ["\((button.left + button.right) / 2)", "\((button.top + button.bottom) / 2)"]
    let answer = try await ChildProcess.run(
      try Self.program("xdotool"), ["mousemove"] + place + ["click", "1"], environment: environment)
    guard answer.exit == .code(0) else { throw ChildProcessError.ended(answer.error.joined(separator: "\n")) }
  }

  /// Saves the picture of the screen, in the format of `xwd`. If the environment variable `PAYPORT_SCREEN` names a
  /// file, a test that fails saves its last picture there.
  package func saveScreen(to path: String) throws {
    try FileManager.default.contents(atPath: folder.path + "/Xvfb_screen0")?.write(to: URL(fileURLWithPath: path))
  }
}
