import CEditLine
import Platform

/// Reads lines that are edited with libedit, through its native interface (histedit.h), which has no global state.
final class EditLineSource: LineSource, @unchecked Sendable {
  // The class is Sendable although it owns C handles and has mutable state. After init it is used only on the queue of
  // the LineEditor that owns it, and deinit runs after that editor and the last block on its queue are gone.
  private let editor: OpaquePointer
  private let historyEntries: OpaquePointer
  private let streams: [UnsafeMutablePointer<FILE>]
  private let terminal: Terminal
  private let history: HistoryFile?
  private let complete: @Sendable (CompletionRequest) -> [String]
  // libedit interprets bytes according to the thread's locale. The terminal is assumed to use UTF-8.
  private let locale: locale_t?
  private var prompt: UnsafeMutablePointer<CChar>?
  private var promptColumns = 0
  /// Whose line is read now.
  private var reader: LineEditor?
  private var wasCancelled = false
  private var drawing = EditorMessageDrawing()
  private var width: Int
  private var startupMessages: [String] = []

  init(
    program: String, terminal: Terminal, history: HistoryFile?,
    complete: @escaping @Sendable (CompletionRequest) -> [String]
  ) throws(TerminalError) {
    self.terminal = terminal
    self.history = history
    self.complete = complete
    width = terminal.width()
    locale = newlocale(Self.characterTypeMask, "C.UTF-8", nil) ?? newlocale(Self.characterTypeMask, "UTF-8", nil)
    let previous = locale.flatMap { uselocale($0) }
    defer { if let previous { uselocale(previous) } }

    streams = [
      try Self.stream(terminal.input, "r"), try Self.stream(terminal.descriptor(.output), "w"),
      try Self.stream(terminal.descriptor(.error), "w"),
    ]
    guard
      // The editor gets the numbers of the copies. When it ends it restores the mode of the terminal, and the caller's
      // numbers may belong to other files by then.
      let editor = el_init_fd(
        program, streams[0], streams[1], streams[2], fileno(streams[0]), fileno(streams[1]), fileno(streams[2])),
      let entries = history_init()
    else { throw .system(call: "el_init", errno: errno) }
    self.editor = editor
    historyEntries = entries
    configure()
  }

  deinit {
    el_end(editor)
    history_end(historyEntries)
    for stream in streams { fclose(stream) }
    free(prompt)
    if let locale { freelocale(locale) }
  }

  func readLine(prompt text: String, for reader: LineEditor) -> LineInput {
    let previous = locale.flatMap { uselocale($0) }
    defer { if let previous { uselocale(previous) } }
    free(prompt)
    prompt = strdup(text)
    promptColumns = DisplayWidth.columns(text)
    self.reader = reader
    wasCancelled = false
    defer { self.reader = nil }
    followWindow()
    show(startupMessages.map(EditorMessage.line))
    startupMessages = []

    var count: Int32 = 0
    guard let bytes = el_gets(editor, &count), count > 0 else {
      // The editor has left the cursor in the line.
      drawing.wrote(rows: cursorRow() + 1)
      try? terminal.write(wasCancelled ? "^C\n" : "\n")
      return wasCancelled || reader.isCancelled ? .cancelled : .endOfInput
    }
    var line = String(cString: bytes)
    while line.last?.isNewline == true { line.removeLast() }
    drawing.wrote(rows: row(after: line) + 1)
    remember(line)
    return .line(line)
  }

  private func configure() {
    payport_editline_set_client_data(editor, Unmanaged.passUnretained(self).toOpaque())
    payport_editline_set_prompt(editor) { editor in
      EditLineSource.owner(of: editor)?.prompt
    }
    payport_editline_set_reader(editor) { editor, place in
      guard let source = EditLineSource.owner(of: editor), let place else { return -1 }
      return source.readScalar(into: place)
    }
    if let type = terminal.variable("TERM") { payport_editline_set_terminal(editor, type) }
    payport_editline_set_signals(editor, 0)
    payport_editline_set_editor(editor, "emacs")
    payport_history_set_size(historyEntries, Int32(history?.limit ?? 500))
    payport_history_set_unique(historyEntries, 1)
    payport_editline_set_history(editor, historyEntries)
    el_source(editor, nil)
    // Ctrl-C is a key while a line is edited; otherwise it is a signal.
    payport_editline_set_terminal_mode(editor, "-isig")
    payport_editline_add_command(editor, "payport-cancel", "drop the line") { editor, _ in
      EditLineSource.owner(of: editor)?.wasCancelled = true
      return UInt8(CC_EOF)
    }
    payport_editline_add_command(editor, "payport-complete", "complete the word") { editor, _ in
      EditLineSource.owner(of: editor)?.completeWord() ?? UInt8(CC_ERROR)
    }
    for (key, command) in [
      ("^C", "payport-cancel"), ("^I", "payport-complete"), ("^R", "em-inc-search-prev"),
      ("\\e[3~", "ed-delete-next-char"), ("\\e[1;5C", "em-next-word"), ("\\e[1;5D", "ed-prev-word"),
    ] {
      payport_editline_bind(editor, key, command)
    }
    do {
      for line in try history?.load() ?? [] { payport_history_enter(historyEntries, line) }
    } catch {
      startupMessages.append(localized("The history is not used: \(error)."))
    }
  }

  private func remember(_ line: String) {
    guard let history, history.keeps(line) else { return }
    payport_history_enter(historyEntries, line)
    do {
      try history.append(line)
    } catch {
      startupMessages.append(localized("The history is not kept: \(error)."))
    }
  }

  // MARK: Called by libedit, on the queue, inside el_gets

  private static func owner(of editor: OpaquePointer?) -> EditLineSource? {
    guard let editor, let data = payport_editline_client_data(editor) else { return nil }
    return Unmanaged<EditLineSource>.fromOpaque(data).takeUnretainedValue()
  }

  /// Reads a character for libedit. Like libedit's own reader it returns 1 with a character, 0 at the end, and -1 on an
  /// error.
  private func readScalar(into place: UnsafeMutablePointer<wchar_t>) -> Int32 {
    var decoder = ScalarReader()
    while true {
      guard let reader, !reader.isCancelled else { return 0 }
      switch reader.wait(for: terminal.input) {
      case .woken: showAboveLine(reader.takeMessages())
      case .failed: return -1
      case .input:
        var byte: UInt8 = 0
        let count = read(terminal.input, &byte, 1)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        if count <= 0 { return Int32(count) }
        // If Ctrl-D was typed while no line was edited, it arrives as NUL. libedit would then ignore a later Ctrl-D in
        // this line.
        guard byte != 0 else { continue }
        guard let scalar = decoder.scalar(adding: byte) else { continue }
        followWindow()
        payport_store_wide(place, scalar.value)
        return 1
      }
    }
  }

  /// Adapts to a new window size. Without a signal handler the size is checked at the next key, which is early enough.
  private func followWindow() {
    let width = terminal.width()
    guard width != self.width else { return }
    self.width = width
    el_resize(editor)
  }

  /// Removes the prompt and the line from the screen, writes the messages, and draws prompt and line again below them.
  private func showAboveLine(_ messages: [EditorMessage]) {
    guard !messages.isEmpty else { return }
    let rows = cursorRow()
    let up = rows > 0 ? "\u{1B}[\(rows)A" : ""
    // If the width has changed, the sender of the messages has to redraw everything anyway.
    followWindow()
    try? terminal.write("\r\(up)\u{1B}[J" + drawing.text(messages, width: width))
    payport_editline_redraw(editor)
  }

  func show(_ messages: [EditorMessage]) {
    // If the output is gone, the code that writes results reports that.
    try? terminal.write(drawing.text(messages, width: width))
  }

  /// The row of the cursor below the prompt, as libedit wraps the line. A wide character is never split.
  private func cursorRow() -> Int { row(after: textBeforeCursor()) }

  private func row(after typed: String) -> Int {
    var (row, column) = (promptColumns / width, promptColumns % width)
    for character in typed {
      let columns = DisplayWidth.columns(character)
      if column + columns > width { (row, column) = (row + 1, 0) }
      column += columns
      if column == width { (row, column) = (row + 1, 0) }
    }
    return row
  }

  private func textBeforeCursor() -> String {
    guard let line = el_line(editor), let start = line.pointee.buffer, let cursor = line.pointee.cursor else {
      return ""
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: cursor - start)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func completeWord() -> UInt8 {
    guard let request = CompletionRequest(textBeforeCursor: textBeforeCursor()) else { return UInt8(CC_ERROR) }
    switch CompletionOutcome(partial: request.partial, candidates: complete(request)) {
    case .nothing: return UInt8(CC_ERROR)
    case .insert(let text):
      return el_insertstr(editor, text) == 0 ? UInt8(CC_REFRESH) : UInt8(CC_ERROR)
    case .list(let candidates):
      let list = candidates.map { SafeText($0).text }.joined(separator: "  ")
      drawing.wrote(rows: cursorRow() + 1 + EditorMessageDrawing.rows(of: list, width: width))
      try? terminal.write("\n" + list + "\n")
      payport_editline_redraw(editor)
      return UInt8(CC_NORM)
    }
  }

  private static func stream(_ descriptor: Int32, _ mode: String) throws(TerminalError) -> UnsafeMutablePointer<FILE> {
    // The stream gets a copy of the descriptor, so that closing the stream leaves the caller's descriptor open.
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let stream = fdopen(copy, mode) else { throw .system(call: "fdopen", errno: errno) }
    return stream
  }

  private static var characterTypeMask: Int32 {
    #if canImport(Darwin)
      LC_CTYPE_MASK
    #else
      // Swift does not import this macro, because it consists of shifts.
      1 << LC_CTYPE
    #endif
  }
}
