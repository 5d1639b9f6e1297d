public import Files
import JSON
public import KeyStorage
import RPCRuntime

/// Why an app's own files cannot be used. Nothing is done without them: an app must not become another one unnoticed.
public enum AppStateError: Error, Sendable, Hashable {
  /// The app's identifier cannot name a folder; see `Manifest.isWellFormed`.
  case invalidManifest
  /// A file or folder could not be read or written, or must not be; its name.
  case file(name: String, PrivateFileError)
  /// The app's own key cannot be used.
  case key(KeyStoreError)
  /// A file does not hold what it should; its name.
  case damaged(name: String)
}

/// The folder of one app: `<state>/consumer/<app_id>`, with its key, pins, journal, cursors, and where its documents
/// go.
///
/// All that is done with it blocks for the disk, so it is kept to an actor on a queue of its own: ``AppState``.
struct AppFolder {
  let root: PrivateFolder
  let providers: PrivateFolder
  let requests: PrivateFolder
  let cursors: PrivateFolder
  let documentFolders: PrivateFolder

  init(appID: String, directories: PayportDirectories) throws(AppStateError) {
    let path = directories.consumer(appID: appID)
    root = try Self.open(path)
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
  /// The JSON object in a file; nil where there is no such file.
  func object(_ name: String) throws(AppStateError) -> JSONObject? {
    let bytes: [UInt8]
    do {
      bytes = try read(name, limit: 2 << 20)
    } catch {
      if case .missing = error { return nil }
      throw .file(name: name, error)
    }
    // A file of a later version of this format is not one to be guessed at.
    guard let value = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 2 << 20)),
      let object = value.objectValue, object["v"]?.integerValue(as: Int.self) == 1
    else { throw .damaged(name: name) }
    return object
  }

  /// Writes a JSON object; says whether it did, which without `replacing` depends on there being none.
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
