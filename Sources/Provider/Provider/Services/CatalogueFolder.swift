import Catalogue
import Files
import Logging
import Orders
import PaymentsAPI
import Transport

/// The catalogue of services as files in the provider's state folder, which are kept up to date. The actor has a queue
/// of its own, because the disk may be slow.
actor CatalogueFolder {
  private let queue = QueueLoop(label: "payport.catalogue")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String
  private let schemas: PaymentsSchemas
  private let log: Logger
  private var written: PaymentsService?
  private var lastFailure: PrivateFileError?
  private var isTidied = false

  /// Creates the value for a subfolder of the state folder. Nothing is written yet.
  init(state: String, schemas: PaymentsSchemas, log: Logger) {
    path = state + "/" + Catalogue.folder
    self.schemas = schemas
    self.log = log
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Writes the files that are missing or differ. If the disk fails, the next call tries again; the provider works
  /// without the files.
  func keep(_ service: PaymentsService) {
    guard written != service else { return }
    do throws(PrivateFileError) {
      try write(service)
      written = service
      lastFailure = nil
    } catch {
      if error != lastFailure {
        log.log(level: .ownFault, "the catalogue cannot be written", metadata: ["error": "\(error)"])
      }
      lastFailure = error
    }
  }

  private func write(_ service: PaymentsService) throws(PrivateFileError) {
    let catalogue = service.catalogue(schemas)
    let writer = CatalogueWriter(remarks: service.remarks(schemas))
    _ = try PrivateFolder(creating: path)
    for folder in writer.folders(of: catalogue) { _ = try PrivateFolder(creating: path + "/" + folder) }
    // Files that refer to other files come last, so that a reader finds all of them.
    for file in writer.files(of: catalogue) {
      let folder = try PrivateFolder(opening: file.folder.isEmpty ? path : path + "/" + file.folder)
      if !isTidied { try folder.removeLeftovers(of: file.name) }
      guard try !Self.holds(folder, file) else { continue }
      try folder.write(file.bytes, to: file.name, replacing: true)
    }
    isTidied = true
  }

  private static func holds(_ folder: PrivateFolder, _ file: CatalogueFile) throws(PrivateFileError) -> Bool {
    do throws(PrivateFileError) {
      return try folder.read(file.name, limit: file.bytes.count) == file.bytes
    } catch {
      switch error {
      // A file that somebody else put there is replaced.
      case .missing, .tooLarge, .unsafeFile: return false
      default: throw error
      }
    }
  }
}
