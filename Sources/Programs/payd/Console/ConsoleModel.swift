import JSON
import OwnerSocket
import PaymentsModel
import TerminalUI

/// What `payd console` shows and does: a state machine without input or output. Events in, actions out.
///
/// One question is at hand at a time; the others wait. What the daemon tells is final: a question that it takes back is
/// gone, whatever was being typed.
struct ConsoleModel {
  enum Event {
    /// The daemon is there, and tells what waits from here on.
    case connected
    /// The daemon is gone.
    case lost
    /// A message of the daemon's `watch`.
    case told(JSONValue)
    /// The daemon's answer to an action.
    case answered(Request, Result<JSONValue, OwnerFailure>)
    case key(Key)
    case line(String)
    case endOfInput
    case tick
  }

  enum Action: Equatable {
    case print([String])
    case bell
    case ask(Request)
    case leave
  }

  /// Something asked of the daemon.
  struct Request: Equatable {
    var method: String
    var params: JSONObject
    /// The question that it answers.
    var question: String?
  }

  /// What is being typed.
  enum Field: Equatable {
    case code
    case always
    case denyAlways
    /// The PIN, for this.
    case pin(Request)
  }

  enum Mode: Equatable {
    case choosing
    case typing(Field, String)
    /// The daemon was asked.
    case working
  }

  struct Question {
    var view: JSONValue
    /// Put off by the owner.
    var isLater = false
    var id: String { view["id"]?.stringValue ?? "" }
  }

  let style: TextStyle
  /// Whether keys are taken as they are pressed; lines otherwise.
  let takesKeys: Bool
  var width: Int
  let isTTY: Bool
  /// Only shows, and answers nothing.
  let onlyWatches: Bool

  var now: Timestamp
  var isConnected = false
  /// Whether what waited at the beginning was told.
  var isReady = false
  var wasReady = false
  var isLocked: Bool?
  var questions: [Question] = []
  /// The question at hand.
  var current: String?
  var mode = Mode.choosing
  /// The question that the daemon is being given an answer to; its end is no news.
  var beingAnswered: Question?
  /// Questions that were answered here, likewise.
  var answeredHere: Set<String> = []
  /// After a bell there is none for so long.
  static let quiet = Duration.seconds(10)
  private var lastBell: Timestamp?

  init(style: TextStyle, takesKeys: Bool, isTTY: Bool, width: Int, onlyWatches: Bool = false, now: Timestamp) {
    self.style = style
    self.takesKeys = takesKeys
    self.isTTY = isTTY
    self.width = width
    self.onlyWatches = onlyWatches
    self.now = now
  }

  /// Whether what is typed must not be shown.
  var hidesInput: Bool { if case .typing(.pin, _) = mode { true } else { false } }

  var question: Question? { questions.first { $0.id == current } }

  mutating func handle(_ event: Event, at now: Timestamp) -> [Action] {
    self.now = now
    switch event {
    case .connected: return connected()
    case .lost: return lost()
    case .told(let message): return told(message)
    case .answered(let request, let outcome): return answered(request, outcome)
    case .key(let key): return pressed(key)
    case .line(let line): return entered(line)
    case .endOfInput: return [.leave]
    case .tick: return []
    }
  }

  private mutating func connected() -> [Action] {
    isConnected = true
    isReady = false
    return wasReady ? [say("payd is back.", .good)] : []
  }

  private mutating func lost() -> [Action] {
    let wasConnected = isConnected
    isConnected = false
    questions = []
    current = nil
    mode = .choosing
    answeredHere = []
    beingAnswered = nil
    isLocked = nil
    return wasConnected ? [say("payd has ended. Its questions come back when it does; waiting for it.", .warning)] : []
  }

  // MARK: What the daemon tells

  private mutating func told(_ message: JSONValue) -> [Action] {
    switch message["change"]?.stringValue {
    case "standing": return standing(message)
    case "shown": return shown(message["approval"] ?? .null)
    case "updated": return updated(message["approval"] ?? .null)
    case "withdrawn": return withdrawn(message)
    case "ready":
      isReady = true
      wasReady = true
      if questions.isEmpty { return [say("Nothing waits for you. Questions appear here as they come.", .faint)] }
      return focusNext()
    default: return []
    }
  }

  private mutating func standing(_ message: JSONValue) -> [Action] {
    let before = isLocked
    isLocked = message["locked"]?.boolValue ?? false
    var actions: [Action] = []
    if !wasReady, before == nil {
      let provider = ApprovalText.safe(message["provider"])
      let help = onlyWatches ? "" : takesKeys ? " ? for help, q to leave." : " Type ? for help."
      actions.append(.print([style.text("Payport, the owner's console of \(provider).", .strong) + help]))
    }
    if isLocked == true, before != true {
      actions.append(say("The wallet is locked: nothing is paid until you unlock it (U).", .warning))
    } else if isLocked == false, before == true {
      actions.append(say("The wallet is unlocked.", .good))
    }
    return actions
  }

  private mutating func shown(_ view: JSONValue) -> [Action] {
    let question = Question(view: view)
    questions.removeAll { $0.id == question.id }
    questions.append(question)
    guard isReady else { return [] }
    if current == nil { return ring() + focusNext() }
    let text = QuestionText(view: view, now: now)
    return ring() + [say("Also waiting: \(text.headline).", .plain)]
  }

  /// Rings, unless it just did: who asks often must not make more noise than who asks once.
  private mutating func ring() -> [Action] {
    if let lastBell, lastBell <= now, lastBell.advanced(by: Self.quiet) > now { return [] }
    lastBell = now
    return [.bell]
  }

  private mutating func updated(_ view: JSONValue) -> [Action] {
    guard let place = questions.firstIndex(where: { $0.id == view["id"]?.stringValue }) else { return [] }
    let before = questions[place].view
    questions[place].view = view
    guard questions[place].id == current, before["total"] != view["total"] else { return [] }
    func text(_ name: String) -> String { ApprovalText.safe(view[name]) }
    return [
      say(
        "The fee is now \(text("fee")) \(text("currency")), at most \(text("fee_cap")); in all \(text("total")).",
        .warning)
    ]
  }

  private mutating func withdrawn(_ message: JSONValue) -> [Action] {
    guard let id = message["id"]?.stringValue, let gone = questions.first(where: { $0.id == id }) else { return [] }
    questions.removeAll { $0.id == id }
    let wasCurrent = current == id
    if beingAnswered?.id == id {
      // The answer is on its way, and says what became of it.
      if wasCurrent { current = nil }
      return []
    }
    if wasCurrent {
      current = nil
      mode = .choosing
    }
    if answeredHere.remove(id) != nil { return wasCurrent ? focusNext() : [] }
    let text = QuestionText(view: gone.view, now: now)
    let what =
      switch message["because"]?.stringValue {
      case "approved": "was approved elsewhere"
      case "denied": "was denied elsewhere"
      case "expired": "has expired"
      case "cancelled": "was cancelled by the app"
      case "failed": "has failed"
      default: "is not asked any more"
      }
    let subject = text.isPairing ? "The pairing of \(text.app)" : "The payment of \(amount(gone.view)) for \(text.app)"
    return [say("\(subject) \(what).", .faint)] + (wasCurrent ? focusNext() : [])
  }

  // MARK: What the daemon answers

  private mutating func answered(_ request: Request, _ outcome: Result<JSONValue, OwnerFailure>) -> [Action] {
    if mode == .working { mode = .choosing }
    let subject = beingAnswered.take()
    switch outcome {
    case .success(let answer):
      guard let id = request.question else { return ask() }
      if questions.contains(where: { $0.id == id }) { answeredHere.insert(id) }
      questions.removeAll { $0.id == id }
      if current == id { current = nil }
      return [done(request, answer, subject?.view)] + (current == nil ? focusNext() : [])
    case .failure(let failure):
      var actions: [Action] = []
      switch failure.reason {
      case .pinRequired:
        if request.question == nil || request.question == current { mode = .typing(.pin(request), "") }
      case .wrongPin:
        actions.append(say("This is not your PIN" + failure.message.drop { $0 != ";" } + ".", .bad))
        if request.question == nil || request.question == current {
          var again = request
          again.params["pin"] = nil
          mode = .typing(.pin(again), "")
        }
      case .wrongCode, .locked, .walletLocked, .overLimit, .conflict, .notFound, .usage, .unavailable, .internalError:
        let text = failure.message
        actions.append(say(text.prefix(1).uppercased() + text.dropFirst() + ".", .bad))
      }
      // It may have been taken back meanwhile.
      return actions + (current == nil && !isTyping ? focusNext() : ask())
    }
  }

  private func done(_ request: Request, _ answer: JSONValue, _ view: JSONValue?) -> Action {
    guard let view else { return say("Done.", .good) }
    let text = QuestionText(view: view, now: now)
    let isYes = request.method == "approve"
    if text.isPairing { return say(isYes ? "Paired with \(text.app)." : "Denied: \(text.app) is not paired.", .good) }
    let always = answer["always"].map { " From now on: \(ApprovalText.safe($0))." } ?? ""
    return say("\(isYes ? "Approved" : "Denied"): \(amount(view)) for \(text.app).\(always)", .good)
  }

  // MARK: What is shown

  /// Takes up the first question that was not put off.
  mutating func focusNext() -> [Action] {
    current = questions.first { !$0.isLater }?.id
    mode = .choosing
    return show()
  }

  /// Shows the question at hand.
  func show() -> [Action] {
    guard let question else {
      return questions.isEmpty || takesKeys ? [] : [say(later, .faint)]
    }
    let text = QuestionText(view: question.view, now: now, style: style)
    return [.print([""] + text.lines(width: width, isTTY: isTTY, answers: false))] + ask()
  }

  func say(_ text: String, _ tone: TextStyle.Tone) -> Action {
    .print([style.text("\(LocalTime.text(now.text).suffix(8))  \(text)", tone)])
  }

  func amount(_ view: JSONValue) -> String {
    "\(ApprovalText.safe(view["amount"])) \(ApprovalText.safe(view["currency"]))"
  }
}
