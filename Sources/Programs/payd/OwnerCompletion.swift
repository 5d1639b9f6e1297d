import ArgumentParser
import Consumer
import OwnerAPI
import OwnerSocket
import PaymentsModel
import Provider
import RPCRuntime
import TerminalUI

/// What a shell offers when the owner presses Tab: the daemon is asked for it. If no daemon runs, none is started, and
/// nothing is offered or said, because the owner is in the middle of a line.
enum OwnerCompletion {
  /// Pairings and payments that wait for the owner's answer.
  static let questions = asking {
    try $0.call(ListQuestions.self, OwnerNothing(), timeoutSeconds: 1).questions.map(\.id)
  }

  /// Apps: the names that the owner gave them, their identifiers, and the key where several share an identifier.
  static let apps = asking { client in
    let apps = try client.call(ListApps.self, OwnerNothing(), timeoutSeconds: 1).apps
    let shared = Dictionary(grouping: apps, by: \.appID).filter { $1.count > 1 }
    return apps.map { shared[$0.appID] == nil ? $0.appID : $0.app.key.rawValue } + apps.compactMap(\.app.ownerName)
  }

  /// The currencies of the wallets.
  static let currencies = asking {
    try $0.call(GetProviderStatus.self, OwnerNothing(), timeoutSeconds: 1).currencies.map(\.code)
  }

  /// Connections of apps.
  static let sessions = asking { try $0.call(ListSessions.self, OwnerNothing(), timeoutSeconds: 1).sessions.map(\.id) }

  /// Payments that have not ended.
  static let openOrders = asking { client in
    try client.call(AbandonOrder.self, .init(), timeoutSeconds: 1).orders.map(\.order.id)
  }

  /// Transactions that the wallet sent and the ledger does not know.
  static let unknownSends = asking {
    try $0.call(ListUnknownSends.self, .init(), timeoutSeconds: 1).sends.map(\.id) + ["all"]
  }

  /// Payments that wait until the owner has looked at what the wallet sent.
  static let heldOrders = asking { try $0.call(ListUnknownSends.self, .init(), timeoutSeconds: 1).orders.map(\.id) }

  /// The names of chats and wallets that run, from their published files.
  static let publishers = CompletionKind.custom { words, _, _ in
    (try? Providers.names(in: directories(words))) ?? []
  }

  /// Scopes with commas between them: each that is not there yet, after what is typed already.
  static let scopes = CompletionKind.custom { _, _, prefix in
    let typed = prefix.split(separator: ",", omittingEmptySubsequences: false).dropLast().map(String.init)
    let start = typed.map { $0 + "," }.joined()
    return Scope.allCases.map(\.rawValue).filter { !typed.contains($0) }.map { start + $0 }
  }

  /// What such a transaction may have been: a payment of an order, or one of the words for what was none.
  static let sendOrigins = asking {
    try $0.call(ListUnknownSends.self, .init(), timeoutSeconds: 1).sends.flatMap(\.orders) + ["own", "forgotten"]
  }

  private static func asking(
    _ question: @escaping @Sendable (OwnerSocketClient) throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, _ in
      let directories = directories(words)
      guard RunningDaemon.holdsLedger(in: directories.state) else { return [] }
      let names = (try? question(OwnerSocketClient(path: directories.ownerSocket))) ?? []
      // A name with a line break would be two.
      return names.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    }
  }

  private static func directories(_ words: [String]) -> PayportDirectories {
    PayportDirectories(
      runtime: TypedOption.value(of: "--runtime", in: words), state: TypedOption.value(of: "--state", in: words))
  }
}
