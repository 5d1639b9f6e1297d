public import Files

extension DiscoveryFile {
  /// Writes the file into the folder of the providers with mode 0600, and makes the folder if it is missing. A file of
  /// the same name, left by a run that did not end properly, is replaced.
  ///
  /// - Throws: ``PrivateFileError``; nothing has been published then.
  public func publish(in directories: PayportDirectories) throws(PrivateFileError) {
    // The parent folder holds the owner's socket. Both folders must be private to this user.
    _ = try PrivateFolder(creating: directories.runtime)
    try PrivateFolder(creating: directories.providers).write(bytes, to: fileName, replacing: true)
  }

  /// Removes the file, unless it has been replaced by the file of a later start.
  ///
  /// - Throws: ``PrivateFileError``.
  public func withdraw(from directories: PayportDirectories) throws(PrivateFileError) {
    let folder: PrivateFolder
    do throws(PrivateFileError) {
      folder = try PrivateFolder(opening: directories.providers)
      guard try folder.read(fileName, limit: Self.maximumSize) == bytes else { return }
    } catch {
      if case .missing = error { return }
      throw error
    }
    try folder.remove(fileName)
  }
}
