import Platform

/// Reads which pages of the database the write-ahead log contains, in SQLite's file format
/// (https://sqlite.org/fileformat2.html, section 4).
enum LoggedPages {
  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// Returns the numbers of the pages in the present log; the first page has the number 1. Frames that an earlier log
  /// left in the file have another salt and are ignored. If there is no file, the result is empty.
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
  /// Returns the integer in the four bytes from `offset`, most significant byte first.
  func number(at offset: Int) -> Int {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
