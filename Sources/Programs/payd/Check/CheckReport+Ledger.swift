import Ledger
import Provider
import TerminalUI

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
    let advised = localized(
      "Correct `ledger` in \(file ?? localized("the configuration")), or see that the server runs and takes writes.")
    switch look.outcome {
    case .file: return []
    case .unusable(let words):
      add(.failure, on: localized("ledger"), words, advice: advised)
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
        .failure, on: localized("ledger"), localized("\(server); this role may not make tables there"),
        advice: localized("Make the database with: createdb --owner ROLE --encoding UTF8 --template template0 NAME"))
    case .nothing: add(.ok, on: localized("ledger"), localized("\(server); payd will make its tables there"))
    case .ledger:
      let holder = condition.isHeld ? localized("a payd writes it now") : localized("no payd writes it now")
      add(.ok, on: localized("ledger"), localized("\(server); \(holder), epoch \(condition.epoch)"))
    case .other(.movedAway):
      add(
        .failure, on: localized("ledger"), localized("it was moved from \(place) to another place and goes on there"),
        advice: localized("Change `ledger` in the configuration to that place."))
    case .other(let error):
      add(
        .failure, on: localized("ledger"), localized("\(place) has a ledger of another version of payd (\(error))"),
        advice: localized("Install the version of payd that wrote it."))
    }
    durability(condition)
    if condition.encoding != "UTF8" {
      add(
        .failure, on: localized("ledger encoding"),
        localized("the encoding of the database is \(condition.encoding), so payd refuses it"),
        advice: localized("Make the database with: createdb --owner ROLE --encoding UTF8 --template template0 NAME"))
    }
    connection(condition)
    takingOver(condition)
    clock(condition)
  }

  /// Whether the owner would have to unlock paying, or has to now.
  private mutating func takingOver(_ condition: PostgresCondition) {
    if condition.lock == "unvouched_ledger" {
      add(
        .warning, on: localized("ledger lock"),
        localized("paying is locked: a payd took over that knew nothing of this ledger, which may be an older copy"),
        advice: localized("Look whether apps, limits and what you denied are as you left them; then type: payd unlock"))
    } else if condition.isUnknownHere {
      add(
        .warning, on: localized("ledger lock"),
        localized(
          "the state folder knows nothing of this ledger: if payd took over now, without having seen another one write, "
            + "paying would be locked"),
        advice: localized(
          "Start payd while another one writes; it learns how far the ledger has come within some seconds."))
    }
  }

  private mutating func clock(_ condition: PostgresCondition) {
    let seconds = condition.clockOffset / 1000
    guard abs(seconds) >= 5 else { return }
    add(
      .warning, on: localized("ledger clock"),
      seconds > 0
        ? localized(
          "this clock is \(seconds) seconds ahead of that of the database's server, by which payd goes then")
        : localized(
          "this clock is \(-seconds) seconds behind that of the database's server, by which payd goes then"),
      advice: localized("Type on both machines: sudo timedatectl set-ntp true"))
  }

  private mutating func durability(_ condition: PostgresCondition) {
    guard condition.synchronizes else {
      return add(
        .failure, on: localized("ledger durability"), localized("the server runs with fsync = off, so payd refuses it"),
        advice: localized("Set fsync = on in postgresql.conf and restart the server."))
    }
    if !condition.writesFullPages {
      add(
        .warning, on: localized("ledger durability"),
        localized("full_page_writes is off: a power failure can damage the ledger"),
        advice: localized(
          "Set full_page_writes = on in postgresql.conf, unless the file system writes pages as a whole."))
    }
    switch condition.synchronousCommit {
    case "off":
      add(
        .warning, on: localized("ledger durability"),
        localized("synchronous_commit is off; payd's own transactions wait for the disk anyway"),
        advice: localized("To protect other programs too, set synchronous_commit = on."))
    case "remote_write":
      add(
        .warning, on: localized("ledger durability"),
        localized(
          "synchronous_commit is remote_write: if both servers fail together, the standby may lack what was answered"),
        advice: localized("Set synchronous_commit = on for payd's role or database."))
    default:
      add(
        .ok, on: localized("ledger durability"),
        localized("fsync is on, synchronous_commit is \(condition.synchronousCommit)"))
    }
  }

  private mutating func connection(_ condition: PostgresCondition) {
    if condition.isLocal { return add(.ok, on: localized("ledger connection"), localized("on this machine")) }
    // payd uses no connection through a network without it.
    guard let encryption = condition.encryption else { return }
    guard condition.isVerified else {
      return add(
        .warning, on: localized("ledger connection"),
        localized("\(encryption), but the server need not prove that it is the one that was named"),
        advice: localized("Use sslmode=verify-full, with the server's certificate in sslrootcert."))
    }
    add(.ok, on: localized("ledger connection"), localized("\(encryption), and the server has proved its name"))
  }
}
