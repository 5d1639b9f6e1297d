import Cryptography
package import Files
import JSON
import PaymentsModel
import Transport

/// The folder of a till. Each customer has a file, which is always written as a whole.
///
/// The actor runs on a queue of its own, because its methods block while they wait for the disk. Only one till at a
/// time can use a folder.
package actor TillFiles: TillStorage {
  private static let largest = 8 << 20
  /// The file that is there while the shop is closed.
  private static let sign = "closed"

  private let queue = QueueLoop(label: "payport.till")
  package nonisolated let unownedExecutor: UnownedSerialExecutor
  private var folder: KeptFolder

  /// Creates the files in a folder, which is made when it is first used.
  package init(_ path: String) {
    folder = KeptFolder(path, largest: Self.largest) { name in
      name.utf8.starts(with: "customer-".utf8) || name == OpeningFile.name
    }
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  package func load() throws(KeptFolderError) -> [String: [UInt8]] { try folder.files() }

  package func save(_ bytes: [UInt8], as name: String, number: Int) throws(KeptFolderError) {
    try folder.save(bytes, as: name, number: number)
  }

  package func isShopClosed() throws(KeptFolderError) -> Bool { try folder.open().stamp(Self.sign) != nil }

  package func close() { folder.release() }

  // MARK: From another process

  /// Returns the customers in the folder of a till, which may run in another process, and whether the shop is closed.
  package static func look(at path: String) throws(KeptFolderError) -> (customers: [Customer], isShopClosed: Bool) {
    let folder: PrivateFolder
    do throws(PrivateFileError) { folder = try PrivateFolder(opening: path) } catch { throw .file(name: path, error) }
    var customers: [Customer] = []
    for (name, bytes) in try KeptFolder.files(in: folder, largest: largest) where CustomerFile.isName(name) {
      customers.append(try CustomerFile.read(bytes, name: name))
    }
    return (customers, folder.stamp(sign) != nil)
  }

  /// Closes or opens the shop of a till, which may run in another process.
  package static func setShop(at path: String, closed: Bool) throws(KeptFolderError) {
    do throws(PrivateFileError) {
      let folder = try PrivateFolder(opening: path)
      if closed {
        try folder.write([], to: sign, replacing: true)
      } else {
        try folder.remove(sign)
      }
    } catch {
      throw .file(name: path, error)
    }
  }
}
