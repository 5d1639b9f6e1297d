public import PaymentsModel

/// Why a wallet cannot be used, or not fully, with everything that its owner needs to mend it. It never contains a
/// password.
///
/// It is indirect, so that a function that throws it hands over one word.
public indirect enum WalletProblem: Error, Sendable, Hashable {
  /// The wallet was not asked yet.
  case notAsked
  /// Nothing accepts connections at the URL: the program does not run, or listens elsewhere.
  case refused(WalletEndpoint)
  /// There was no answer in time; `nil` if it is not known which program did not answer.
  case silent(WalletEndpoint?)
  /// The connection ended before the answer was complete.
  case lost(WalletEndpoint)
  /// The program says that it has too many calls to answer.
  case overloaded(WalletEndpoint)
  /// The user name or the password is wrong.
  case unauthorized(WalletEndpoint)
  /// The program refuses this machine or this user the call, whatever the password.
  case forbidden(WalletEndpoint)
  /// The program at the URL does not have the certificate by which the owner's is known, or that is missing.
  case untrusted(WalletEndpoint)
  /// There is no cookie file, or no other file with a credential, or it cannot be read. A daemon that runs has one.
  case noCookie(path: String, WalletEndpoint)
  /// The daemon has not loaded the wallet of this name, which is empty where none is configured. The names are those of
  /// the wallets that it has loaded, and of those that it could load.
  case walletNotFound(name: String, loaded: [String], stored: [String], WalletEndpoint)
  /// The daemon has loaded several wallets, and the configuration names none.
  case walletNotChosen(loaded: [String], WalletEndpoint)
  /// The program runs and has no wallet open.
  case noWalletOpen(WalletEndpoint)
  /// The daemon was started or built without wallets.
  case walletsDisabled(WalletEndpoint)
  /// The wallet has no account of this number.
  case noAccount(Int, WalletEndpoint)
  /// The wallet's program has no connection to its daemon.
  case noDaemon(WalletEndpoint)
  /// The program serves another network, chain or currency than is configured.
  case wrongNetwork(expected: String, found: String, WalletEndpoint)
  /// The program is older than what the backend was written for.
  case tooOld(found: String, needed: String, WalletEndpoint)
  /// The answer is not what the protocol says, or is an error with a code that the backend does not know.
  case notUnderstood(code: Int?, WalletEndpoint)
  /// The program runs and still loads.
  case starting(WalletEndpoint)
  /// The wallet or its daemon has not read all blocks.
  case syncing(SyncProgress)
  /// The wallet is encrypted, and its owner must unlock it before it can pay.
  case locked
  /// The wallet has a password, and the configuration names none, or another one.
  case passwordMissing(WalletEndpoint)
  /// The wallet has no private keys, so that it receives and cannot pay.
  case viewOnly
  /// The program allows only calls that change nothing.
  case restricted(WalletEndpoint)
  /// It is another wallet than the one that the provider's ledger knows. Only the provider can tell.
  case another
  /// It is the wallet that the provider's ledger knows, and it lacks payments that the ledger has, as where it was
  /// restored and has not read the chain. Only the provider can tell.
  case forgetful
}

/// A program that a wallet consists of, and where it listens.
public struct WalletEndpoint: Sendable, Hashable {
  /// The name of the program, such as `litecoind`.
  public var program: String
  /// The URL, which contains no credentials.
  public var url: String

  /// Creates an endpoint.
  public init(program: String, url: String) {
    self.program = program
    self.url = url
  }
}

/// How far a wallet has read the chain.
public struct SyncProgress: Sendable, Hashable {
  /// The number of the newest block that was read; `nil` if it is not known.
  public var height: Int?
  /// The number of the newest block that is known to exist; `nil` if it is not known.
  public var target: Int?
  /// How much of the work is done, from 0 to 100; `nil` if it is not known.
  public var percent: Int?
  /// The program that is behind; `nil` for the daemon that wallets of the currency usually have.
  public var endpoint: WalletEndpoint?

  /// Creates a progress. Without a percentage it is that of the blocks.
  public init(height: Int? = nil, target: Int? = nil, percent: Int? = nil, endpoint: WalletEndpoint? = nil) {
    self.endpoint = endpoint
    self.height = height
    self.target = target
    self.percent = percent
    if percent == nil, let height, let target, height >= 0, target > 0 {
      let (product, overflow) = height.multipliedReportingOverflow(by: 100)
      self.percent = overflow ? nil : min(product / target, 100)
    }
  }
}

extension WalletProblem {
  /// The word that apps are told.
  public var reason: WalletReason {
    switch self {
    case .notAsked, .starting: .starting
    case .refused, .noCookie, .noDaemon: .notRunning
    case .silent, .lost, .overloaded: .noAnswer
    case .unauthorized, .forbidden, .restricted: .unauthorized
    case .walletNotFound, .walletNotChosen, .noWalletOpen, .walletsDisabled, .noAccount: .noWallet
    case .wrongNetwork: .wrongNetwork
    case .tooOld: .tooOld
    case .notUnderstood, .untrusted: .notUnderstood
    case .syncing: .syncing
    case .locked, .passwordMissing: .walletLocked
    case .viewOnly: .viewOnly
    case .another: .noWallet
    case .forgetful: .syncing
    }
  }

  /// What the problem means for the use of the wallet.
  public var status: WalletStatus {
    switch self {
    case .starting, .syncing, .forgetful: .syncing
    case .locked, .passwordMissing, .viewOnly: .locked
    default: .unavailable
    }
  }

  /// The error of a call that failed for this reason.
  public var error: WalletError {
    switch self {
    case .silent: .timeout
    case .starting, .syncing, .forgetful: .syncing
    case .locked, .passwordMissing, .viewOnly: .locked
    case .unauthorized, .forbidden, .restricted: .unauthorized
    case .notUnderstood(let code, _): .protocolViolation(code: code)
    case .wrongNetwork, .tooOld: .protocolViolation(code: nil)
    default: .unavailable
    }
  }

  /// Whether it is worth telling the owner of this problem after another one: it is not the same one with more progress,
  /// or with the name of the program that did not answer.
  public func isNews(after earlier: WalletProblem?) -> Bool {
    switch (earlier, self) {
    case (.syncing, .syncing), (.silent(nil), .silent), (.silent, .silent(nil)): false
    default: earlier != self
    }
  }

  /// A name or version that a program told, fit to be shown: at most 64 characters, none of which controls a terminal or
  /// changes the direction of writing.
  public static func shown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(64) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        result.append("?")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
