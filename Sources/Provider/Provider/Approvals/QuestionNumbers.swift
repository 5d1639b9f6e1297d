import Ledger
import OwnerAPI
import Synchronization

/// The short numbers by which the owner names questions, as in `payd approve 1`.
///
/// A number is given to one question, and to no other one while there is this ledger: the next number is kept there, so
/// that what was typed for a question that has ended, or that stood on the screen before payd was started again, can
/// never answer another one. A question that waits longer than payd runs gets another number with the next start.
final class QuestionNumbers: Sendable {
  /// The most questions whose numbers are known; those that were numbered first are forgotten first.
  private static let mostKnown = 4096
  /// The setting of the ledger that has the number that was given last.
  private static let lastGiven = "question_number"

  private struct Known {
    var numbers: [String: Int] = [:]
    var names: [Int: String] = [:]
  }

  private let ledger: Ledger
  private let known = Mutex(Known())

  init(_ ledger: Ledger) {
    self.ledger = ledger
  }

  /// Leaves out numbers in a ledger that may be an older copy: the lost one has given some that it does not know of.
  static func leaveOut(in transaction: LedgerTransaction) throws {
    let last = try transaction.setting(lastGiven).flatMap { Int($0) } ?? 0
    try transaction.setSetting(lastGiven, String(last + 1000))
  }

  /// Returns the number of a question, which is given to it now if it has none.
  ///
  /// - Throws: ``LedgerError`` if a new number could not be stored; then it was not given.
  func number(of question: String) async throws(LedgerError) -> Int {
    if let number = known.withLock({ $0.numbers[question] }) { return number }
    let new = try await ledger.write { transaction in
      let next = (try transaction.setting(Self.lastGiven).flatMap { Int($0) } ?? 0) + 1
      try transaction.setSetting(Self.lastGiven, String(next))
      return next
    }
    return known.withLock { known in
      // Whoever asked at the same time may have been first; then the number is given to nobody.
      if let number = known.numbers[question] { return number }
      if known.names.count >= Self.mostKnown, let oldest = known.names.keys.min() {
        if let name = known.names.removeValue(forKey: oldest) { known.numbers[name] = nil }
      }
      known.numbers[question] = new
      known.names[new] = question
      return new
    }
  }

  /// Returns the question that was given the number that the owner typed, waiting or not; `nil` for a text that is no
  /// number.
  ///
  /// - Throws: ``OwnerAPI/OwnerFailure`` where no question was given this number since payd was started.
  func question(typed text: String) throws(OwnerFailure) -> String? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    guard let number = Int(text), let name = known.withLock({ $0.names[number] }) else {
      throw OwnerFailure(.questionNotFound, "no question has the number \(text)")
    }
    return name
  }
}
