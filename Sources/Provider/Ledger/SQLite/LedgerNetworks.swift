import GRDB

/// Which currencies on which networks a ledger in a folder was used with, for somebody who only looks.
package enum LedgerNetworks {
  /// Reads them of a ledger that no process has open. Nothing is made or changed, also no file beside it, and what an
  /// unclean end has left in the log is not read.
  ///
  /// - Parameter folder: the folder of the ledger.
  /// - Returns: `nil` if there is no ledger, or it cannot be read.
  package static func look(in folder: String) -> [(currency: String, network: String)]? {
    var configuration = Configuration()
    configuration.label = "payport.ledger.look"
    configuration.readonly = true
    let path = LedgerFolder.databasePath(in: folder).unicodeScalars.reduce(into: "") { path, scalar in
      switch scalar {
      case "%": path += "%25"
      case "?": path += "%3f"
      case "#": path += "%23"
      default: path.unicodeScalars.append(scalar)
      }
    }
    do {
      // A file that nobody changes needs neither a lock nor the files that go with one.
      let database = try DatabaseQueue(path: "file:\(path)?immutable=1", configuration: configuration)
      return try database.read { database in
        try Row.fetchAll(database, sql: "SELECT substr(key, 9), value FROM settings WHERE key LIKE 'network.%'").map {
          ($0[0], $0[1])
        }
      }
    } catch {
      // Whether payd can use the ledger is seen at its start, which says what is wrong.
      return nil
    }
  }
}
