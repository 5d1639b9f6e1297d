import BuiltInWallets
import Platform
import WebSocketTransport

/// Who listens where a wallet is to be asked. What a program's command line says of its port is that user's word, and a
/// usual port is anybody's: the kernel is asked before anything is sent.
package struct WalletListeners: Sendable {
  private let users: @Sendable (_ port: UInt16) -> Set<UInt32>?

  /// Those of this machine.
  package static let ofThisMachine = WalletListeners(users: LoopbackPort.listeners)

  /// Those that a function tells: the users who listen at a port, or `nil` where that is not known.
  init(users: @escaping @Sendable (_ port: UInt16) -> Set<UInt32>?) { self.users = users }

  /// Why nothing is sent to a wallet.
  package enum Problem: Sendable, Hashable {
    /// Nobody listens there.
    case nobody(url: String)
    /// A program of this user listens, which is not the wallet's.
    case other(url: String, SystemUser)
    /// It is not known whose program listens.
    case unknown(url: String)
  }

  /// What keeps a wallet from being asked; `nil` if nothing does.
  func problem(with wallet: FoundWallet) -> Problem? {
    var trusted: Set<UInt32> = [geteuid(), 0]
    if let user = wallet.runsAs?.id { trusted.insert(user) }
    if let problem = problem(at: wallet.url, trusted, ofAnother: wallet.runsAs != nil) { return problem }
    // The daemon of a wallet of Monero tells which blocks there are. It gets no password, and may be a service's.
    guard case .monero(let section) = wallet.section else { return nil }
    switch problem(at: section.daemon, trusted, ofAnother: false) {
    case .other(let url, let user) where !SystemUser.isService(user.id): return .other(url: url, user)
    default: return nil
    }
  }

  private func problem(at url: String, _ trusted: Set<UInt32>, ofAnother: Bool) -> Problem? {
    guard let port = Self.loopbackPort(url), let users = users(port) else {
      return ofAnother ? .unknown(url: url) : nil
    }
    guard !users.isEmpty else { return .nobody(url: url) }
    return users.subtracting(trusted).min().map { .other(url: url, SystemUser($0)) }
  }

  /// The port of a URL at this machine; `nil` for another machine, or without a port.
  private static func loopbackPort(_ url: String) -> UInt16? {
    let scalars = Array(url.unicodeScalars)
    let start = scalars.indices.dropLast(2).first { scalars[$0...].starts(with: "://".unicodeScalars) }
    let authority = scalars[(start.map { $0 + 3 } ?? 0)...].prefix { $0 != "/" }
    guard let colon = authority.lastIndex(where: { $0 == ":" }) else { return nil }
    let host = String(String.UnicodeScalarView(authority[..<colon]))
    guard host == "localhost" || host == "[::1]" || host.utf8.starts(with: "127.".utf8) else { return nil }
    return UInt16(String(String.UnicodeScalarView(authority[(colon + 1)...])))
  }
}
