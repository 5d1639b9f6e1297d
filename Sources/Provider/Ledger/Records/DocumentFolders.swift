package import PaymentsModel

/// The folder for the documents of an app.
package struct DocumentFolderRecord: Sendable, Hashable, CustomStringConvertible {
  /// The app.
  package let app: AppKey
  /// The name of the app's folders. No other app has the same name.
  package let name: String
  /// The 32 bytes with which the app seals its documents. They are secret.
  package let key: [UInt8]

  /// A text with the name only. The key does not appear in logs.
  package var description: String { "DocumentFolderRecord(\(name))" }
}

extension LedgerReader {
  /// Returns the document folder of an app; `nil` if it never had one.
  package func documentFolder(_ app: AppKey) throws -> DocumentFolderRecord? {
    let folders = LedgerSchema.documentFolders
    return try first(in: folders, where: [folders.app(app)], DocumentFolderRecord.init(row:))
  }

  /// Returns the document folders of all apps, in the order of their names.
  package func documentFolders() throws -> [DocumentFolderRecord] {
    try all(in: LedgerSchema.documentFolders, ending: "ORDER BY name", DocumentFolderRecord.init(row:))
  }
}

extension LedgerTransaction {
  /// Gives an app a document folder, or gives its existing folder another key.
  ///
  /// - Parameters:
  ///   - name: The name of a new folder. If another app has this name, a number is added.
  ///   - key: The new key, 32 bytes.
  /// - Throws: ``LedgerError/constraint`` if the app is unknown.
  package func assignDocumentFolder(
    to app: AppKey, name: String, key: [UInt8]
  ) throws -> DocumentFolderRecord {
    var free = name
    var number = 1
    if let own = try documentFolder(app) {
      free = own.name
    } else {
      while try isTaken(free) {
        number += 1
        free = "\(name)-\(number)"
      }
    }
    let folders = LedgerSchema.documentFolders
    try save(in: folders, new: [folders.app(app), folders.name(free)], [folders.documentKey(key)])
    return DocumentFolderRecord(app: app, name: free, key: key)
  }

  private func isTaken(_ name: String) throws -> Bool {
    try firstValue("SELECT 1 FROM document_folders WHERE name = $1", [name], Int.self) != nil
  }
}

extension DocumentFolderRecord {
  fileprivate init(row: StoredRow<DocumentFoldersTable>) throws {
    let folders = LedgerSchema.documentFolders
    self.init(app: try row[folders.app], name: try row[folders.name], key: try row[folders.documentKey])
  }
}
