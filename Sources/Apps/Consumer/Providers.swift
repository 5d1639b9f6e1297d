import Files
import Platform
public import RPCRuntime

/// The providers that run for this user.
public enum Providers {
  /// Returns the names of all providers that have published themselves, sorted, whatever services they offer.
  ///
  /// - Throws: ``DiscoveryError/unsafeFile(name:_:)`` for the folder, ``DiscoveryError/unreadable(name:_:)``.
  public static func names(in directories: PayportDirectories) throws(DiscoveryError) -> [String] {
    guard let folder = try open(directories) else { return [] }
    return try names(in: folder)
  }

  /// Returns the provider with a name, or the only one that offers a service.
  ///
  /// - Parameters:
  ///   - name: the name of the provider; `nil` for the only one.
  ///   - service: the name of the service's specification.
  ///   - directories: the directories that contain the discovery files.
  /// - Throws: ``DiscoveryError``. If there are several, those whose process has ended are ignored, unless
  ///   connecting starts them.
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
        // The file was removed after the folder was read.
        if case .notRunning = error { continue }
        throw error
      }
    }
    if files.count > 1 { files.removeAll { !$0.isOnDemand && !isRunning($0) } }
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
      // A file with a different name inside would lead to a provider whose key is pinned under another name.
      guard file.name == name else { throw DiscoveryFileError.field("name") }
      return file
    } catch {
      throw .malformed(name: name, error)
    }
  }

  // This only serves to choose among several. In another process namespace the number would be meaningless.
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
