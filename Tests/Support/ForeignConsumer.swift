#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The consumer in `Tests/Foreign`, which is written in Python according to the specification.
package enum ForeignConsumer {
  /// The folder of this package.
  package static let packageRoot = String(#filePath.dropLast("/Tests/Support/ForeignConsumer.swift".count))

  /// Returns the Python that has the necessary packages: `PAYPORT_PYTHON`, or that of `.venv` in the package, which
  /// `make test` prepares. Returns `nil` if neither can import them.
  package static func python() async -> String? { await search.value }

  // The search takes a second and many tests need it, so it is made once per process.
  private static let search = Task { await find() }

  private static func find() async -> String? {
    let named = ProcessInfo.processInfo.environment["PAYPORT_PYTHON"].map { [$0] }
    for path in named ?? [packageRoot + "/.venv/bin/python"] {
      let test = "import cryptography, noise.connection, prometheus_client, websockets.asyncio.client"
      let result = try? await ChildProcess.run(path, ["-c", test])
      if case .code(0) = result?.exit { return path }
    }
    return nil
  }

  /// The message for tests if ``python()`` returns `nil`.
  package static let howToGetPython =
    "SKIPPED: no Python with the packages of Tests/Foreign/requirements.txt; run scripts/python.sh or set PAYPORT_PYTHON"

  /// Starts the consumer.
  ///
  /// - Parameters:
  ///   - python: the path that ``python()`` returned.
  ///   - runtime: the folder in which the provider has published itself.
  ///   - state: the folder of the consumer's key and pins.
  ///   - arguments: further arguments.
  /// - Throws: ``ChildProcessError/notStarted(_:errno:)``.
  package static func start(
    _ python: String, runtime: String, state: String, _ arguments: [String] = []
  ) throws(ChildProcessError) -> ChildProcess {
    try ChildProcess(
      python,
      // The option -B keeps Python from writing into the source folder.
      ["-B", packageRoot + "/Tests/Foreign/consumer.py", "--runtime", runtime, "--state", state] + arguments)
  }
}
