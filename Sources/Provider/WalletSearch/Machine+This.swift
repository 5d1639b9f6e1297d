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
    let homes = Set(programs.compactMap(\.otherUser)).reduce(into: [UInt32: String]()) { $0[$1] = SystemUser($1).home }
    return Machine(programs: programs, home: home, homes: homes, readFile: text)
  }

  /// The largest file that is read. Configuration files are far smaller.
  private static let mostBytes = 1 << 20

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// What a file says. A file that is no plain file, or is larger than any configuration, counts as missing.
  ///
  /// What is judged is the file that was opened, so that nobody can put another one in its place in between.
  @Sendable static func text(_ path: String, _ user: UInt32?) -> FileText {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == EACCES ? .denied : .missing }
    // To open a device may be to do something with it.
    guard status.st_mode & S_IFMT == S_IFREG else { return .missing }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { return errno == EACCES ? .denied : .missing }
    defer { close(descriptor) }
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= mostBytes else {
      return .missing
    }
    if let user {
      let rule = SettingsRule(user: user, groups: SystemUser(user).groups)
      guard let folders = folders(of: descriptor), rule.allows(SettingsRule.Facts(status), in: folders) else {
        return .foreign
      }
    }
    return bytes(descriptor).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .denied
  }

  /// The folders on the way to a file that is open, wherever links have led; `nil` where the system does not tell.
  private static func folders(of descriptor: Int32) -> [SettingsRule.Facts]? {
    guard var path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)"),
      path.utf8.first == UInt8(ascii: "/")
    else { return nil }
    var folders: [SettingsRule.Facts] = []
    while let slash = path.unicodeScalars.lastIndex(of: "/") {
      path = String(path.unicodeScalars[..<slash])
      var status = stat()
      guard stat(path.isEmpty ? "/" : path, &status) == 0 else { return nil }
      folders.append(SettingsRule.Facts(status))
    }
    return folders
  }

  fileprivate static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return bytes(descriptor)
  }

  private static func bytes(_ descriptor: Int32) -> [UInt8]? {
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

extension SettingsRule.Facts {
  fileprivate init(_ status: stat) {
    self.init(user: status.st_uid, group: status.st_gid, mode: UInt32(status.st_mode))
  }
}

extension RunningProgram {
  /// A program that runs on this machine.
  ///
  /// - Returns: `nil` if no such process runs, or the system does not tell about it in files, as Linux does.
  package init?(_ process: Int32) {
    let folder = "/proc/\(process)"
    // What it was started with is empty for threads of the kernel.
    guard let user = Self.user(of: process), let line = Machine.bytes(folder + "/cmdline"), !line.isEmpty else {
      return nil
    }
    let words = line.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    guard let first = words.first else { return nil }
    self.init(
      process: process,
      name: first.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? first,
      arguments: words.dropFirst().filter { !$0.isEmpty },
      folder: try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/cwd"),
      otherUser: user == geteuid() ? nil : user)
  }

  /// The user who started a process. The folder of the process tells another one, root, where its program has asked for
  /// that, and the user whose rights it has may be another one, too.
  private static func user(of process: Int32) -> UInt32? {
    guard let bytes = Machine.bytes("/proc/\(process)/status") else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).textLines.first { $0.utf8.starts(with: "Uid:".utf8) }
    // The real one comes first.
    let words = line?.utf8.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") } ?? []
    return words.dropFirst().first.flatMap { UInt32(String(decoding: $0, as: UTF8.self)) }
  }

  /// The groups of the system's manager that a process belongs to, as Linux tells them; empty elsewhere.
  package static func controlGroups(of process: Int32) -> String {
    Machine.bytes("/proc/\(process)/cgroup").map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
