public import Files

/// Why the purchases cannot be stored or read. Nothing is done for a customer who cannot be stored.
public enum TillFilesError: Error, Sendable, Hashable {
  /// A file or the folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// A file does not hold what it should.
  case damaged(name: String)
  /// The customers are people of another chat network.
  case otherNetwork(expected: String, found: String)
  /// The folder is used by another till, or this till has already released it.
  case inUse
}

/// The place where a till keeps its customers.
public protocol TillStorage: Sendable {
  /// Reads the contents of all files, by file name.
  func load() async throws -> [String: [UInt8]]
  /// Writes a file as a whole, unless a write of the same file with a higher number was made before. When this returns,
  /// the file is on the disk.
  func save(_ bytes: [UInt8], as name: String, number: Int) async throws
  /// Whether the owner has closed the shop.
  func isShopClosed() async throws -> Bool
  /// Releases the place for another till.
  func close() async
}
