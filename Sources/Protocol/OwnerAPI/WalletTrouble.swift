import JSON
package import PaymentsModel

/// Why a wallet cannot be used, or not fully, with what its owner needs to mend it. Names and versions that other programs
/// told are shortened and contain nothing that changes how a terminal writes.
package struct WalletTrouble: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// What is wrong.
  package enum Problem: String, Codable, Sendable, Hashable, CaseIterable {
    /// The wallet was not asked yet.
    case notAsked = "not_asked"
    /// Nothing accepts connections at the URL.
    case refused
    /// There was no answer in time.
    case silent
    /// The connection ended before the answer was complete.
    case lost
    /// The program has too many calls to answer.
    case overloaded
    /// The user name or the password is wrong.
    case unauthorized
    /// The program refuses this machine or this user the call.
    case forbidden
    /// The cookie file is missing, or cannot be read.
    case noCookie = "no_cookie"
    /// The daemon has not loaded the wallet that is configured.
    case walletNotFound = "wallet_not_found"
    /// The daemon has loaded several wallets, and none is configured.
    case walletNotChosen = "wallet_not_chosen"
    /// The program has no wallet open.
    case noWalletOpen = "no_wallet_open"
    /// The daemon runs without wallets.
    case walletsDisabled = "wallets_disabled"
    /// The wallet has no such account.
    case noAccount = "no_account"
    /// The wallet's program has no connection to its daemon.
    case noDaemon = "no_daemon"
    /// The program serves another network, chain or currency.
    case wrongNetwork = "wrong_network"
    /// The program is too old.
    case tooOld = "too_old"
    /// The answer is not understood.
    case notUnderstood = "not_understood"
    /// The program still loads.
    case starting
    /// The wallet is behind the network.
    case syncing
    /// The wallet is encrypted and locked.
    case locked
    /// The wallet has no private keys.
    case viewOnly = "view_only"
    /// The program allows only calls that change nothing.
    case restricted
    /// It is another wallet than the one that the ledger knows.
    case another
    /// The wallet lacks payments that the ledger has.
    case forgetful
  }

  /// What is wrong.
  package var problem: Problem
  /// The word that apps are told.
  package var reason: WalletReason
  /// The name of the program that it is about, such as `litecoind`.
  package var program: String?
  /// The URL of the program, without credentials.
  package var url: String?
  /// The path of the cookie file.
  package var file: String?
  /// The name of the wallet that is configured; empty if none is.
  package var wallet: String?
  /// The wallets that the daemon has loaded.
  package var loaded: [String]?
  /// The wallets that the daemon could load.
  package var stored: [String]?
  /// The number of the account that is configured.
  package var account: Int?
  /// What is configured or needed.
  package var expected: String?
  /// What was found instead.
  package var found: String?
  /// The code of an error that is not understood.
  package var code: Int?
  /// The newest block that the wallet has read.
  package var height: Int?
  /// The newest block that is known to exist.
  package var target: Int?
  /// How much is done, from 0 to 100.
  package var percent: Int?

  /// A problem about which nothing else is known.
  package init(_ problem: Problem, reason: WalletReason, program: String? = nil, url: String? = nil) {
    self.problem = problem
    self.reason = reason
    self.program = program
    self.url = url
  }
}
