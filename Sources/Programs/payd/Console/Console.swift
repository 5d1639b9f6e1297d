import ArgumentParser
import Dispatch
import OwnerAPI
import OwnerSocket
import PaymentsModel
import Platform
import Provider
import RPCRuntime
import TerminalUI

struct Console: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Show what waits for you as it comes, and answer it."),
    discussion: """
      Answers are single keys: a approves, A approves and allows more without asking, d denies, D denies all further ones, \
      l puts off, ? tells the rest. Pairing codes and your PIN are typed when asked. Where the terminal cannot do that, or \
      in a pipe, the same is typed in lines, such as "a", "a 123456" or "A 1.5/week". The daemon may restart meanwhile. \
      Leaving answers nothing.
      """)
  @Flag(help: .localized("Only show, and read no answers.")) var watch = false
  @OptionGroup var folders: FolderOptions

  func run() async throws {
    Terminal.ignoreBrokenPipes()
    let path = folders.directories.ownerSocket
    let terminal = Terminal.standard
    let takesKeys = !watch && terminal.readsFromTTY && terminal.canRedraw(.output)
    let (events, told) = AsyncStream<Happening>.makeStream()
    do throws(OwnerFailure) {
      try ConsoleFeed(path: path).start { told.yield(.news($0)) }
    } catch {
      throw OwnerConsole.fail(error)
    }
    // The terminal must be put back whatever ends the program.
    let signals = EndSignals.handle { told.yield(.ended) }
    defer { for signal in signals { signal.cancel() } }
    let mode = watch ? nil : TerminalMode(terminal)
    mode?.set(takesKeys ? .keys : .lines)
    defer { mode?.restore() }
    let input = ConsoleInput()
    if !watch { input.start(terminal, keys: takesKeys) { told.yield(.input($0)) } }
    let ticks = takesKeys ? Self.ticks { told.yield(.tick) } : nil
    defer { ticks?.cancel() }

    let model = ConsoleModel(
      style: TextStyle(isEnabled: terminal.allowsColor()), takesKeys: takesKeys, isTTY: terminal.isTTY(.output),
      width: terminal.width(), onlyWatches: watch, now: SystemWallClock().now())
    var loop = ConsoleLoop(model: model, screen: ConsoleScreen(terminal, drawsPrompt: takesKeys), mode: mode)
    do throws(TerminalError) {
      for await event in events {
        let asked = try loop.handle(event)
        for request in asked {
          Self.call(request, at: path) { told.yield(.answered(request, $0)) }
        }
        if loop.isOver { break }
      }
      try loop.screen.end()
    } catch {
      // Nobody reads any more; there is nothing left to say.
      guard error != .closed else { return }
      throw OwnerConsole.fail("\(error)", .ioError)
    }
  }

  private static func call(
    _ request: ConsoleModel.Request, at path: String,
    _ tell: @escaping @Sendable (Result<OwnerDecision?, OwnerFailure>) -> Void
  ) {
    DispatchQueue.global().async {
      tell(
        Result { () throws(OwnerFailure) in
          try request.act.carryOut(OwnerSocketClient(path: path, as: OwnerMethods.consoleVoice))
        })
    }
  }

  private static func ticks(_ tick: @escaping @Sendable () -> Void) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler(handler: tick)
    timer.resume()
    return timer
  }
}

/// What the console waits for.
enum Happening: Sendable {
  case news(ConsoleFeed.News)
  case input(ConsoleInput.Input)
  case answered(ConsoleModel.Request, Result<OwnerDecision?, OwnerFailure>)
  case tick
  case ended
}

/// Joins the model with the terminal.
struct ConsoleLoop {
  var model: ConsoleModel
  var screen: ConsoleScreen
  let mode: TerminalMode?
  private(set) var isOver = false
  private var unanswered = 0
  /// Lines that came while an answer was awaited.
  private var held: [ConsoleInput.Input] = []

  init(model: ConsoleModel, screen: ConsoleScreen, mode: TerminalMode?) {
    self.model = model
    self.screen = screen
    self.mode = mode
  }

  /// Shows what follows from it, and answers what is to be asked of the daemon.
  mutating func handle(_ happening: Happening) throws(TerminalError) -> [ConsoleModel.Request] {
    model.width = screen.terminal.width()
    var requests: [ConsoleModel.Request] = []
    switch happening {
    case .ended: isOver = true
    case .tick: requests = try apply(.tick)
    case .news(.connected): requests = try apply(.connected)
    case .news(.lost): requests = try apply(.lost)
    case .news(.told(let message)): requests = try apply(.told(message))
    case .answered(let request, let outcome):
      unanswered -= 1
      requests = try apply(.answered(request, outcome))
    case .input(let input): held.append(input)
    }
    // What is typed ahead, as in a pipe, waits for what it is about.
    while !held.isEmpty, !isOver, model.isReady || model.takesKeys, unanswered == 0 {
      requests += try apply(Self.event(held.removeFirst()))
    }
    if !model.takesKeys { mode?.set(model.hidesInput ? .silentLines : .lines) }
    return requests
  }

  private mutating func apply(_ event: ConsoleModel.Event) throws(TerminalError) -> [ConsoleModel.Request] {
    var requests: [ConsoleModel.Request] = []
    for action in model.handle(event, at: SystemWallClock().now()) {
      switch action {
      case .print(let lines): try screen.write(lines)
      case .bell: try screen.bell()
      case .ask(let request):
        unanswered += 1
        requests.append(request)
      case .leave: isOver = true
      }
    }
    try screen.draw(model.prompt)
    model.wasDrawn(at: .now)
    return requests
  }

  private static func event(_ input: ConsoleInput.Input) -> ConsoleModel.Event {
    switch input {
    case .key(let key, let moment): .key(key, readAt: moment)
    case .line(let line, let moment): .line(line, readAt: moment)
    case .end: .endOfInput
    }
  }
}
