public import Files

extension DiscoveryFile {
  /// Writes the file into the folder of the providers, mode 0600, making the folder where it is missing; one of that
  /// name, from a start that did not end well, is replaced.
  ///
  /// - Throws: ``PrivateFileError``; nothing is published then.
  public func publish(in directories: PayportDirectories) throws(PrivateFileError) {
    // The folder above holds the owner's socket: both are to be ours alone.
    _ = try PrivateFolder(creating: directories.runtime)
    try PrivateFolder(creating: directories.providers).write(bytes, to: fileName, replacing: true)
  }

  /// Removes the file, if it is still this one and not that of a later start.
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
