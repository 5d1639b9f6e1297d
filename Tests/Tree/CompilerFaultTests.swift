import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fault of the compiler that `docs/decisions.md` explains, in its smallest form. Where it is over, this test fails, and
/// what was written because of it can go: search for "the compiler's fault with large values".
@Suite struct CompilerFaultTests {
  private static let program = """
    struct Failure: Error {}
    struct Answer { var first = "a", second = "b", third = "c" }
    func ask(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ large: UInt128) async throws(Failure) -> Answer {
      Answer()
    }
    @main struct Program {
      static func main() async throws { print(try await ask(1, 2, 3, 4, 5, 6).first) }
    }
    """

  @Test(.enabled(if: isKnownPlatform, "it is known of x86-64 with Linux only"))
  func itIsStillThere() async throws {
    #expect(try await Self.run(Self.program).exit != .code(0), "the fault is over")
    // The same with an error of any type does what it says.
    let result = try await Self.run(Self.program.replacing("throws(Failure)", with: "throws"))
    #expect(result.exit == .code(0) && result.output == ["a"])
    // And so does the same with two words in place of the 128 bits, as amounts have them.
    let words = try await Self.run(
      Self.program.replacing("_ large: UInt128", with: "_ large: Words").replacing("5, 6)", with: "5, Words())")
        + "\nstruct Words { var high: UInt64 = 0, low: UInt64 = 6 }")
    #expect(words.exit == .code(0) && words.output == ["a"])
  }

  private static func run(_ program: String) async throws -> ChildProcessResult {
    let folder = try ScratchFolder()
    try Data(program.utf8).write(to: URL(filePath: folder.path + "/fault.swift"))
    let build = ["swiftc", "-Onone", "-swift-version", "6", "-parse-as-library", "fault.swift", "-o", "fault"]
    let built = try await ChildProcess.run("/usr/bin/env", build, directory: folder.path, within: .seconds(300))
    try #require(built.exit == .code(0), "\(built.error)")
    let environment = ["SWIFT_BACKTRACE": "enable=no"]
    return try await ChildProcess.run(folder.path + "/fault", environment: environment, directory: folder.path)
  }
}

#if os(Linux) && arch(x86_64)
  private let isKnownPlatform = true
#else
  private let isKnownPlatform = false
#endif
