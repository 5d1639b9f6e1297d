import Ledger
import Provider

/// The ledger in PostgreSQL.
extension CheckReport {
  /// Tells whether payd could work with the ledger that the configuration names, and whether the server is set so that
  /// no payment is forgotten.
  ///
  /// - Returns: the currencies that a ledger in a database was used with, and their networks.
  mutating func ledger(
    _ settings: ProviderConfiguration, folder: String, file: String?
  ) -> [(currency: String, network: String)] {
    let look = LedgerTrial.look(settings, folder: folder)
    let advised = "Correct `ledger` in \(file ?? "the configuration"), or see that the server runs and takes writes."
    switch look.outcome {
    case .file: return []
    case .unusable(let words):
      add(.failure, on: "ledger", words, advice: advised)
      return []
    case .answered(let condition):
      ledger(condition, look.place)
      return condition.networks
    }
  }

  private mutating func ledger(_ condition: PostgresCondition, _ place: String) {
    let server = "\(place), PostgreSQL \(condition.version)"
    switch condition.content {
    case .nothing where !condition.mayMakeTables:
      add(
        .failure, on: "ledger", "\(server); this role may not make tables there",
        advice: "Make the database with: createdb --owner ROLE --encoding UTF8 --template template0 NAME")
    case .nothing: add(.ok, on: "ledger", "\(server); payd will make its tables there")
    case .ledger:
      let holder = condition.isHeld ? "a payd writes it now" : "no payd writes it now"
      add(.ok, on: "ledger", "\(server); \(holder), epoch \(condition.epoch)")
    case .other(.movedAway):
      add(
        .failure, on: "ledger", "it was moved from \(place) to another place and goes on there",
        advice: "Change `ledger` in the configuration to that place.")
    case .other(let error):
      add(
        .failure, on: "ledger", "\(place) has a ledger of another version of payd (\(error))",
        advice: "Install the version of payd that wrote it.")
    }
    durability(condition)
    if condition.encoding != "UTF8" {
      add(
        .failure, on: "ledger encoding", "the encoding of the database is \(condition.encoding), so payd refuses it",
        advice: "Make the database with: createdb --owner ROLE --encoding UTF8 --template template0 NAME")
    }
    connection(condition)
    takingOver(condition)
    clock(condition)
  }

  /// Whether the owner would have to unlock paying, or has to now.
  private mutating func takingOver(_ condition: PostgresCondition) {
    if condition.lock == "unvouched_ledger" {
      add(
        .warning, on: "ledger lock",
        "paying is locked: a payd took over that knew nothing of this ledger, which may be an older copy",
        advice: "Look whether apps, limits and what you denied are as you left them; then type: payd unlock")
    } else if condition.isUnknownHere {
      add(
        .warning, on: "ledger lock",
        "the state folder knows nothing of this ledger: if payd took over now, without having seen another one write, "
          + "paying would be locked",
        advice: "Start payd while another one writes; it learns how far the ledger has come within some seconds.")
    }
  }

  private mutating func clock(_ condition: PostgresCondition) {
    let seconds = condition.clockOffset / 1000
    guard abs(seconds) >= 5 else { return }
    add(
      .warning, on: "ledger clock",
      "this clock is \(abs(seconds)) seconds \(seconds > 0 ? "ahead of" : "behind") that of the database's server, by which "
        + "payd goes then",
      advice: "Type on both machines: sudo timedatectl set-ntp true")
  }

  private mutating func durability(_ condition: PostgresCondition) {
    guard condition.synchronizes else {
      return add(
        .failure, on: "ledger durability", "the server runs with fsync = off, so payd refuses it",
        advice: "Set fsync = on in postgresql.conf and restart the server.")
    }
    if !condition.writesFullPages {
      add(
        .warning, on: "ledger durability", "full_page_writes is off: a power failure can damage the ledger",
        advice: "Set full_page_writes = on in postgresql.conf, unless the file system writes pages as a whole.")
    }
    switch condition.synchronousCommit {
    case "off":
      add(
        .warning, on: "ledger durability",
        "synchronous_commit is off; payd's own transactions wait for the disk anyway",
        advice: "To protect other programs too, set synchronous_commit = on.")
    case "remote_write":
      add(
        .warning, on: "ledger durability",
        "synchronous_commit is remote_write: if both servers fail together, the standby may lack what was answered",
        advice: "Set synchronous_commit = on for payd's role or database.")
    default:
      add(.ok, on: "ledger durability", "fsync is on, synchronous_commit is \(condition.synchronousCommit)")
    }
  }

  private mutating func connection(_ condition: PostgresCondition) {
    if condition.isLocal { return add(.ok, on: "ledger connection", "on this machine") }
    // payd uses no connection through a network without it.
    guard let encryption = condition.encryption else { return }
    guard condition.isVerified else {
      return add(
        .warning, on: "ledger connection",
        "\(encryption), but the server need not prove that it is the one that was named",
        advice: "Use sslmode=verify-full, with the server's certificate in sslrootcert.")
    }
    add(.ok, on: "ledger connection", "\(encryption), and the server has proved its name")
  }
}
