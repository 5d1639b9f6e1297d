import Cryptography
import Dispatch
import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsModel
import Synchronization

/// The owner's PIN, if one is set. It has to be typed before the provider does what the owner protected by it.
final class OwnerPIN: Sendable {
  private struct State {
    var record: PinRecord?
    var tries = PinGuard()
  }

  private static let recordKey = PinRecord.setting
  private static let triesKey = "pin_tries"

  private let ledger: Ledger
  private let clock: any WallClock
  private let random: any RandomSource
  private let state = Mutex(State())
  /// Hashing takes much time and memory. It is done one at a time, and not on the threads of the other work.
  private let queue = DispatchQueue(label: "payport.pin")

  init(ledger: Ledger, clock: any WallClock, random: any RandomSource) {
    self.ledger = ledger
    self.clock = clock
    self.random = random
  }

  /// Reads the stored PIN.
  ///
  /// - Throws: ``LedgerError``; `.corrupt` if the record is damaged, because it would be wrong to continue without a
  ///   PIN.
  func load() async throws(LedgerError) {
    let (recordKey, triesKey) = (Self.recordKey, Self.triesKey)
    let stored = try await ledger.read { reader in
      (record: try reader.setting(recordKey), tries: try reader.setting(triesKey))
    }
    var fresh = State()
    if let text = stored.record {
      guard let record = PinRecord(stored: text) else { throw .corrupt }
      fresh.record = record
    }
    if let text = stored.tries {
      guard let tries = PinGuard.State(stored: text) else { throw .corrupt }
      fresh.tries = PinGuard(tries)
    }
    let loaded = fresh
    state.withLock { $0 = loaded }
  }

  /// Whether a PIN is set.
  var isSet: Bool { state.withLock { $0.record != nil } }

  /// Returns whether a payment of this total, or a permission for it, needs the PIN.
  func isNeeded(for total: Amount, _ currency: String, decimals: Int) -> Bool {
    state.withLock { $0.record?.isNeeded(for: total, currency, decimals: decimals) == true }
  }

  /// Returns whether a PIN is set, as the ledger has it.
  static func isSet(_ reader: LedgerReader) throws -> Bool { try reader.setting(recordKey) != nil }

  /// The failure of what needs the PIN, and came without it.
  static var missing: OwnerFailure { OwnerFailure(.pinRequired, "this needs your PIN") }

  /// What `pin status` answers.
  var report: PinStatus {
    let now = clock.now()
    let state = state.withLock { $0 }
    guard let record = state.record else { return PinStatus(set: false) }
    let above = record.above.sorted { $0.key < $1.key }
    return PinStatus(
      set: true, above: NamedValues(above.map { .init(name: $0.key, value: $0.value) }),
      triesLeft: state.tries.triesLeft, nextTryAt: state.tries.wait(at: now).map { now.advanced(by: $0) })
  }

  /// Checks the PIN if a payment of this total, or a permission for it, needs it.
  ///
  /// - Parameter typed: what the owner typed.
  /// - Returns: whether it was needed, and right.
  /// - Throws: `pin_required` where none was typed, `wrong_pin`, `locked` while further tries are delayed.
  @discardableResult
  func require(
    _ typed: String?, for total: Amount, _ currency: String, decimals: Int
  ) async throws -> Bool {
    guard isNeeded(for: total, currency, decimals: decimals) else { return false }
    return try await require(typed)
  }

  /// Checks the PIN if one is set, for requests that need it regardless of an amount.
  ///
  /// - Returns: as ``require(_:for:_:decimals:)``, and it throws the same.
  @discardableResult
  func require(_ typed: String?) async throws -> Bool {
    guard let record = state.withLock({ $0.record }) else { return false }
    guard let typed else { throw Self.missing }
    let pin = SecretBytes(typed.utf8)
    let now = clock.now()
    let wait = state.withLock { state -> Duration? in state.tries.begin(at: now) ? nil : state.tries.wait(at: now) }
    if let wait {
      throw OwnerFailure(
        .locked, "too many wrong PINs: the next try is in \(Self.words(wait))",
        .init(retryAfterMilliseconds: Int((wait / .milliseconds(1)).rounded(.up))))
    }
    // The try is stored before the comparison, so that ending the provider now does not undo it.
    try await storeTries()
    guard try await isRight(pin, record) else {
      let status = state.withLock { (left: $0.tries.triesLeft, wait: $0.tries.wait(at: now)) }
      try await audit("pin.wrong")
      throw OwnerFailure(
        .wrongPin, "this is not your PIN",
        .init(
          triesLeft: status.left,
          retryAfterMilliseconds: status.wait.map { Int(($0 / .milliseconds(1)).rounded(.up)) }))
    }
    state.withLock { $0.tries.succeed() }
    try await storeTries()
    return true
  }

  /// Sets another PIN. The caller has checked the present one.
  func set(_ typed: String, above: [String: DecimalAmount]) async throws {
    guard typed.count >= PinRecord.fewest else {
      throw OwnerFailure(.usage, "PINs of fewer than six digits, or other characters, are refused")
    }
    guard typed.utf8.count <= PinRecord.mostBytes else {
      throw OwnerFailure(.usage, "a PIN has at most \(PinRecord.mostBytes) bytes")
    }
    let pin = SecretBytes(typed.utf8)
    let random = random
    let made = await onQueue { try? PinRecord(pin, above: above, random: random) }
    guard let made else { throw OwnerFailure(.internalError, "the PIN could not be hashed; nothing was changed") }
    try await store(made, "pin.set")
  }

  /// Removes the PIN. The caller has checked it.
  func clear() async throws {
    try await store(nil, "pin.cleared")
  }

  private func isRight(_ pin: SecretBytes, _ record: PinRecord) async throws -> Bool {
    guard let isRight = await onQueue({ try? record.matches(pin) }) else {
      throw OwnerFailure(.internalError, "the PIN could not be checked")
    }
    return isRight
  }

  private func onQueue<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  private func store(_ record: PinRecord?, _ kind: String) async throws {
    let (key, triesKey, now) = (Self.recordKey, Self.triesKey, clock.now())
    let text = record?.stored
    var detail = JSONObject()
    if let above = record?.above, !above.isEmpty {
      detail["above"] = .object(JSONObject(above.map { .init(name: $0.key, value: .string($0.value.text)) }))
    }
    let entry = AuditEntry(at: now, kind: kind, detail)
    try await ledger.write { transaction in
      try transaction.setSetting(key, text)
      try transaction.setSetting(triesKey, nil)
      try transaction.appendAudit(entry)
    }
    state.withLock { $0 = State(record: record) }
  }

  /// Stores the tries. The value is read inside the unit, so that concurrent calls do not restore an older count.
  private func storeTries() async throws {
    let key = Self.triesKey
    try await ledger.write { [self] transaction in
      try transaction.setSetting(key, state.withLock { $0.tries.state.stored })
    }
  }

  private func audit(_ kind: String) async throws {
    let now = clock.now()
    try await ledger.write { transaction in
      try transaction.appendAudit(AuditEntry(at: now, kind: kind, app: nil, objectID: nil, detail: "{}"))
    }
  }

  private static func words(_ wait: Duration) -> String {
    let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
    return seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
  }
}

extension PinGuard.State {
  /// The stored form.
  var stored: String {
    let value: JSONValue = ["tries": .integer(tries), "last": .integer(last?.milliseconds ?? 0)]
    return value.text()
  }

  /// Parses the stored form; `nil` if it is damaged.
  init?(stored text: String) {
    guard let value = try? JSONValue(parsing: Array(text.utf8)),
      let tries = value["tries"]?.integerValue(as: Int.self), tries >= 0,
      let last = value["last"]?.integerValue(as: Int64.self)
    else { return nil }
    self.init(tries: tries, last: last == 0 ? nil : Timestamp(milliseconds: last))
  }
}
