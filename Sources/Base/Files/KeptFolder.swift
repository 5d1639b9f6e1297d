/// Why a folder that one owner keeps cannot be used. What cannot be stored is not done.
public enum KeptFolderError: Error, Sendable, Hashable {
  /// A file or the folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// A file does not hold what it should.
  case damaged(name: String)
  /// The folder is used by another owner, perhaps in another process, or this one has already released it.
  case inUse
}

/// A folder of files that one owner at a time uses, some of them in folders inside of it. Each file is always written as
/// a whole. What holds a value is a JSON file, whose name ends in `.json`.
///
/// An actor with a queue of its own holds it, because its functions block while they wait for the disk.
public struct KeptFolder {
  /// The path of the folder.
  public let path: String
  private let largest: Int
  private let isLeftover: @Sendable (String) -> Bool
  private var folder: PrivateFolder?
  private var isReleased = false
  private var written: [String: Int] = [:]

  /// Creates the value; the folder is made when it is first used.
  ///
  /// - Parameters:
  ///   - largest: The most bytes of a file.
  ///   - isLeftover: Whether a file that was not finished belongs to the owner, by the name that it was to have.
  public init(_ path: String, largest: Int, isLeftover: @escaping @Sendable (String) -> Bool = { _ in false }) {
    self.path = path
    self.largest = largest
    self.isLeftover = isLeftover
  }

  /// Claims the folder, if that was not done, and returns it.
  public mutating func open() throws(KeptFolderError) -> PrivateFolder {
    if let folder { return folder }
    guard !isReleased else { throw .inUse }
    let opened: PrivateFolder
    let isFree: Bool
    do throws(PrivateFileError) {
      opened = try PrivateFolder(creating: path)
      isFree = try opened.claim()
      if isFree { try opened.removeLeftovers(where: isLeftover) }
    } catch {
      throw .file(name: path, error)
    }
    // Two owners of one folder would overwrite each other's files.
    guard isFree else { throw .inUse }
    folder = opened
    return opened
  }

  /// Opens a folder inside of this one, which is made if it is missing. The claim of this one is enough for both.
  public mutating func open(inside name: String) throws(KeptFolderError) -> PrivateFolder {
    _ = try open()
    do throws(PrivateFileError) { return try PrivateFolder(creating: path + "/" + name) } catch {
      throw .file(name: path + "/" + name, error)
    }
  }

  private mutating func folder(_ inside: String?) throws(KeptFolderError) -> PrivateFolder {
    guard let inside else { return try open() }
    return try open(inside: inside)
  }

  /// Releases the folder for another owner. This one does not write to it any more.
  public mutating func release() {
    folder = nil
    isReleased = true
  }

  /// Reads the contents of all JSON files, by file name.
  ///
  /// - Parameter inside: The folder inside of this one; `nil` for this one itself, here and elsewhere.
  public mutating func files(inside: String? = nil) throws(KeptFolderError) -> [String: [UInt8]] {
    try Self.files(in: folder(inside), largest: largest)
  }

  /// Reads the contents of all JSON files of a folder that somebody else may keep, by file name.
  public static func files(in folder: PrivateFolder, largest: Int) throws(KeptFolderError) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try names(in: folder)
    where name.utf8.reversed().starts(with: ".json".utf8.reversed()) && !name.utf8.starts(with: ".".utf8) {
      do throws(PrivateFileError) { contents[name] = try folder.read(name, limit: largest) } catch {
        throw .file(name: name, error)
      }
    }
    return contents
  }

  /// Writes a file, unless a write of the same file with a higher number was made before.
  public mutating func save(_ bytes: [UInt8], as name: String, number: Int) throws(KeptFolderError) {
    guard written[name].map({ $0 < number }) ?? true else { return }
    // A file that could not be read again would keep all others from being read.
    guard bytes.count <= largest else { throw .file(name: name, .tooLarge(limit: largest)) }
    try write(bytes, to: name)
    written[name] = number
  }

  /// Writes a file, whatever was written before.
  public mutating func write(_ bytes: [UInt8], to name: String, inside: String? = nil) throws(KeptFolderError) {
    let folder = try folder(inside)
    do throws(PrivateFileError) { try folder.write(bytes, to: name, replacing: true) } catch {
      throw .file(name: name, error)
    }
  }

  /// Reads a file of any kind.
  public mutating func read(_ name: String, limit: Int, inside: String? = nil) throws(KeptFolderError) -> [UInt8] {
    let folder = try folder(inside)
    do throws(PrivateFileError) { return try folder.read(name, limit: limit) } catch {
      throw .file(name: name, error)
    }
  }

  /// Removes files, for good when this returns. One that is not there is no error.
  public mutating func remove(_ names: [String], inside: String? = nil) throws(KeptFolderError) {
    guard !names.isEmpty else { return }
    let folder = try folder(inside)
    for name in names {
      do throws(PrivateFileError) { try folder.remove(name) } catch { throw .file(name: name, error) }
    }
    do throws(PrivateFileError) { try folder.synchronize() } catch { throw .file(name: folder.path, error) }
  }

  /// Lists the names of all files.
  public mutating func names(inside: String? = nil) throws(KeptFolderError) -> [String] {
    try Self.names(in: folder(inside))
  }

  private static func names(in folder: PrivateFolder) throws(KeptFolderError) -> [String] {
    do throws(PrivateFileError) { return try folder.names() } catch { throw .file(name: folder.path, error) }
  }
}
