/// How transactions wait for one another. A waiting client is in the middle of a job of the schedule, so that a holder
/// does nothing more: its transaction ends when it was idle for too long, or when the server decides about it.
enum ServerLocks {
  /// Waits until no session holds what is wanted.
  static func wait(_ session: ServerSession, for holds: (ServerSession) -> Bool) throws(ServerRefusal) {
    settle(session.instance)
    let deadline = session.transaction.map { $0.patience == .max ? .max : Scheduler.now + $0.patience } ?? .max
    while let holder = session.instance.sessions.first(where: holds) {
      // A holder without a limit would be waited for as long as the statement may take.
      let limit = min(deadline, Scheduler.now + 20_000_000_000)
      let end = holder.transaction?.end ?? 0
      Scheduler.pass(until: min(end, limit))
      guard end <= limit else { throw ServerRefusal(limit == deadline ? "55P03" : "57014") }
      settle(session.instance)
    }
  }

  /// Refuses at once where another transaction has locked the ledger's own row.
  static func refuseIfLocked(_ session: ServerSession) throws(ServerRefusal) {
    settle(session.instance)
    let isLocked = session.instance.sessions.contains { $0 !== session && $0.transaction?.locksLedger == true }
    if isLocked { throw ServerRefusal("55P03") }
  }

  /// Ends the transactions whose time is over.
  static func settle(_ instance: ServerInstance) {
    for session in instance.sessions {
      guard let transaction = session.transaction, transaction.end <= Scheduler.now else { continue }
      if let decision = transaction.decision {
        session.finish(isCommitted: decision.isCommitted)
      } else {
        session.end()
      }
    }
  }
}
