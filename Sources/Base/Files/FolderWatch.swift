/// Tells that something was put into folders, or that it may have been.
///
/// It is a hint and never the truth: whoever is told looks into the folder, and looks now and then without being told.
/// Only what is whole is told of: files that were moved in, files that were closed after writing, and what is no file
/// of one name, such as links, pipes and folders, when it is made. On Linux it is inotify; elsewhere, and where the
/// system has no room for one more, it tells nothing: see ``isLive``.
public final class FolderWatch: Sendable {
  private let source: InotifySource?

  /// A watch of no folder yet.
  ///
  /// - Parameter changed: called, on a queue of its own, with the path of a folder as it was given and the names in it
  ///   that are new; `nil` for all folders after so much that some was lost; no names where the folder itself was moved
  ///   or removed.
  public init(changed: @escaping @Sendable (_ folder: String?, _ names: [String]) -> Void) {
    source = InotifySource(changed: changed)
  }

  /// Whether anything is told at all.
  public var isLive: Bool { source != nil }

  /// Watches a folder; again does nothing, unless another folder is at that path now.
  ///
  /// - Returns: whether it is watched.
  @discardableResult
  public func add(_ path: String) -> Bool { source?.add(path) ?? false }

  /// Ends the watch of a folder.
  public func remove(_ path: String) { source?.remove(path) }
}
