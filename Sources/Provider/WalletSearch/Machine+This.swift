import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Machine {
  /// The machine that this runs on. Where a system does not list its programs as Linux does, none are seen; their files
  /// and their usual ports are still tried.
  ///
  /// - Parameter home: the home folder of the person who searches.
  package static func this(home: String) -> Machine {
    let programs = names(in: "/proc").compactMap { Int32($0) }.sorted().compactMap { RunningProgram($0) }
    let homes = Set(programs.compactMap(\.otherUser)).reduce(into: [UInt32: String]()) { $0[$1] = homeFolder(of: $1) }
    return Machine(programs: programs, home: home, homes: homes, readFile: text)
  }

  /// The largest file that is read. Configuration files are far smaller.
  private static let mostBytes = 1 << 20

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func homeFolder(of user: UInt32) -> String? {
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var memory = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(user, &record, &memory, memory.count, &found) == 0, found != nil, let home = record.pw_dir else {
      return nil
    }
    return String(cString: home)
  }

  /// What a file says. A file that is no plain file, or is larger than any configuration, counts as missing.
  @Sendable private static func text(_ path: String) -> FileText {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == EACCES ? .denied : .missing }
    guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= mostBytes else { return .missing }
    guard access(path, R_OK) == 0, let bytes = bytes(path) else { return .denied }
    return .text(String(decoding: bytes, as: UTF8.self))
  }

  fileprivate static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < mostBytes {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += part[..<count]
    }
    return bytes
  }
}

extension RunningProgram {
  /// A program that runs on this machine.
  ///
  /// - Returns: `nil` if no such process runs, or the system does not tell about it in files, as Linux does.
  package init?(_ process: Int32) {
    let folder = "/proc/\(process)"
    var status = stat()
    // What it was started with is empty for threads of the kernel.
    guard stat(folder, &status) == 0, let line = Machine.bytes(folder + "/cmdline"), !line.isEmpty else { return nil }
    let words = line.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    guard let first = words.first else { return nil }
    self.init(
      process: process,
      name: first.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? first,
      arguments: words.dropFirst().filter { !$0.isEmpty },
      folder: try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/cwd"),
      otherUser: status.st_uid == geteuid() ? nil : status.st_uid)
  }

  /// The groups of the system's manager that a process belongs to, as Linux tells them; empty elsewhere.
  package static func controlGroups(of process: Int32) -> String {
    Machine.bytes("/proc/\(process)/cgroup").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
