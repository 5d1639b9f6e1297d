import Forwarding
import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsModel
import Synchronization

/// The daemons of the ledger, as the owner admitted them and sent them away. Only the one that writes has it.
final class DaemonDirectory: Sendable {
  private let core: ProviderCore
  private let pin: OwnerPIN
  /// The key of this daemon; `nil` where the ledger is a file, which no other one shares.
  private let own: String?
  private let present = Mutex<Set<String>>([])

  init(_ core: ProviderCore, pin: OwnerPIN, own: String?) {
    self.core = core
    self.pin = pin
    self.own = own
  }

  /// Puts this daemon into the list. Whoever holds the lease may write the ledger anyway, so nobody is asked; one that the
  /// owner sent away serves nobody.
  ///
  /// - Throws: ``ProviderStartError/revoked(name:)``, ``ProviderStartError/ledger(_:)``.
  func enter() async throws {
    guard let own else { return }
    let (now, name) = (core.clock.now(), core.name)
    let revoked = try await core.ledger.write { transaction -> String? in
      let present = try transaction.daemons().first { $0.publicKey == own }
      if let present, present.revokedAt != nil { return present.name }
      guard present?.name != name else { return nil }
      let record = DaemonRecord(
        publicKey: own, name: name, addedAt: present?.addedAt ?? now, lastSeenAt: present?.lastSeenAt)
      try transaction.saveDaemon(record)
      try transaction.appendAudit(Self.entry("daemon.added", of: record, with: ["by": "itself"], at: now))
      return nil
    }
    if let revoked { throw ProviderStartError.revoked(name: revoked) }
  }

  /// Notes who is there. Called whenever that has changed.
  func saw(_ keys: Set<String>) async {
    let before = present.withLock { exchange(&$0, with: keys) }
    let (changed, now) = (before.symmetricDifference(keys), core.clock.now())
    do throws(LedgerError) {
      try await core.ledger.write { transaction in
        for var daemon in try transaction.daemons() where changed.contains(daemon.publicKey) {
          daemon.lastSeenAt = now
          try transaction.saveDaemon(daemon)
        }
      }
    } catch {
      core.ledgerTrouble(error)
    }
  }

  /// Tells which daemons the ledger has.
  func list(_: OwnerNothing) async throws -> ListDaemons.Result {
    ListDaemons.Result(daemons: try await core.ledger.read { reader in try reader.daemons() }.map(view))
  }

  /// Admits a daemon by its key, which the owner has from that daemon itself.
  func admit(_ params: AdmitDaemon.Params) async throws -> ListedDaemon {
    let (name, key) = (params.name, params.key)
    try checkShared()
    guard DaemonKey.isPublicKey(key) else {
      throw OwnerFailure(.usage, "this is no key of a daemon: take the one that `payd daemons key` shows there")
    }
    guard ProviderConfiguration.isName(name) else {
      throw OwnerFailure(.usage, "a name has 1 to 32 of a-z, 0-9 and -")
    }
    try await pin.require(params.pin)
    let now = core.clock.now()
    let record = try await core.ledger.write { transaction -> DaemonRecord? in
      let daemons = try transaction.daemons()
      guard !daemons.contains(where: { $0.name == name && $0.publicKey != key && $0.revokedAt == nil }) else {
        return nil
      }
      let known = daemons.first { $0.publicKey == key }
      if let known, known.name == name, known.revokedAt == nil { return known }
      let record = DaemonRecord(publicKey: key, name: name, addedAt: now, lastSeenAt: known?.lastSeenAt)
      try transaction.saveDaemon(record)
      try transaction.appendAudit(Self.entry("daemon.added", of: record, with: ["by": "owner"], at: now))
      return record
    }
    guard let record else {
      throw OwnerFailure(
        .conflict, "another daemon is called \(name); if it is no more, type: payd daemons revoke \(name)")
    }
    return view(record)
  }

  /// Sends a daemon away. Its sessions end with the next look at the list, within a second.
  func revoke(_ params: RevokeDaemon.Params) async throws -> ListedDaemon {
    try checkShared()
    let (text, own, now) = (params.daemon, own, core.clock.now())
    let record = try await core.ledger.write { transaction -> DaemonRecord in
      let admitted = try transaction.daemons().filter { $0.revokedAt == nil }
      let named = admitted.filter { $0.name == text }
      let found = named.isEmpty && !text.isEmpty ? admitted.filter { $0.publicKey.utf8.starts(with: text.utf8) } : named
      guard var daemon = found.first else { throw OwnerFailure(.notFound, "no daemon is called so") }
      guard found.count == 1 else {
        throw OwnerFailure(.conflict, "several daemons are called so; give the beginning of the key")
      }
      guard daemon.publicKey != own else {
        throw OwnerFailure(.conflict, "this daemon writes the ledger; end it, and ask the one that takes over")
      }
      daemon.revokedAt = now
      try transaction.saveDaemon(daemon)
      try transaction.appendAudit(Self.entry("daemon.revoked", of: daemon, with: [:], at: now))
      return daemon
    }
    return view(record)
  }

  private func checkShared() throws(OwnerFailure) {
    guard own == nil else { return }
    throw OwnerFailure(
      .conflict, "the ledger is a file, which daemons do not share; see `ledger` in the configuration")
  }

  private static func entry(
    _ kind: String, of daemon: DaemonRecord, with more: JSONObject, at now: Timestamp
  ) -> AuditEntry {
    var detail: JSONObject = ["name": .string(daemon.name), "key": .string(daemon.publicKey)]
    for member in more { detail[member.name] = member.value }
    return AuditEntry(at: now, kind: kind, detail)
  }

  private func view(_ daemon: DaemonRecord) -> ListedDaemon {
    ListedDaemon(
      key: daemon.publicKey, name: daemon.name, addedAt: daemon.addedAt,
      present: present.withLock { $0.contains(daemon.publicKey) }, writer: daemon.publicKey == own,
      lastSeen: daemon.lastSeenAt, revokedAt: daemon.revokedAt)
  }
}
