import Platform
import Synchronization

/// How the terminal at an input treats keys, put back as it was in the end.
package final class TerminalMode: Sendable {
  /// How keys are treated.
  package enum Style: Sendable, Hashable {
    /// Lines, edited and shown by the terminal.
    case lines
    /// Lines that are not shown.
    case silentLines
    /// Each key at once, Ctrl-C included, and none shown.
    case keys
  }

  private struct State {
    var before: termios
    var style: Style?
  }

  private let descriptor: Int32
  private let state: Mutex<State>

  /// Notes how the terminal is; `nil` where the input is none.
  package init?(_ terminal: Terminal = .standard) {
    var before = termios()
    guard terminal.readsFromTTY, tcgetattr(terminal.input, &before) == 0 else { return nil }
    descriptor = terminal.input
    state = Mutex(State(before: before))
  }

  /// Changes how keys are treated from now on. Any thread.
  package func set(_ style: Style) {
    state.withLock { state in
      guard state.style != style else { return }
      state.style = style
      var wanted = state.before
      switch style {
      case .lines: break
      case .silentLines: wanted.c_lflag &= ~tcflag_t(ECHO)
      case .keys: wanted.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
      }
      _ = tcsetattr(descriptor, TCSANOW, &wanted)
    }
  }

  /// Puts the terminal back as it was found. Any thread, any number of times.
  package func restore() {
    state.withLock { state in
      state.style = nil
      _ = tcsetattr(descriptor, TCSAFLUSH, &state.before)
    }
  }

  deinit { restore() }
}
