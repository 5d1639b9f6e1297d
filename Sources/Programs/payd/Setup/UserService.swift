import Platform
import Processes
import RPCRuntime
import WalletSearch

/// payd as a service of the person's own systemd, by the units that are installed with it.
enum UserService {
  private static let service = "payport.service"
  private static let socket = "payport.socket"

  /// Whether there is a systemd of this person that knows the units.
  static var isInstalled: Bool { systemctl(["cat", service, socket]) }

  /// Whether a process is the service.
  static func runs(_ process: Int32) -> Bool {
    RunningProgram.controlGroups(of: process).contains("/" + service)
  }

  /// Starts it now and at each login. One that runs is started again, since it reads its wallets when it starts.
  static func start() -> Bool {
    systemctl(["enable", socket, service]) && systemctl(["start", socket]) && systemctl(["restart", service])
  }

  /// Ends it, and the socket that would start it again.
  static func stop() -> Bool { systemctl(["stop", socket, service]) }

  private static func systemctl(_ words: [String]) -> Bool {
    guard
      let program = ProgramLocation.find("systemctl", in: PayportDirectories.environmentVariable("PATH")),
      case let null = open("/dev/null", O_RDWR | O_CLOEXEC), null >= 0
    else { return false }
    defer { close(null) }
    let process = ChildProgram(program, ["--user", "--quiet"] + words).start(input: null, output: null, error: null)
    guard let process else { return false }
    return ChildProgram.end(of: process) == 0
  }
}
