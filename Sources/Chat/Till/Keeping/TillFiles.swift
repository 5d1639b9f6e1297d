import Cryptography
import Files
import JSON
import PaymentsModel
import Transport

/// The folder of a till. Each customer has a file, which is always written as a whole.
///
/// The actor runs on a queue of its own, because its methods block while they wait for the disk. Only one till at a
/// time can use a folder.
public actor TillFiles: TillStorage {
  private static let largest = 8 << 20
  /// The file that is there while the shop is closed.
  private static let sign = "closed"

  private let queue = QueueLoop(label: "payport.till")
  /// The queue.
  public nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String
  private var folder: PrivateFolder?
  private var isReleased = false
  private var written: [String: Int] = [:]

  /// Creates the files in a folder, which is made when it is first used.
  public init(_ path: String) {
    self.path = path
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  private func open() throws(TillFilesError) -> PrivateFolder {
    if let folder { return folder }
    guard !isReleased else { throw .inUse }
    let opened: PrivateFolder
    let isFree: Bool
    do throws(PrivateFileError) {
      opened = try PrivateFolder(creating: path)
      isFree = try opened.claim()
      if isFree { try opened.removeLeftovers { $0.utf8.starts(with: "customer-".utf8) || $0 == "till.json" } }
    } catch {
      throw .file(name: path, error)
    }
    // Two tills in one folder would overwrite each other's customers.
    guard isFree else { throw .inUse }
    folder = opened
    return opened
  }

  /// See ``TillStorage``.
  public func load() throws(TillFilesError) -> [String: [UInt8]] { try Self.read(open()) }

  /// See ``TillStorage``.
  public func save(_ bytes: [UInt8], as name: String, number: Int) throws(TillFilesError) {
    guard written[name].map({ $0 < number }) ?? true else { return }
    let folder = try open()
    do throws(PrivateFileError) {
      try folder.write(bytes, to: name, replacing: true)
    } catch {
      throw .file(name: name, error)
    }
    written[name] = number
  }

  /// See ``TillStorage``.
  public func isShopClosed() throws(TillFilesError) -> Bool { try open().stamp(Self.sign) != nil }

  /// See ``TillStorage``.
  public func close() {
    folder = nil
    isReleased = true
  }

  // MARK: From another process

  /// Returns the customers in the folder of a till, which may run in another process, and whether the shop is closed.
  ///
  /// - Throws: ``TillFilesError``.
  public static func look(at path: String) throws(TillFilesError) -> (customers: [Customer], isShopClosed: Bool) {
    let folder: PrivateFolder
    do throws(PrivateFileError) { folder = try PrivateFolder(opening: path) } catch { throw .file(name: path, error) }
    var customers: [Customer] = []
    for (name, bytes) in try read(folder) where CustomerFile.isName(name) {
      customers.append(try CustomerFile.read(bytes, name: name))
    }
    return (customers, folder.stamp(sign) != nil)
  }

  /// Closes or opens the shop of a till, which may run in another process.
  ///
  /// - Throws: ``TillFilesError``.
  public static func setShop(at path: String, closed: Bool) throws(TillFilesError) {
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

  private static func read(_ folder: PrivateFolder) throws(TillFilesError) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    let names: [String]
    do throws(PrivateFileError) { names = try folder.names() } catch { throw .file(name: folder.path, error) }
    for name in names
    where name.utf8.reversed().starts(with: ".json".utf8.reversed()) && !name.utf8.starts(with: ".".utf8) {
      do throws(PrivateFileError) {
        contents[name] = try folder.read(name, limit: largest)
      } catch {
        throw .file(name: name, error)
      }
    }
    return contents
  }
}
