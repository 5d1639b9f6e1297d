import Platform
import Synchronization

/// The mode of the terminal at an input, which is restored at the end.
package final class TerminalMode: Sendable {
  /// The treatment of keys.
  package enum Style: Sendable, Hashable {
    /// The terminal edits and shows lines.
    case lines
    /// The terminal edits lines without showing them.
    case silentLines
    /// Each key is passed on at once, including Ctrl-C, and none is shown.
    case keys
  }

  private struct State {
    var before: termios
    var style: Style?
  }

  private let descriptor: Int32
  private let state: Mutex<State>

  /// Remembers the current mode of the terminal; `nil` if the input is no terminal.
  package init?(_ terminal: Terminal = .standard) {
    var before = termios()
    guard terminal.readsFromTTY, tcgetattr(terminal.input, &before) == 0 else { return nil }
    descriptor = terminal.input
    state = Mutex(State(before: before))
  }

  /// Changes the treatment of keys. It can be called from any thread.
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

  /// Restores the original mode. It can be called from any thread, any number of times.
  package func restore() {
    state.withLock { state in
      state.style = nil
      _ = tcsetattr(descriptor, TCSAFLUSH, &state.before)
    }
  }

  deinit { restore() }
}
