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
    try first(
      "SELECT app_key, name, document_key FROM document_folders WHERE app_key = ?", [app.rawValue],
      DocumentFolderRecord.init(columns:))
  }

  /// Returns the document folders of all apps, in the order of their names.
  package func documentFolders() throws -> [DocumentFolderRecord] {
    try all(
      "SELECT app_key, name, document_key FROM document_folders ORDER BY name", [],
      DocumentFolderRecord.init(columns:))
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
    try execute(
      """
      INSERT INTO document_folders (app_key, name, document_key) VALUES (?, ?, ?)
      ON CONFLICT (app_key) DO UPDATE SET document_key = excluded.document_key
      """, [app.rawValue, free, key])
    return DocumentFolderRecord(app: app, name: free, key: key)
  }

  private func isTaken(_ name: String) throws -> Bool {
    try first("SELECT 1 FROM document_folders WHERE name = ?", [name]) { columns -> Int64 in
      try columns.integer()
    } != nil
  }
}

extension DocumentFolderRecord {
  fileprivate init(columns: inout Columns) throws {
    self.init(app: AppKey(rawValue: try columns.text()), name: try columns.text(), key: try columns.bytes())
  }
}
