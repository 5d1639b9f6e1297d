import Platform

/// The memory of a process in KiB, from `/proc/PID/smaps_rollup`.
struct ProcessMemory {
  /// The resident pages.
  let resident: Double
  /// The resident pages, where shared pages are divided by the number of their users.
  let proportional: Double

  init(processID: pid_t) throws {
    let path = "/proc/\(processID)/smaps_rollup"
    guard let file = fopen(path, "r") else { throw BenchmarkError.systemCall(path, errno) }
    defer { fclose(file) }
    var fields: [String: Double] = [:]
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split(separator: " ")
      if words.count >= 3, let value = Double(words[1]) { fields[String(words[0])] = value }
    }
    guard let resident = fields["Rss:"], let proportional = fields["Pss:"] else {
      throw BenchmarkError("\(path) lacks Rss or Pss")
    }
    self.resident = resident
    self.proportional = proportional
  }
}
