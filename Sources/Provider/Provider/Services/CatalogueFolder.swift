import Catalogue
import Files
import Logging
import PaymentsAPI
import Transport

/// The catalogue as files in the provider's state folder, kept as the services are. On a queue of its own: the disk may
/// take its time.
actor CatalogueFolder {
  private let queue = QueueLoop(label: "payport.catalogue")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String
  private let schemas: PaymentsSchemas
  private let log: Logger
  private var written: PaymentsService?
  private var lastFailure: PrivateFileError?
  private var isTidied = false

  /// A folder below that of the state; nothing is written yet.
  init(state: String, schemas: PaymentsSchemas, log: Logger) {
    path = state + "/" + Catalogue.folder
    self.schemas = schemas
    self.log = log
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Writes what is not as it should be. A disk that refuses is tried again with the next call: the wallet works
  /// without its catalogue.
  func keep(_ service: PaymentsService) {
    guard written != service else { return }
    do throws(PrivateFileError) {
      try write(service)
      written = service
      lastFailure = nil
    } catch {
      if error != lastFailure { log.warning("the catalogue cannot be written", metadata: ["error": "\(error)"]) }
      lastFailure = error
    }
  }

  private func write(_ service: PaymentsService) throws(PrivateFileError) {
    let catalogue = service.catalogue(schemas)
    let writer = CatalogueWriter(remarks: service.remarks(schemas))
    _ = try PrivateFolder(creating: path)
    for folder in writer.folders(of: catalogue) { _ = try PrivateFolder(creating: path + "/" + folder) }
    // Last comes what leads to the others, so that a reader finds them all.
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
      // What somebody put in its place is replaced.
      case .missing, .tooLarge, .unsafeFile: return false
      default: throw error
      }
    }
  }
}
