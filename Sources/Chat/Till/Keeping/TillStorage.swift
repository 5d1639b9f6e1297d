/// The customers of a till's folder are people of another chat network than the one that it is opened for.
package struct TillOfOtherNetwork: Error, Sendable, Hashable {
  /// The network with which the folder was first opened.
  package let expected: String
  /// The network for which it is opened now.
  package let found: String
}

/// The place where a till keeps its customers.
package protocol TillStorage: Sendable {
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
