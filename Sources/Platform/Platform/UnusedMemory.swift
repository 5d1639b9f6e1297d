import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Memory that the process holds and does not use. It is returned on Linux only; elsewhere nothing happens.
public enum UnusedMemory {
  /// Keeps the number of the allocator's pools small. Each of them keeps free memory for itself, and there would be
  /// eight for each processor. Has an effect if it is called before there are many threads.
  public static func limitPools() { cplatform_limit_memory_pools(2) }

  /// Returns free memory to the system, and the pages of the program's code and constants. Most of these are needed by
  /// the start alone; those that are needed again are mapped again from the system's cache of the file.
  public static func release() {
    cplatform_trim_memory()
    for range in unchangedFiles() { cplatform_drop_pages(range.lowerBound, range.upperBound - range.lowerBound) }
  }

  /// Returns the addresses of the code and the constants of the program and its libraries, as `proc(5)` describes the
  /// file. Where a page was changed, by the linker or by a debugger, they are left out: what was changed would be lost.
  private static func unchangedFiles() -> [Range<UInt>] {
    guard let file = fopen("/proc/self/smaps", "r") else { return [] }
    defer { fclose(file) }
    var ranges: [Range<UInt>] = []
    var code: Range<UInt>?
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        .split { $0 == " " || $0 == "\n" }
      if words.count == 6, !words[1].contains("w"), words[5].first == "/" {
        code = addresses(words[0])
      } else if words.first?.last != ":" {
        code = nil
      } else if words.first == "Shared_Dirty:", words.dropFirst().first != "0" {
        // After a fork, what was changed before is shared with the other process.
        code = nil
      } else if words.first == "Private_Dirty:", words.dropFirst().first == "0", let unchanged = code {
        ranges.append(unchanged)
      }
    }
    return ranges
  }

  private static func addresses(_ text: Substring) -> Range<UInt>? {
    let ends = text.unicodeScalars.split(separator: "-").compactMap { UInt(String($0), radix: 16) }
    return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
  }
}
