import TerminalUI

/// A failure that the result itself tells, such as an order that was rejected: only the exit status is left to be set.
struct ShownFailure: Error, Sendable {
  let status: ExitStatus
}
