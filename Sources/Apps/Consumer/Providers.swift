import Files
import Platform
public import RPCRuntime

/// The providers that run for this user.
public enum Providers {
  /// The names of those that have published themselves, sorted, whatever they offer.
  ///
  /// - Throws: ``DiscoveryError/unsafeFile(name:_:)`` for the folder, ``DiscoveryError/unreadable(name:_:)``.
  public static func names(in directories: PayportDirectories) throws(DiscoveryError) -> [String] {
    guard let folder = try open(directories) else { return [] }
    return try names(in: folder)
  }

  /// The provider of a name, or the only one that offers a service.
  ///
  /// - Parameters:
  ///   - name: its name; nil for the only one.
  ///   - service: the name of its specification.
  ///   - directories: where providers publish themselves.
  /// - Throws: ``DiscoveryError``. Of several, those whose process has ended do not count.
  public static func find(
    _ name: String? = nil, offering service: String = DiscoveryFile.payments, in directories: PayportDirectories
  ) throws(DiscoveryError) -> DiscoveryFile {
    guard let folder = try open(directories) else { throw .notRunning(name: name) }
    if let name {
      guard DiscoveryFile.isName(name) else { throw .notRunning(name: name) }
      let file = try read(name, in: folder)
      guard file.services.contains(service) else { throw .otherService(name: name, offers: file.services) }
      return file
    }
    var files: [DiscoveryFile] = []
    for name in try names(in: folder) {
      do {
        let file = try read(name, in: folder)
        if file.services.contains(service) { files.append(file) }
      } catch {
        // It was removed since the folder was read.
        if case .notRunning = error { continue }
        throw error
      }
    }
    if files.count > 1 { files.removeAll { !isRunning($0) } }
    guard let file = files.first else { throw .notRunning(name: nil) }
    guard files.count == 1 else { throw .several(files.map(\.name)) }
    return file
  }

  private static func open(_ directories: PayportDirectories) throws(DiscoveryError) -> PrivateFolder? {
    do {
      return try PrivateFolder(opening: directories.providers)
    } catch {
      if case .missing = error { return nil }
      throw DiscoveryError(error, name: nil)
    }
  }

  private static func names(in folder: PrivateFolder) throws(DiscoveryError) -> [String] {
    let suffix = ".json"
    do {
      return try folder.names().filter { $0.utf8.reversed().starts(with: suffix.utf8.reversed()) }
        .map { String($0.unicodeScalars.dropLast(suffix.utf8.count)) }
        .filter(DiscoveryFile.isName)
    } catch {
      throw DiscoveryError(error, name: nil)
    }
  }

  private static func read(_ name: String, in folder: PrivateFolder) throws(DiscoveryError) -> DiscoveryFile {
    let bytes: [UInt8]
    do {
      bytes = try folder.read(name + ".json", limit: DiscoveryFile.maximumSize)
    } catch {
      throw DiscoveryError(error, name: name)
    }
    do throws(DiscoveryFileError) {
      let file = try DiscoveryFile(parsing: bytes)
      // A file under another name would be met under a name that is not pinned to its key.
      guard file.name == name else { throw DiscoveryFileError.field("name") }
      return file
    } catch {
      throw .malformed(name: name, error)
    }
  }

  // Used only to choose among several: in another process namespace the number would say nothing.
  private static func isRunning(_ file: DiscoveryFile) -> Bool {
    kill(file.processIdentifier, 0) == 0 || errno == EPERM
  }
}

extension DiscoveryError {
  init(_ error: PrivateFileError, name: String?) {
    self =
      switch error {
      case .missing: .notRunning(name: name)
      case .unsafeFile(let danger): .unsafeFile(name: name, danger)
      case .unsafeFolder(let danger): .unsafeFile(name: nil, danger)
      case .tooLarge: .malformed(name: name ?? "", .tooLarge)
      case .exists, .system: .unreadable(name: name, error)
      }
  }
}
