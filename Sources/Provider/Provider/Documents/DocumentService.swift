import Cryptography
import Documents
import Files
import Ledger
import Logging
import PaymentsAPI
import PaymentsModel
import Platform
import Synchronization

/// Handles the documents of all apps: gives each app a folder and a key, and starts a worker for the folder.
final class DocumentService: Sendable {
  private struct State {
    var workers: [AppKey: DocumentWorker] = [:]
    /// The apps by the names of their folders.
    var apps: [String: AppKey] = [:]
    var tasks: [Task<Void, Never>] = []
    var services: PrivateFolder?
    var watch: FolderWatch?
  }

  /// The path of `.services`; `nil` if documents are disabled.
  private let path: String?
  private let state = Mutex(State())

  /// Reads documents; `nil` if documents are disabled.
  let reader: DocumentReader?

  /// A service that takes no documents.
  init() {
    path = nil
    reader = nil
  }

  /// - Parameter stateFolder: The folder that contains `.services`.
  init(stateFolder: String, reader: DocumentReader) {
    path = Self.absolute(stateFolder) + "/" + DocumentTree.services
    self.reader = reader
  }

  /// Returns what an app is told of its folder.
  func report(_ record: DocumentFolderRecord?) -> DocumentFolder? {
    guard let path, let record, let key = DocumentKey(SecretBytes(record.key)) else { return nil }
    return DocumentFolder(services: path, name: record.name, documentKey: key.exposedText)
  }

  /// Creates a key for an app that is being approved.
  ///
  /// - Throws: `CryptographyError.randomnessUnavailable`.
  func newKey(_ random: any RandomSource) throws(CryptographyError) -> [UInt8] {
    try DocumentKey(from: random).bytes.exposedBytes()
  }

  /// Starts with the documents in the folders. Apps that were approved before document folders existed get a folder.
  func start(_ context: ProviderContext) async throws(ProviderStartError) {
    guard let path else { return }
    let services: PrivateFolder
    do throws(PrivateFileError) {
      services = try PrivateFolder(creating: path)
    } catch {
      throw .folder(path: path, why: "\(error)")
    }
    let watch = FolderWatch { [weak self] folder, names in self?.changed(folder, names) }
    if !watch.isLive {
      context.log.warning("folders cannot be watched here: documents are looked for every second")
    }
    state.withLock { state in
      state.services = services
      state.watch = watch
    }
    for record in try await folders(context) { begin(record, context) }
  }

  /// Starts the worker of an app's folder, or changes the key of a running one.
  func begin(_ record: DocumentFolderRecord, _ context: ProviderContext) {
    let changed = state.withLock { state -> DocumentWorker? in
      if let worker = state.workers[record.app] { return worker }
      guard let services = state.services, let watch = state.watch else { return nil }
      let worker = DocumentWorker(record, services: services, watch: watch, context: context)
      state.workers[record.app] = worker
      state.apps[record.name] = record.app
      state.tasks.append(Task { await worker.run() })
      return nil
    }
    if let changed { Task { await changed.change(record) } }
  }

  /// Stops starting new work. Work that is running is in the ledger, and is found again at the next start.
  func stop() {
    let tasks = state.withLock { state in
      defer { state = State() }
      return state.tasks
    }
    for task in tasks { task.cancel() }
  }

  /// Handles a change in a folder.
  private func changed(_ folder: String?, _ names: [String]) {
    // The answers that the provider itself writes are no news.
    guard names.isEmpty || names.contains(where: Self.isOfDocument) else { return }
    let workers = state.withLock { state -> [DocumentWorker] in
      guard let folder else { return Array(state.workers.values) }
      let name = folder.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
      return state.apps[name].flatMap { state.workers[$0] }.map { [$0] } ?? []
    }
    for worker in workers { worker.look(folder == nil || names.isEmpty ? .everything : .files) }
  }

  private static func isOfDocument(_ file: String) -> Bool {
    DocumentName(file: file) != nil || DocumentName(signatureFile: file) != nil
  }

  private func folders(_ context: ProviderContext) async throws(ProviderStartError) -> [DocumentFolderRecord] {
    do throws(LedgerError) {
      let apps = try await context.ledger.read { reader in try reader.apps() }
      let folders = try await context.ledger.read { reader in try reader.documentFolders() }
      let known = Set(folders.map(\.app))
      for app in apps where app.status == .approved && !known.contains(app.key) {
        guard let key = try? newKey(context.random) else { throw LedgerError.abandoned }
        _ = try await context.ledger.write { transaction in
          try transaction.assignDocumentFolder(to: app.key, name: app.folderName, key: key)
        }
      }
      return try await context.ledger.read { reader in try reader.documentFolders() }
    } catch {
      throw .ledger("\(error)")
    }
  }

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension AppRecord {
  /// The name for a new folder: the identifier that the app claims, changed if a folder of this name would be hidden or
  /// could be taken for an option.
  var folderName: String {
    let name = Manifest(signed: evidence.manifest)?.appID ?? ""
    guard let first = name.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else {
      return "app" + name
    }
    return name
  }
}
