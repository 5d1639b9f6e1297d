import CLinux
import Platform

/// The CPUs on which the client and the measured server run.
///
/// Without this, the scheduler lets them share a CPU in some rounds only, which changes a round trip by a factor of
/// three: on a virtual machine, waking a sleeping CPU costs more than everything else.
enum Placement: String, CaseIterable {
  /// The client has one CPU, and the server all others. Throughput is measured in this way.
  case apart
  /// Both use the same CPU. A round trip is then the sum of all work, and no sleeping CPU is woken.
  case together

  private static let maskBytes = 128

  /// The CPUs that this process may use, read before anything is pinned.
  static let available: [Int] = {
    var mask = [UInt8](repeating: 0, count: maskBytes)
    guard clinux_get_affinity(0, UInt(mask.count), &mask) > 0 else { return [] }
    return (0..<maskBytes * 8).filter { cpu in mask[cpu / 8] & (1 << UInt8(cpu % 8)) != 0 }
  }()

  /// Pins this thread and all threads of the server. Threads that are created later inherit this.
  func apply(server: pid_t) throws {
    guard let first = Self.available.first, let last = Self.available.last, first != last else { return }
    try Self.pin(0, to: self == .apart ? [first] : [last])
    let cpus = self == .apart ? Array(Self.available.dropFirst()) : [last]
    for thread in Self.threads(of: server) { try Self.pin(thread, to: cpus) }
  }

  /// Allows this thread to use all CPUs again.
  static func release() throws {
    try pin(0, to: available)
  }

  private static func threads(of process: pid_t) -> [pid_t] {
    guard let folder = opendir("/proc/\(process)/task") else { return [] }
    defer { closedir(folder) }
    var threads: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let thread = pid_t(name) { threads.append(thread) }
    }
    return threads
  }

  private static func pin(_ thread: pid_t, to cpus: [Int]) throws {
    var mask = [UInt8](repeating: 0, count: maskBytes)
    for cpu in cpus { mask[cpu / 8] |= 1 << UInt8(cpu % 8) }
    // The thread may have ended in the meantime.
    guard clinux_set_affinity(thread, UInt(mask.count), mask) >= 0 || errno == ESRCH else {
      throw BenchmarkError.systemCall("sched_setaffinity", errno)
    }
  }
}
