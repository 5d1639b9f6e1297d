import Dispatch
import Synchronization

/// Reads lines from a person with editing, history and completion, or plainly where the input is no TTY.
///
/// The waiting is done on a queue of its own, so that the program goes on meanwhile, and what it has to say
/// (``printAbove(_:)``) appears above the line being typed, which is then drawn again. One editor per process.
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

  /// Whether lines are edited; otherwise they are read as they come, and no prompt is shown.
  package let isInteractive: Bool

  /// An editor.
  ///
  /// - Parameters:
  ///   - program: the name by which `~/.editrc` may bind keys.
  ///   - terminal: where it reads and writes.
  ///   - history: where lines are kept.
  ///   - complete: the words that could stand at the cursor; called on the editor's thread, it must not block.
  /// - Throws: ``TerminalError/system(call:errno:)``. A history that cannot be read is reported above the first line.
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

  /// Waits for the next line. Only one wait at a time.
  ///
  /// - Parameter prompt: shown before the line; plain text.
  /// - Returns: ``LineInput/cancelled`` also when the task is cancelled.
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

  /// Writes a line above the one being typed, or just writes it while none is. Any thread.
  ///
  /// The text is written as it is: make what comes from others safe first (``SafeText``).
  package func printAbove(_ text: String) { show(.line(text)) }

  /// Writes rows above the line being typed, in place of the last rows that this has written, and of all that came to
  /// stand below those: lines that were typed before, lists of candidates. Any thread.
  ///
  /// - Parameters:
  ///   - rows: what to write, as it is; each no wider than the window.
  ///   - count: how many of the last rows they replace. Those that have left the window at its top stay as they are.
  package func redrawAbove(_ rows: [String], replacing count: Int = 0) { show(.rows(rows, replacing: count)) }

  /// Clears the window and writes rows above the line being typed, as after the window has changed. Any thread.
  package func redrawWindow(_ rows: [String]) { show(.window(rows)) }

  /// Waits until all that was to be shown is written; not while a line is read.
  package func flush() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }

  private func show(_ message: EditorMessage) {
    let isReading = state.withLock { state in
      // Queued even if nobody reads, so that two threads cannot mix their lines.
      state.messages.append(message)
      return state.isReading
    }
    if isReading { wakePipe.wake() } else { queue.async { self.writeMessages() } }
  }

  /// Runs on the queue.
  private func read(_ prompt: String) -> LineInput {
    writeMessages()
    state.withLock { $0.isReading = true }
    defer {
      state.withLock { $0.isReading = false }
      writeMessages()
    }
    return source.readLine(prompt: prompt, interruptions: self)
  }

  /// Runs on the queue.
  private func writeMessages() {
    let messages = takeMessages()
    if !messages.isEmpty { source.show(messages) }
  }
}

extension LineEditor: LineInterruptions {
  func wait(for descriptor: Int32) -> WakePipe.Reason { wakePipe.wait(for: descriptor) }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func takeMessages() -> [EditorMessage] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
