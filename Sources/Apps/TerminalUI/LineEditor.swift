import Dispatch
import Synchronization

/// Reads lines from a person with editing, history and completion. If the input is no terminal, it reads lines without
/// them.
///
/// The editor waits on a queue of its own, so that the program can continue. Messages of the program
/// (``printAbove(_:)``) appear above the line being typed, which is then drawn again. A process may have only one
/// editor.
package final class LineEditor: Sendable {
  private struct State {
    var isReading = false
    var isCancelled = false
    var messages: [EditorMessage] = []
  }

  private let terminal: Terminal
  private let queue = DispatchQueue(label: "payport.line-editor")
  private let wakePipe: WakePipe
  private let state = Mutex(State())
  private let source: any LineSource

  /// Whether lines are edited. Otherwise they are read without a prompt.
  package let isInteractive: Bool

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - program: the name under which `~/.editrc` may bind keys.
  ///   - terminal: the terminal for input and output.
  ///   - history: the file that stores the lines.
  ///   - complete: returns the possible words at the cursor. It is called on the editor's thread and must not block.
  /// - Throws: ``TerminalError/system(call:errno:)``. If the history cannot be read, that is reported above the first
  ///   line.
  package init(
    program: String, terminal: Terminal = .standard, history: HistoryFile? = nil,
    complete: @escaping @Sendable (CompletionRequest) -> [String] = { _ in [] }
  ) throws(TerminalError) {
    self.terminal = terminal
    wakePipe = try WakePipe()
    isInteractive = terminal.readsFromTTY && terminal.canRedraw(.output)
    guard isInteractive else {
      source = PlainLineSource(terminal: terminal)
      return
    }
    source = try EditLineSource(program: program, terminal: terminal, history: history, complete: complete)
  }

  /// Waits for the next line. There may be only one wait at a time.
  ///
  /// - Parameter prompt: a plain text that is shown before the line.
  /// - Returns: the line; ``LineInput/cancelled`` also if the task is cancelled.
  package func readLine(prompt: String) async -> LineInput {
    state.withLock { $0.isCancelled = false }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: self.read(prompt)) }
      }
    } onCancel: {
      state.withLock { $0.isCancelled = true }
      wakePipe.wake()
    }
  }

  /// Writes a line above the one being typed, or just writes it if none is. It can be called from any thread.
  ///
  /// The text is written unchanged. Make text from others safe first with ``SafeText``.
  package func printAbove(_ text: String) { show(.line(text)) }

  /// Writes rows above the line being typed. They replace the last rows that this method has written, and everything
  /// below those, such as typed lines and lists of candidates. It can be called from any thread.
  ///
  /// - Parameters:
  ///   - rows: the rows, which are written unchanged. None may be wider than the window.
  ///   - count: the number of previous rows to replace. Rows that have scrolled out of the window stay as they are.
  package func redrawAbove(_ rows: [String], replacing count: Int = 0) { show(.rows(rows, replacing: count)) }

  /// Clears the window and writes rows above the line being typed. Use it after the window has changed. It can be
  /// called from any thread.
  package func redrawWindow(_ rows: [String]) { show(.window(rows)) }

  /// Waits until all messages are written. It must not be called while a line is read.
  package func flush() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  private func show(_ message: EditorMessage) {
    let isReading = state.withLock { state in
      // Messages are queued even if no line is read, so that lines of two threads are not mixed.
      state.messages.append(message)
      return state.isReading
    }
    if isReading { wakePipe.wake() } else { queue.async { self.writeMessages() } }
  }

  /// Reads a line. It runs on the queue.
  private func read(_ prompt: String) -> LineInput {
    writeMessages()
    state.withLock { $0.isReading = true }
    defer {
      state.withLock { $0.isReading = false }
      writeMessages()
    }
    return source.readLine(prompt: terminal.shown(prompt), for: self)
  }

  /// Writes the waiting messages. It runs on the queue.
  private func writeMessages() {
    let messages = takeMessages()
    if !messages.isEmpty { source.show(messages) }
  }

  // MARK: For the source, while it waits for a line

  /// Waits until the descriptor can be read, or until the wait is interrupted.
  func wait(for descriptor: Int32) -> WakePipe.Reason { wakePipe.wait(for: descriptor) }

  /// Whether the wait has been cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Removes and returns the messages to show above the line.
  func takeMessages() -> [EditorMessage] { state.withLock { exchange(&$0.messages, with: []) } }
}
