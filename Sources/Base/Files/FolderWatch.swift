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

#if os(Linux)
  import Dispatch
  import Platform
  import Synchronization

  /// An inotify instance that is read on a queue of its own (inotify(7)).
  final class InotifySource: Sendable {
    private struct Folders {
      var paths: [Int32: String] = [:]
      var numbers: [String: Int32] = [:]
    }

    private static let events = UInt32(
      IN_MOVED_TO | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF)

    private let descriptor: Int32
    private let folders = Mutex(Folders())
    private let changed: @Sendable (String?, [String]) -> Void
    // Dispatch sources are not declared `Sendable`, but may be used from any thread. This one is only cancelled.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// Returns nil if the system has no room for another instance.
    init?(changed: @escaping @Sendable (String?, [String]) -> Void) {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
      self.changed = changed
      source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "payport.folders"))
      source.setEventHandler { [weak self] in self?.read() }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    }

    deinit { source.cancel() }

    func add(_ path: String) -> Bool {
      folders.withLock { folders in
        let number = inotify_add_watch(descriptor, path, Self.events | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW))
        guard number >= 0 else { return false }
        if let other = folders.numbers[path], other != number {
          folders.paths[other] = nil
          inotify_rm_watch(descriptor, other)
        }
        folders.paths[number] = path
        folders.numbers[path] = number
        return true
      }
    }

    func remove(_ path: String) {
      folders.withLock { folders in
        guard let number = folders.numbers.removeValue(forKey: path) else { return }
        folders.paths[number] = nil
        inotify_rm_watch(descriptor, number)
      }
    }

    private func read() {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        buffer.withUnsafeBytes { tell(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }

    /// Reports the given events, once for each folder.
    private func tell(_ events: UnsafeRawBufferPointer) {
      var names: [String: [String]] = [:]
      var offset = 0
      // The layout is `struct inotify_event`: int wd; uint32_t mask, cookie, len; char name[len], padded with zero
      // bytes.
      while offset + 16 <= events.count {
        let number = events.loadUnaligned(fromByteOffset: offset, as: Int32.self)
        let mask = events.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        let length = Int(events.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        let name = events[(offset + 16)..<min(offset + 16 + length, events.count)].prefix { $0 != 0 }
        offset += 16 + length
        if mask & UInt32(IN_Q_OVERFLOW) != 0 { return changed(nil, []) }
        guard let path = folders.withLock({ $0.paths[number] }) else { continue }
        if mask & UInt32(IN_IGNORED) != 0 { forget(number) }
        let text = String(decoding: name, as: UTF8.self)
        if mask & UInt32(IN_CREATE) != 0, Self.isBeingWritten(path + "/" + text) { continue }
        names[path, default: []] += length == 0 ? [] : [text]
      }
      for (path, names) in names { changed(path, names) }
    }

    /// Whether a new file will be reported again when it is closed. This is never so for links, pipes, folders and
    /// second names of files.
    private static func isBeingWritten(_ path: String) -> Bool {
      var status = stat()
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }

    /// Removes a folder that was moved or removed. A new folder at the same path is another one.
    private func forget(_ number: Int32) {
      folders.withLock { folders in
        guard let path = folders.paths.removeValue(forKey: number), folders.numbers[path] == number else { return }
        folders.numbers[path] = nil
      }
    }
  }
#else
  /// A placeholder for systems without inotify.
  final class InotifySource: Sendable {
    init?(changed: @escaping @Sendable (String?, [String]) -> Void) { return nil }

    func add(_ path: String) -> Bool { false }

    func remove(_ path: String) {}
  }
#endif
