import TerminalUI

/// A failure that the output already shows, such as a rejected order. Only the exit status is still to be set.
struct ShownFailure: Error, Sendable {
  let status: ExitStatus
}
