import Cryptography
import PostgreSQL

@testable import Forwarding

/// The list of daemons as the ledger has it, with a key for each name.
enum ListedDaemons {
  static func make(_ connection: PostgresConnection, _ names: [String]) throws -> [DaemonKey] {
    _ = try connection.run(
      "CREATE TABLE IF NOT EXISTS daemons (public_key TEXT COLLATE \"C\" PRIMARY KEY, name TEXT, revoked_at BIGINT)")
    let provider = try Ed25519.SigningKey(from: SystemRandom())
    return try names.map { name in
      let key = try DaemonKey(own: Ed25519.SigningKey(from: SystemRandom()), provider: provider)
      _ = try connection.run(
        "INSERT INTO daemons (public_key, name) VALUES ($1, $2)", [.text(key.publicKey), .text(name)])
      return key
    }
  }
}
