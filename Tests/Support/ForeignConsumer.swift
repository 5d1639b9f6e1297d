#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The consumer in `Tests/Foreign`, which is written in Python from the specification.
package enum ForeignConsumer {
  /// The folder of this package.
  package static let packageRoot = String(#filePath.dropLast("/Tests/Support/ForeignConsumer.swift".count))

  /// The Python that has its packages: `PAYPORT_PYTHON`, or that of `.venv` in the package, which `make test` prepares.
  /// `nil` where neither can import them.
  package static func python() async -> String? { await search.value }

  // Looked for once in a process: it takes a second, and many tests ask.
  private static let search = Task { await find() }

  private static func find() async -> String? {
    let named = ProcessInfo.processInfo.environment["PAYPORT_PYTHON"].map { [$0] }
    for path in named ?? [packageRoot + "/.venv/bin/python"] {
      let test = "import cryptography, noise.connection, websockets.asyncio.client"
      let result = try? await ChildProcess.run(path, ["-c", test])
      if case .code(0) = result?.exit { return path }
    }
    return nil
  }

  /// What to do where ``python()`` answers `nil`.
  package static let howToGetPython =
    "SKIPPED: no Python with the packages of Tests/Foreign/requirements.txt; run scripts/python.sh or set PAYPORT_PYTHON"

  /// Starts it.
  ///
  /// - Parameters:
  ///   - python: as ``python()`` found it.
  ///   - runtime: the folder in which the provider has published itself.
  ///   - state: the folder of its key and pins.
  ///   - arguments: further ones.
  /// - Throws: ``ChildProcessError/notStarted(_:errno:)``.
  package static func start(
    _ python: String, runtime: String, state: String, _ arguments: [String] = []
  ) throws(ChildProcessError) -> ChildProcess {
    try ChildProcess(
      python,
      // -B: nothing is written into the tree.
      ["-B", packageRoot + "/Tests/Foreign/consumer.py", "--runtime", runtime, "--state", state] + arguments)
  }
}
