public import Files
import JSON
public import KeyStorage
import RPCRuntime

/// Why an app's own files cannot be used. The client does nothing without them, because with another key the app would
/// be a different app to the provider.
public enum AppStateError: Error, Sendable, Hashable {
  /// The app's identifier cannot be the name of a folder; see `Manifest.isWellFormed`.
  case invalidManifest
  /// A file or folder could not be read or written, or its owner or permissions are wrong.
  case file(name: String, PrivateFileError)
  /// The app's own key cannot be used.
  case key(KeyStoreError)
  /// The content of a file is not what it should be.
  case damaged(name: String)
  /// A request with this `request_id` was made to another provider, whose name this is, and its outcome is not known.
  /// It is not sent to this provider, because what it asks for could then be done twice.
  case requestOfOtherProvider(name: String)
}

/// The folder of an app: `<state>/consumer/<app_id>`. It holds the key, pins, journal and cursors, and the locations of
/// the app's documents.
///
/// Its methods block while they wait for the disk. Therefore only ``AppState`` uses it, an actor on a queue of its own.
struct AppFolder {
  let root: PrivateFolder
  let providers: PrivateFolder
  let requests: PrivateFolder
  let cursors: PrivateFolder
  let documentFolders: PrivateFolder

  init(appID: String, directories: PayportDirectories) throws(AppStateError) {
    let path = directories.consumer(appID: appID)
    root = try Self.open(path)
    do throws(PrivateFileError) {
      try root.checkAbove()
    } catch {
      throw .file(name: directories.state, error)
    }
    providers = try Self.open(path + "/providers")
    requests = try Self.open(path + "/requests")
    cursors = try Self.open(path + "/cursors")
    documentFolders = try Self.open(path + "/folders")
  }

  private static func open(_ path: String) throws(AppStateError) -> PrivateFolder {
    do {
      return try PrivateFolder(creating: path)
    } catch {
      throw .file(name: path, error)
    }
  }
}

extension PrivateFolder {
  /// Reads the JSON object in a file; returns `nil` if the file does not exist.
  func object(_ name: String) throws(AppStateError) -> JSONObject? {
    let bytes: [UInt8]
    do {
      bytes = try read(name, limit: 2 << 20)
    } catch {
      if case .missing = error { return nil }
      throw .file(name: name, error)
    }
    // A file of a later version is refused, because its meaning is not known.
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 2 << 20)),
      let object = value.objectValue, object["v"]?.integerValue(as: Int.self) == 1
    else { throw .damaged(name: name) }
    return object
  }

  /// Writes a JSON object, and returns whether it did. Without `replacing`, an existing file is not changed.
  @discardableResult
  func write(_ object: JSONObject, to name: String, replacing: Bool) throws(AppStateError) -> Bool {
    do {
      try write(JSONValue.object(object).encoded(style: .pretty), to: name, replacing: replacing)
      return true
    } catch {
      if case .exists = error { return false }
      throw .file(name: name, error)
    }
  }

  func removeFile(_ name: String) throws(AppStateError) {
    do { try remove(name) } catch { throw .file(name: name, error) }
  }

  func fileNames() throws(AppStateError) -> [String] {
    do { return try names() } catch { throw .file(name: path, error) }
  }
}
