import OwnerAPI
import PaymentsModel
import TerminalUI

/// What the owner types.
extension ConsoleModel {
  mutating func pressed(_ key: Key) -> [Action] {
    switch mode {
    case .working: return key == .control("c") || key == .control("d") ? [.leave] : []
    case .typing(let field, let text): return typed(key, into: field, after: text)
    case .choosing:
      switch key {
      case .control("c"), .control("d"): return [.leave]
      case .character(let character): return chosen(character, rest: "")
      case .tab: return chosen("n", rest: "")
      case .enter: return show()
      case .control("l"): return [.print(["\u{1B}[2J\u{1B}[H"])] + show()
      case .backspace, .escape, .control: return []
      }
    }
  }

  /// A line, where keys are not taken one by one: a word and perhaps what it needs, or the value that was asked for.
  mutating func entered(_ line: String) -> [Action] {
    switch mode {
    case .working: return []
    case .typing(let field, _):
      // A PIN may hold spaces.
      let isPin = if case .pin = field { true } else { false }
      return submit(field, isPin ? line : line.trimmed)
    case .choosing:
      let words = line.trimmed.split(separator: " ", maxSplits: 1).map(String.init)
      guard let word = words.first else { return show() }
      let names: [String: Character] = [
        "approve": "a", "always": "A", "deny": "d", "never": "D", "later": "l", "next": "n", "help": "?", "quit": "q",
        "lock": "L", "unlock": "U",
      ]
      guard let character = word.count == 1 ? word.first : names[word] else {
        return [say(localized("\(SafeText(word, limit: 20).text) is not known here; ? tells what is."), .bad)]
      }
      return chosen(character, rest: words.count > 1 ? words[1].trimmed : "")
    }
  }

  private mutating func typed(_ key: Key, into field: Field, after text: String) -> [Action] {
    switch key {
    case .enter: return submit(field, text)
    case .escape, .control("c"), .control("d"):
      mode = .choosing
      return []
    case .backspace: mode = .typing(field, String(text.dropLast()))
    case .control("u"): mode = .typing(field, "")
    case .character(let character) where text.count < 128: mode = .typing(field, text + String(character))
    case .character, .tab, .control: break
    }
    return []
  }

  private mutating func chosen(_ character: Character, rest: String) -> [Action] {
    switch character {
    case "q": return [.leave]
    case "?", "h": return [help]
    case "n": return next()
    case "L": return request(Request(act: .lock))
    case "U": return request(Request(act: .unlock(.init())))
    default: break
    }
    guard let question else {
      return questions.isEmpty ? [] : [say(later, .faint)]
    }
    let wasTold = reading.hasPassedOver
    guard let typedAt, reading.takesAnswer(readAt: typedAt) else {
      return wasTold
        ? [] : [say(localized("That was typed before this question could be read, and answers nothing."), .faint)]
    }
    let isPairing = question.view.payment == nil
    switch character {
    case "a" where isPairing: return begin(.code, rest)
    case "0"..."9" where isPairing && takesKeys:
      mode = .typing(.code, String(character))
      return []
    case "a": return approve(question)
    case "A" where !isPairing: return begin(.always, rest)
    case "d": return deny(question)
    case "D" where !isPairing: return begin(.denyAlways, rest)
    case "l": return putOff(question)
    default:
      return [say(localized("\(SafeText(String(character)).text) is no answer to this; ? tells what is."), .faint)]
    }
  }

  /// Asks for a value, or takes the one that was typed with the word.
  private mutating func begin(_ field: Field, _ text: String) -> [Action] {
    guard text.isEmpty else { return submit(field, text) }
    mode = .typing(field, "")
    return ask()
  }

  private mutating func submit(_ field: Field, _ text: String) -> [Action] {
    mode = .choosing
    if case .pin(var request) = field {
      guard !text.isEmpty else { return ask() }
      request.act.pin = text
      return self.request(request)
    }
    guard let question, !text.isEmpty else { return ask() }
    switch field {
    case .code: return approve(question, code: text.filter { $0 != " " && $0 != "-" })
    case .always: return approve(question, always: text)
    case .denyAlways:
      guard ["y", "yes", localized("y"), localized("yes")].contains(text.lowercased()) else { return ask() }
      return deny(question, always: true)
    case .pin: return []
    }
  }

  private mutating func deny(_ question: Question, always: Bool? = nil) -> [Action] {
    request(Request(act: .deny(.init(id: question.id, always: always)), question: question.id))
  }

  /// Says yes to what is shown: a payment names the fee cap that was seen.
  private mutating func approve(_ question: Question, code: String? = nil, always: String? = nil) -> [Action] {
    let feeCap = question.view.payment?.order.feeCap?.text
    let request = Request(
      act: .approve(.init(id: question.id, code: code, feeCap: feeCap, always: always)), question: question.id)
    guard question.view.needsPin, isLocked != true else { return self.request(request) }
    mode = .typing(.pin(request), "")
    return ask()
  }

  private mutating func request(_ request: Request) -> [Action] {
    guard isConnected else { return [say(localized("payd is not running."), .bad)] }
    mode = .working
    beingAnswered = questions.first { $0.id == request.question }
    return [.ask(request)]
  }

  private mutating func putOff(_ question: Question) -> [Action] {
    guard let place = questions.firstIndex(where: { $0.id == question.id }) else { return [] }
    questions[place].isLater = true
    current = nil
    return [say(localized("Later: \(QuestionText(view: question.view, now: now).headline)."), .faint)] + focusNext()
  }

  /// The question after the one at hand, put off or not.
  private mutating func next() -> [Action] {
    guard !questions.isEmpty else { return [say(localized("Nothing waits for you."), .faint)] }
    let place = questions.firstIndex { $0.id == current } ?? -1
    let following = (place + 1) % questions.count
    questions[following].isLater = false
    current = questions[following].id
    return show()
  }

  private var help: Action {
    var list = KeyValueList()
    list.append("a", localized("approve: this payment once, or this app with the six digits that it shows"))
    list.append("A", localized("approve, and from now on pay up to so much a day, week or month without asking"))
    list.append("d", localized("deny, this once"))
    list.append("D", localized("deny, and all further payments of this app in this currency"))
    list.append("l", localized("later: it goes on waiting until its time is over"))
    list.append("n", localized("the next question, those put off included"))
    list.append("L", localized("lock the wallet: nothing is paid until it is unlocked; receiving goes on"))
    list.append("U", localized("unlock"))
    list.append("q", localized("leave; nothing is answered by leaving"))
    return .print(list.alignedLines(width: max(30, width - 2)).map { "  " + $0 })
  }
}

extension String {
  /// Without the spaces around it.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
