/// Reports that files may have been added to folders.
///
/// The report is only a hint: the receiver has to look into the folder, and has to look from time to time without a
/// report. Only complete entries are reported: files that were moved in, files that were closed after writing, and
/// entries other than files with one name, such as links, pipes and folders, when they are made. It uses inotify on
/// Linux. On other systems, and if the system has no room for another instance, it reports nothing: see ``isLive``.
public final class FolderWatch: Sendable {
  private let source: InotifySource?

  /// Makes a watch that does not watch any folder yet.
  ///
  /// - Parameter changed: called on a separate queue with the path of a folder, as it was given to ``add(_:)``, and the
  ///   names of its new entries. `folder` is nil if events were lost, and then means all folders. `names` is empty if
  ///   the folder itself was moved or removed.
  public init(changed: @escaping @Sendable (_ folder: String?, _ names: [String]) -> Void) {
    source = InotifySource(changed: changed)
  }

  /// Whether changes are reported on this system.
  public var isLive: Bool { source != nil }

  /// Watches a folder. It has no effect if the folder is already watched, unless there is another folder at that path
  /// now.
  ///
  /// - Returns: whether the folder is watched.
  @discardableResult
  public func add(_ path: String) -> Bool { source?.add(path) ?? false }

  /// Stops watching a folder.
  public func remove(_ path: String) { source?.remove(path) }
}
