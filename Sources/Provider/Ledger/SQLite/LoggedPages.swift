import Platform

/// The pages of the database that the write-ahead log contains, in SQLite's file format
/// (https://sqlite.org/fileformat2.html, section 4).
struct LoggedPages {
  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// The numbers of the pages in the present log; the first page has the number 1.
  private(set) var numbers: Set<Int> = []
  /// The number of pages that the database has after the last commit of the log; `nil` if the log has no commit.
  private(set) var databaseSize: Int?

  /// Reads the log. Frames that an earlier log left in the file have another salt and are ignored. If there is no file,
  /// there are no pages.
  init(of path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: Self.headerLength)
    guard pread(descriptor, &header, header.count, 0) == header.count else { return }
    let pageSize = header.number(at: 8)
    guard header.number(at: 0) & ~1 == 0x377F_0682, pageSize >= 512 else { return }
    let salt = header[16..<24]
    var frame = [UInt8](repeating: 0, count: Self.frameHeaderLength)
    var offset = Self.headerLength
    while pread(descriptor, &frame, frame.count, off_t(offset)) == frame.count, frame[8..<16] == salt {
      numbers.insert(frame.number(at: 0))
      // The last frame of a commit has the size of the database, all others have 0.
      if frame.number(at: 4) > 0 { databaseSize = frame.number(at: 4) }
      offset += frame.count + pageSize
    }
  }
}

extension [UInt8] {
  /// Returns the integer in the four bytes from `offset`, most significant byte first.
  func number(at offset: Int) -> Int {
    self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
