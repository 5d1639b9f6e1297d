import Synchronization
import TerminalUI

/// Completes the word at the cursor with commands, people and currencies. It can be used from any thread.
final class ChatCompletion: Sendable {
  private struct Names {
    var people: Set<String> = []
    var currencies: Set<String> = []
  }

  private let names = Mutex(Names())

  func note(people: [String]) { names.withLock { $0.people.formUnion(people) } }
  func note(currencies: [String]) { names.withLock { $0.currencies.formUnion(currencies) } }

  func candidates(_ request: CompletionRequest) -> [String] {
    guard let first = request.words.first else {
      return request.partial.hasPrefix("/") ? ChatVerb.allCases.map { "/" + $0.rawValue } : []
    }
    guard first.hasPrefix("/"), let verb = ChatVerb(rawValue: String(first.dropFirst())) else { return [] }
    let (people, currencies) = names.withLock { (Array($0.people), Array($0.currencies)) }
    switch verb {
    case .send, .request: return request.words.count == 1 ? people : currencies
    case .collect: return request.words.count == 2 ? currencies : people + ["from", "for"]
    case .to, .group: return people
    case .accept: return currencies
    case .help: return ChatVerb.allCases.map(\.rawValue)
    case .allow: return ["always", "name", "reply"]
    case .decline, .cancel, .show, .save, .status, .wallet, .retry, .people, .deny, .pair, .apps, .revoke, .wait, .quit:
      return []
    }
  }
}
