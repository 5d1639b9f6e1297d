import Platform

/// The servers with which Payport is compared.
struct Yardsticks {
  private var processes: [BenchmarkProcess] = []
  private(set) var targets: [YardstickTarget] = []

  /// Starts the echo servers, and Node's `ws` if it is installed.
  ///
  /// - Parameters:
  ///   - replySize: the size of the echo servers' reply payload in bytes; `nil` means that they return what they
  ///     receive.
  init(options: Options, replySize: Int?, node result: String?) throws {
    let size = replySize.map { [String($0)] } ?? []
    let suffix = replySize == nil ? "" : ".reply"
    for (mode, name) in [("bare", "bare C echo"), ("sealed", "sealed C echo")] {
      try start(
        options.tool("echo"), [mode] + size, key: mode + suffix, name: name, sealed: mode == "sealed", options: options)
    }
    guard let result else { return }
    do {
      try start(
        "node", [options.folder + "/servers/ws_echo.js", result], key: "node", name: "Node ws, plain JSON",
        sealed: false, options: options)
    } catch {
      note("Node is left out: \(error). Install nodejs and node-ws to see it.")
    }
  }

  private mutating func start(
    _ executable: String, _ arguments: [String], key: String, name: String, sealed: Bool, options: Options
  ) throws {
    let process = try BenchmarkProcess(
      executable, arguments, environment: ["NODE_PATH": "/usr/share/nodejs"], stream: .standardOutput,
      isReady: { $0.hasPrefix("ready ") })
    guard let port = UInt16(process.readyLine.dropFirst(6)) else {
      throw BenchmarkError("\(executable) named no port: \(process.readyLine)")
    }
    processes.append(process)
    targets.append(
      YardstickTarget(
        key: key, name: name, processID: process.processID, port: port, sealed: sealed, frameSize: options.frameSize))
  }

  /// Ends the servers.
  func stop() {
    processes.forEach { $0.stop() }
  }

  /// Runs the commit measurement in `folder` and returns the number of single-row transactions per second.
  static func commitsPerSecond(options: Options, folder: String, milliseconds: Int) throws -> Double {
    let process = try BenchmarkProcess(
      options.tool("commits"), [folder, String(milliseconds)], stream: .standardOutput, isReady: { _ in true })
    process.stop()
    let words = process.readyLine.split(separator: " ").compactMap { Double($0) }
    guard words.count == 2, words[1] > 0 else { throw BenchmarkError("no commit rate: \(process.readyLine)") }
    return words[0] / words[1]
  }
}
