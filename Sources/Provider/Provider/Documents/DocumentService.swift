import Cryptography
import Documents
import Files
import Ledger
import Logging
import Orders
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
    /// What the workers are started with; `nil` before the start, and while documents are disabled.
    var place: DocumentPlace?
  }

  /// The path of `.services`; `nil` if documents are disabled.
  private let path: String?
  private let state = Mutex(State())

  /// How documents are read and answered; `nil` if documents are disabled.
  private let rules: DocumentRules?

  /// A service that takes no documents.
  init() {
    path = nil
    rules = nil
  }

  /// - Parameter stateFolder: The folder that contains `.services`.
  init(stateFolder: String, _ rules: DocumentRules) {
    path = Self.absolute(stateFolder) + "/" + DocumentTree.services
    self.rules = rules
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
  ///
  /// - Parameter apps: Answers the requests of the documents, as it answers those of connections.
  func start(_ apps: AppConnections) async throws {
    guard let path, let rules else { return }
    let services: PrivateFolder
    do throws(PrivateFileError) {
      services = try PrivateFolder(creating: path)
    } catch {
      throw ProviderStartError.folder(path: path, why: "\(error)")
    }
    let watch = FolderWatch { [weak self] folder, names in self?.changed(folder, names) }
    if !watch.isLive {
      apps.core.log.log(
        level: .ownersBusiness, "folders cannot be watched here: documents are looked for every second")
    }
    state.withLock { $0.place = DocumentPlace(services: services, watch: watch, rules: rules, apps: apps) }
    for record in try await folders(apps.core) { begin(record) }
  }

  /// Starts the worker of an app's folder, or changes the key of a running one.
  func begin(_ record: DocumentFolderRecord) {
    let changed = state.withLock { state -> DocumentWorker? in
      if let worker = state.workers[record.app] { return worker }
      guard let place = state.place else { return nil }
      let worker = DocumentWorker(record, place)
      state.workers[record.app] = worker
      state.apps[record.name] = record.app
      state.tasks.append(Task { await worker.run() })
      return nil
    }
    if let changed { Task { await changed.change(record) } }
  }

  /// Stops starting new work. Work that is running is in the ledger, and is found again at the next start.
  func stop() {
    for task in state.withLock({ exchange(&$0, with: State()) }).tasks { task.cancel() }
  }

  /// Handles a change in a folder.
  private func changed(_ folder: String?, _ names: [String]) {
    guard let folder else { return look(state.withLock { Array($0.workers.values) }, .everything) }
    let name = folder.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
    if Self.parents.contains(name) {
      look(workers(of: names), .everything)
    } else if names.isEmpty {
      look(workers(of: [name]), .everything)
    } else if names.contains(where: Self.isOfDocument) {
      // The answers that the provider itself writes are no news.
      look(workers(of: [name]), .files)
    }
  }

  /// The folders in which each app has one.
  private static let parents = Set(DocumentTree.requests.map(DocumentTree.folder))

  private func workers(of folders: [String]) -> [DocumentWorker] {
    state.withLock { state in folders.compactMap { state.apps[$0].flatMap { state.workers[$0] } } }
  }

  private func look(_ workers: [DocumentWorker], _ reasons: DocumentReasons) {
    for worker in workers { worker.look(reasons) }
  }

  private static func isOfDocument(_ file: String) -> Bool {
    DocumentName(file: file) != nil || DocumentName(signatureFile: file) != nil
  }

  private func folders(_ core: ProviderCore) async throws(LedgerError) -> [DocumentFolderRecord] {
    let apps = try await core.ledger.read { reader in try reader.apps() }
    let folders = try await core.ledger.read { reader in try reader.documentFolders() }
    let known = Set(folders.map(\.app))
    for app in apps where app.status == .approved && !known.contains(app.key) {
      guard let key = try? newKey(core.random) else { throw LedgerError.abandoned }
      _ = try await core.ledger.write { transaction in
        try transaction.assignDocumentFolder(to: app.key, name: app.folderName, key: key)
      }
    }
    return try await core.ledger.read { reader in try reader.documentFolders() }
  }

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// How documents are read and answered: who they have to be for, how old they may be, and whose key signs the answers.
final class DocumentRules: Sendable {
  let reader: DocumentReader
  /// The provider's key.
  let key: Ed25519.SigningKey
  let freshness: DocumentFreshness

  init(_ reader: DocumentReader, key: Ed25519.SigningKey, freshness: DocumentFreshness) {
    self.reader = reader
    self.key = key
    self.freshness = freshness
  }
}

/// Where the documents of all apps are, and what each worker is given to answer them.
struct DocumentPlace: Sendable {
  let services: PrivateFolder
  let watch: FolderWatch
  let rules: DocumentRules
  let apps: AppConnections
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
