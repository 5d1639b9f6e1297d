import Platform

/// The pages of the database that the write-ahead log holds, in SQLite's format of it
/// (https://sqlite.org/fileformat2.html, section 4).
enum LoggedPages {
  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// The numbers of the pages in the present log, from 1. What an earlier log left behind it in the file has another
  /// salt and does not count; no file is an empty log.
  static func read(_ path: String) -> Set<Int> {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: headerLength)
    guard pread(descriptor, &header, headerLength, 0) == headerLength else { return [] }
    let pageSize = header.number(at: 8)
    guard header.number(at: 0) & ~1 == 0x377F_0682, pageSize >= 512 else { return [] }
    let salt = header[16..<24]
    var pages: Set<Int> = []
    var frame = [UInt8](repeating: 0, count: frameHeaderLength)
    var offset = headerLength
    while pread(descriptor, &frame, frameHeaderLength, off_t(offset)) == frameHeaderLength, frame[8..<16] == salt {
      pages.insert(frame.number(at: 0))
      offset += frameHeaderLength + pageSize
    }
    return pages
  }
}

extension [UInt8] {
  /// Four bytes, the most significant one first.
  func number(at offset: Int) -> Int {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
