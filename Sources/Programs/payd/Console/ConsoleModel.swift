import OwnerAPI
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
    /// News of the daemon's.
    case told(OwnerNews)
    /// The daemon's answer to an action: what was decided, where it was about a question.
    case answered(Request, Result<OwnerDecision?, OwnerFailure>)
    case key(Key, readAt: ContinuousClock.Instant)
    case line(String, readAt: ContinuousClock.Instant)
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
    var act: ConsoleAct
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
    var view: OwnerQuestion
    /// Put off by the owner.
    var isLater = false
    var id: String { view.id }
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
  /// The wallets as they were told last.
  var wallets: [CurrencyReport] = []
  var questions: [Question] = []
  /// The question at hand.
  var current: String?
  var mode = Mode.choosing
  /// Since when the question at hand can be answered.
  var reading = ReadingPause()
  /// When what is being handled was read from the terminal.
  var typedAt: ContinuousClock.Instant?
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

  /// Handles an event. Once its actions are carried out and the prompt is drawn, ``wasDrawn(at:)`` has to be called.
  mutating func handle(_ event: Event, at now: Timestamp) -> [Action] {
    self.now = now
    switch event {
    case .connected: return connected()
    case .lost: return lost()
    case .told(let news): return told(news)
    case .answered(let request, let outcome): return answered(request, outcome)
    case .key(let key, let moment):
      typedAt = moment
      return pressed(key)
    case .line(let line, let moment):
      typedAt = moment
      return entered(line)
    case .endOfInput: return [.leave]
    case .tick: return []
    }
  }

  /// Whatever an event has changed is on the screen since this moment: the question at hand and its amounts are what an
  /// answer is to from now on.
  mutating func wasDrawn(at moment: ContinuousClock.Instant) {
    guard let question else { return reading.show("", at: moment) }
    let payment = question.view.payment
    reading.show(
      [question.id, payment?.order.total?.text ?? "", payment?.order.feeCap?.text ?? ""].joined(separator: " "),
      at: moment)
  }

  private mutating func connected() -> [Action] {
    isConnected = true
    isReady = false
    return wasReady ? [say(localized("payd is back."), .good)] : []
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
    wallets = []
    return wasConnected
      ? [say(localized("payd has ended. Its questions come back when it does; waiting for it."), .warning)] : []
  }

  // MARK: What the daemon tells

  private mutating func told(_ news: OwnerNews) -> [Action] {
    switch news {
    case .standing(let provider, let locked, _, let wallets):
      return general(provider, isLocked: locked) + told(of: wallets)
    case .shown(let view): return shown(view)
    case .updated(let view): return updated(view)
    case .withdrawn(let id, _, let because): return withdrawn(id, because)
    case .moved(let money): return [say(MovedText(money: money).line, .plain)]
    case .ready:
      isReady = true
      wasReady = true
      if questions.isEmpty {
        return [say(localized("Nothing waits for you. Questions appear here as they come."), .faint)]
      }
      return focusNext()
    }
  }

  private mutating func general(_ provider: String, isLocked locked: Bool) -> [Action] {
    let before = isLocked
    isLocked = locked
    var actions: [Action] = []
    if !wasReady, before == nil {
      let provider = ApprovalText.safe(provider)
      let help = onlyWatches ? "" : takesKeys ? localized(" ? for help, q to leave.") : localized(" Type ? for help.")
      actions.append(
        .print(rows(localized("Payport, the owner's console of \(provider).\(help)")).map { style.text($0, .strong) }))
    }
    if isLocked == true, before != true {
      actions.append(say(localized("The wallet is locked: nothing is paid until you unlock it (U)."), .warning))
    } else if isLocked == false, before == true {
      actions.append(say(localized("The wallet is unlocked."), .good))
    }
    return actions
  }

  private mutating func shown(_ view: OwnerQuestion) -> [Action] {
    let question = Question(view: view)
    questions.removeAll { $0.id == question.id }
    questions.append(question)
    guard isReady else { return [] }
    if current == nil { return ring() + focusNext() }
    let text = QuestionText(view: view, now: now)
    return ring() + [say(localized("Also waiting: \(text.headline)."), .plain)]
  }

  /// Rings, unless it just did: who asks often must not make more noise than who asks once.
  private mutating func ring() -> [Action] {
    if let lastBell, lastBell <= now, lastBell.advanced(by: Self.quiet) > now { return [] }
    lastBell = now
    return [.bell]
  }

  private mutating func updated(_ view: OwnerQuestion) -> [Action] {
    guard let place = questions.firstIndex(where: { $0.id == view.id }) else { return [] }
    let before = questions[place].view
    questions[place].view = view
    guard questions[place].id == current, let payment = view.payment,
      before.payment?.order.total != payment.order.total || before.payment?.order.feeCap != payment.order.feeCap
    else {
      return []
    }
    // A value that is being typed was for the fee that was shown before.
    if case .typing(let field, _) = mode, field == .always || field == .denyAlways { mode = .choosing }
    let (fee, feeCap, total) = (
      payment.order.fee?.text ?? "", payment.order.feeCap?.text ?? "", payment.order.total?.text ?? ""
    )
    return [
      say(
        localized(
          "The fee is now \(fee) \(ApprovalText.safe(payment.order.currency)), at most \(feeCap); in all \(total)."),
        .warning)
    ]
  }

  private mutating func withdrawn(_ id: String, _ because: QuestionEnding) -> [Action] {
    guard let gone = questions.first(where: { $0.id == id }) else { return [] }
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
    let payment = gone.view.payment
    let subject =
      payment.map { localized("The payment of \(amount($0)) for \(text.app)") }
      ?? localized("The pairing of \(text.app)")
    let end =
      switch because {
      case .approved: localized("\(subject) was approved elsewhere.")
      case .denied: localized("\(subject) was denied elsewhere.")
      case .expired: localized("\(subject) has expired.")
      case .cancelled: localized("\(subject) was cancelled by the app.")
      case .failed: localized("\(subject) has failed.")
      case .ended: localized("\(subject) is not asked any more.")
      }
    return [say(end, .faint)] + (wasCurrent ? focusNext() : [])
  }

  // MARK: What the daemon answers

  private mutating func answered(_ request: Request, _ outcome: Result<OwnerDecision?, OwnerFailure>) -> [Action] {
    if mode == .working { mode = .choosing }
    let subject = beingAnswered.take()
    switch outcome {
    case .success(let decision):
      guard let id = request.question else { return ask() }
      if questions.contains(where: { $0.id == id }) { answeredHere.insert(id) }
      questions.removeAll { $0.id == id }
      if current == id { current = nil }
      return [done(request, decision: decision, view: subject?.view)] + (current == nil ? focusNext() : [])
    case .failure(let failure):
      var actions: [Action] = []
      switch failure.reason {
      case .pinRequired:
        if request.question == nil || request.question == current { mode = .typing(.pin(request), "") }
      case .wrongPin:
        actions.append(say(sentence(failure), .bad))
        if request.question == nil || request.question == current {
          var again = request
          again.act.pin = nil
          mode = .typing(.pin(again), "")
        }
      default: actions.append(say(sentence(failure), .bad))
      }
      // It may have been taken back meanwhile.
      return actions + (current == nil && !isTyping ? focusNext() : ask())
    }
  }

  private func sentence(_ failure: OwnerFailure) -> String {
    let words = failure.words
    return words.prefix(1).uppercased() + words.dropFirst() + "."
  }

  private func done(_ request: Request, decision: OwnerDecision?, view: OwnerQuestion?) -> Action {
    guard let view else { return say(localized("Done."), .good) }
    let app = QuestionText(view: view, now: now).app
    let isYes = request.act.isYes
    guard let payment = view.payment else {
      guard isYes else { return say(localized("Denied: \(app) is not paired."), .good) }
      var may = ""
      if let scopes = decision?.scopes {
        may = localized(" It may: \(PairingGrant.list(scopes)).")
        if let words = UnaskedSpending.words(decision?.unasked) {
          may += localized(" Without asking you: \(ApprovalText.safe(words)).")
        }
      }
      return say(localized("Paired with \(app).\(may)"), .good)
    }
    var always = ""
    if let words = decision?.always {
      always = localized(" From now on: \(ApprovalText.safe(localized(message: words))).")
    }
    let amount = amount(payment)
    return say(
      isYes
        ? localized("Approved: \(amount) for \(app).\(always)") : localized("Denied: \(amount) for \(app).\(always)"),
      .good)
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
    .print(rows("\(LocalTime.secondOfDay(now))  \(text)").map { style.text($0, tone) })
  }

  /// A text in rows that fit the window, broken between words.
  func rows(_ text: String) -> [String] { isTTY ? TextWrapping.paragraph(text, columns: width) : [text] }

  private func amount(_ payment: PaymentOwnerQuestion) -> String {
    "\(payment.order.amount.text) \(ApprovalText.safe(payment.order.currency))"
  }
}
