import CSimulation
import JSON
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Plays stories, each in a process of its own, which begins in the same state whatever was played before.
final class Series {
  private struct Running {
    let process: Int32
    let descriptor: Int32
    let story: Story
    /// Where the simulated machines keep their files.
    let folder: String
    let attempt: Int
    var bytes: [UInt8] = []
  }

  enum Failure: Error {
    case system(Int32)
  }

  /// Where the simulated machines of all stories keep their files.
  private let folder: String
  private var running: [Running] = []

  init() throws {
    // In memory, where that can be.
    var template = Array(((access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + "/payport-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure.system(errno) }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Prepares this process, of which each story is played in a copy.
  func warmUp() throws {
    let path = folder + "/begin"
    guard mkdir(path, 0o700) == 0 else { throw Failure.system(errno) }
    try Story.warmUp(in: path)
  }

  /// Ends what is played, and removes the files.
  func end() {
    for story in running {
      kill(story.process, SIGKILL)
      waitpid(story.process, nil, 0)
    }
    running = []
    Self.remove(folder)
  }

  // What is left over is in a temporary folder.
  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Plays stories, some at the same time, and tells what came of each, in their order.
  ///
  /// - Parameter tell: returns whether the next ones are wanted.
  func play(_ stories: some Sequence<Story>, atOnce: Int, _ tell: (Story, Outcome) throws -> Bool) throws {
    var waiting = stories.makeIterator()
    var order: [Story] = []
    var done: [UInt64: Outcome] = [:]
    var isWanted = true
    while isWanted {
      while running.count < atOnce, order.count < 4 * atOnce, let story = waiting.next() {
        order.append(story)
        try begin(story)
      }
      guard let first = order.first else { return }
      if let outcome = done.removeValue(forKey: first.seed) {
        order.removeFirst()
        isWanted = try tell(first, outcome)
      } else {
        let (seed, outcome) = try nextEnd()
        done[seed] = outcome
      }
    }
    while !running.isEmpty { _ = try nextEnd() }
  }

  /// Plays one story. What else is played comes to nothing.
  func play(_ story: Story) throws -> Outcome {
    try begin(story)
    while true {
      let (seed, outcome) = try nextEnd()
      if seed == story.seed { return outcome }
    }
  }

  private func begin(_ story: Story, attempt: Int = 1) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure.system(errno) }
    let path = folder + "/\(story.seed)-\(attempt)"
    guard mkdir(path, 0o700) == 0 else { throw Failure.system(errno) }
    // In a debugger, one process is easier to follow.
    let process = getenv("PAYPORT_DEBUG") == nil ? simulation_fork() : 0
    guard process >= 0 else { throw Failure.system(errno) }
    guard process == 0 else {
      close(ends[1])
      return running.append(
        Running(process: process, descriptor: ends[0], story: story, folder: path, attempt: attempt))
    }
    var status: Int32 = 1
    do {
      let outcome = Self.outcome(of: story, in: path)
      if getenv("PAYPORT_DEBUG") != nil { print(outcome.transcript.joined(separator: "\n"), outcome.violation ?? "") }
      let bytes = try JSONBytesEncoder().encode(outcome)
      var offset = 0
      while offset < bytes.count {
        let count = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress.map { $0 + offset }, bytes.count - offset) }
        guard count > 0 else { break }
        offset += count
      }
      status = 0
    } catch {
      print("\(error)")
    }
    _exit(status)
  }

  /// What comes of a story, also where it could not begin: its process ends without printing anything.
  private static func outcome(of story: Story, in path: String) -> Outcome {
    do {
      return try story.play(in: path)
    } catch {
      return Outcome(violation: "the story cannot begin: \(error)")
    }
  }

  /// Waits for the end of one of those that are played.
  private func nextEnd() throws -> (seed: UInt64, outcome: Outcome) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var polled = running.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else { continue }
      for index in running.indices where polled[index].revents != 0 {
        let count = read(running[index].descriptor, &buffer, buffer.count)
        guard count <= 0 else {
          running[index].bytes += buffer[..<count]
          continue
        }
        let ended = running.remove(at: index)
        close(ended.descriptor)
        var status: Int32 = 0
        waitpid(ended.process, &status, 0)
        Self.remove(ended.folder)
        let seed = ended.story.seed
        guard status == 0 else {
          return (seed, Outcome(violation: "the process has ended with the status \(status)"))
        }
        let outcome: Outcome = try JSONValueDecoder().decode(
          from: JSONValue(parsing: ended.bytes, limits: JSONLimits(depth: 8, bytes: 1 << 30)))
        // The files of a machine are real ones, and what else runs here can be in their way.
        guard outcome.hasNotBegun, ended.attempt < 3 else { return (seed, outcome) }
        print("seed \(seed) is begun once more: \(outcome.violation ?? "")")
        try begin(ended.story, attempt: ended.attempt + 1)
        break
      }
    }
  }
}
