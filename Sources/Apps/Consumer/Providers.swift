import Files
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

  /// Returns the provider with a name, or the only one that offers a service. If several daemons have the identity of
  /// that provider, it is the one that an app tries first.
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
    try daemons(of: name, ProviderKeys(offers: service), in: directories).files[0]
  }

  /// Returns all daemons of the provider with a name, or of the only one. At least one of them can be tried.
  static func daemons(
    of name: String?, _ keys: ProviderKeys, in directories: PayportDirectories
  ) throws(DiscoveryError) -> ProviderDaemons {
    guard let folder = try open(directories) else { throw .notRunning(name: name) }
    guard let name else { return try ProviderDaemons(onlyOneOf: try readAll(in: folder), keys) }
    guard DiscoveryFile.isName(name) else { throw .notRunning(name: name) }
    return try ProviderDaemons(of: name, among: try readAll(in: folder), keys)
  }

  private static func readAll(in folder: PrivateFolder) throws(DiscoveryError) -> [FoundFile] {
    var found: [FoundFile] = []
    for name in try names(in: folder) {
      do {
        found.append(FoundFile(name: name, content: .success(try read(name, in: folder))))
      } catch {
        // The file was removed after the folder was read.
        if case .notRunning = error { continue }
        found.append(FoundFile(name: name, content: .failure(error)))
      }
    }
    return found
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
