import Files
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Watching folders", .enabled(if: Told.isPossible, "skipped: this system has no inotify")) struct FolderWatchTests
{
  private let scratch: ScratchFolder
  private let told = Told()

  init() throws { scratch = try ScratchFolder() }

  private func folder(_ name: String) throws -> String {
    let path = scratch.path + "/" + name
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func write(_ path: String) throws { try Data("x".utf8).write(to: URL(fileURLWithPath: path)) }

  @Test func whatIsMovedInOrWritten() async throws {
    let (watch, path) = (told.watch(), try folder("a"))
    #expect(watch.isLive && watch.add(path) && watch.add(path))
    try write(scratch.path + "/aside")
    try FileManager.default.moveItem(atPath: scratch.path + "/aside", toPath: path + "/moved")
    try write(path + "/written")
    try await told.waits(for: [path + "/moved", path + "/written"])
  }

  @Test func eachFolderByItsPath() async throws {
    let (watch, first, second) = (told.watch(), try folder("a"), try folder("b"))
    #expect(watch.add(first) && watch.add(second))
    try write(first + "/1")
    try write(second + "/2")
    try await told.waits(for: [first + "/1", second + "/2"])
    #expect(!told.has(first + "/2"))
  }

  @Test func anotherFolderAtThePathOfOneThatIsGone() async throws {
    let (watch, path) = (told.watch(), try folder("a"))
    #expect(watch.add(path))
    try FileManager.default.removeItem(atPath: path)
    // The folder itself is reported, without a name.
    try await told.waits(for: [path])
    #expect(!watch.add(path))
    _ = try folder("a")
    #expect(watch.add(path))
    try write(path + "/new")
    try await told.waits(for: [path + "/new"])
  }

  @Test func aFolderThatWasMovedAwayAndReplaced() async throws {
    let (watch, path) = (told.watch(), try folder("a"))
    #expect(watch.add(path))
    try FileManager.default.moveItem(atPath: path, toPath: scratch.path + "/old")
    _ = try folder("a")
    #expect(watch.add(path))
    try write(scratch.path + "/old/1")
    try write(path + "/2")
    try await told.waits(for: [path + "/2"])
    #expect(!told.has(path + "/1"))
  }

  @Test func nothingAfterTheEnd() async throws {
    let (watch, first, second) = (told.watch(), try folder("a"), try folder("b"))
    #expect(watch.add(first) && watch.add(second))
    watch.remove(first)
    try write(first + "/1")
    try write(second + "/2")
    try await told.waits(for: [second + "/2"])
    #expect(!told.has(first + "/1"))
  }

  @Test func noFolderAndNoLink() throws {
    let watch = told.watch()
    #expect(!watch.add(scratch.path + "/none"))
    try write(scratch.path + "/file")
    #expect(!watch.add(scratch.path + "/file"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/link", withDestinationPath: try folder("a"))
    #expect(!watch.add(scratch.path + "/link"))
  }
}

/// Collects the reports of a watch.
private final class Told: Sendable {
  static var isPossible: Bool { FolderWatch { _, _ in }.isLive }

  private let paths = Mutex<Set<String>>([])

  func watch() -> FolderWatch {
    FolderWatch { [self] folder, names in note(folder ?? "all", names) }
  }

  private func note(_ folder: String, _ names: [String]) {
    paths.withLock { $0.formUnion(names.isEmpty ? [folder] : names.map { folder + "/" + $0 }) }
  }

  func has(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }

  func waits(for wanted: Set<String>) async throws {
    _ = try await eventually("\(wanted)") { paths.withLock { $0.isSuperset(of: wanted) } ? true : nil }
  }
}
