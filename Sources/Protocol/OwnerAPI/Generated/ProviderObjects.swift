// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

package import JSON
package import PaymentsModel

/// What it is about.
package enum WalletNoticeKind: String, Codable, Sendable, Hashable, CaseIterable {
  /// Entries of a list of the wallet cannot be read.
  case unreadable
  /// A part of the money is in extension blocks, from which nothing can be paid.
  case inExtensionBlocks = "in_extension_blocks"
  /// It handed out addresses that the ledger had, as a wallet does that was put back to an older state.
  case addressesPassed = "addresses_passed"
}

/// What is wrong.
package enum WalletTroubleProblem: String, Codable, Sendable, Hashable, CaseIterable {
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
  /// The program at the URL does not have the certificate that is expected.
  case untrusted
  /// The file with the cookie or another credential is missing, or cannot be read.
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

/// An entry of the audit log.
package struct AuditLogEntry: OwnerObject {
  /// Its number; the first is 1.
  package var entry: Int
  /// When it was written.
  package var at: Timestamp
  /// What happened, such as `order.approved`.
  package var kind: String
  /// What is known of it; an object whose members depend on the kind.
  package var detail: JSONValue
  /// The hash over this entry and all before it, in hexadecimal.
  package var hash: String
  /// The app that it is about.
  package var app: AppKey?
  /// What that app calls itself; a claim.
  package var name: String?
  /// The order, invoice or other thing that it is about.
  package var object: String?

  package init(
    entry: Int, at: Timestamp, kind: String, detail: JSONValue, hash: String, app: AppKey? = nil, name: String? = nil,
    object: String? = nil
  ) {
    (self.entry, self.at, self.kind, self.detail) = (entry, at, kind, detail)
    (self.hash, self.app, self.name, self.object) = (hash, app, name, object)
  }
}

/// A copy of all that a backup contains, while payments go on.
package struct StagedBackup: OwnerObject {
  /// The path of the folder, inside the state folder. Whoever asked for it removes it; the next start does, too.
  package var folder: String
  /// The number of the newest entry of the audit log in it.
  package var auditEntries: Int
  /// How the provider's key is in it: `plain`, `sealed`, `keyring` (it is not in it), or `none`.
  package var key: String
  /// The size of all files in bytes.
  package var bytes: Int
  /// Whether the configuration file is in it.
  package var hasConfiguration: Bool

  package init(folder: String, auditEntries: Int, key: String, bytes: Int, hasConfiguration: Bool) {
    (self.folder, self.auditEntries, self.key, self.bytes) = (folder, auditEntries, key, bytes)
    self.hasConfiguration = hasConfiguration
  }
}

/// How many addresses are used by the code of their currency, and the most of each.
package struct UsedAddresses: OwnerObject {
  /// How many are used, by the code of the currency.
  package var used: NamedValues<Int>
  /// The most of each currency.
  package var most: Int

  package init(used: NamedValues<Int>, most: Int) {
    (self.used, self.most) = (used, most)
  }
}

/// A wallet of the provider.
package struct CurrencyReport: OwnerObject {
  /// The code of the currency.
  package var code: String
  /// The network that it is of.
  package var network: String
  /// `ready`, `syncing`, `locked` or `unavailable`.
  package var ready: String
  /// Whether nothing is paid before the owner has looked at what the wallet sent.
  package var stopped: Bool
  /// Whether the money is made up, on a simulated network.
  package var madeUp: Bool
  /// The number of the newest block that the wallet knows.
  package var height: Int?
  /// Why the wallet is not ready.
  package var trouble: WalletTrouble?
  /// What the owner has to know of the wallet besides; absent if there is nothing.
  package var notices: [WalletNotice]?

  package init(
    code: String, network: String, ready: String, stopped: Bool, madeUp: Bool, height: Int? = nil,
    trouble: WalletTrouble? = nil, notices: [WalletNotice]? = nil
  ) {
    (self.code, self.network, self.ready, self.stopped) = (code, network, ready, stopped)
    (self.madeUp, self.height, self.trouble, self.notices) = (madeUp, height, trouble, notices)
  }
}

/// What has changed in the configuration file since it was applied.
package struct ReloadReport: OwnerObject {
  /// The changed keys.
  package var changes: [ReloadReportChange]

  package init(changes: [ReloadReportChange]) {
    self.changes = changes
  }
}

/// A key that has changed.
package struct ReloadReportChange: OwnerObject {
  /// Its path in the file, such as `times.poll`.
  package var key: String
  /// Whether the provider goes by it now; otherwise it does so after a restart.
  package var applied: Bool

  package init(key: String, applied: Bool) {
    (self.key, self.applied) = (key, applied)
  }
}

/// What the owner has to know of a wallet that can be used all the same.
package struct WalletNotice: OwnerObject {
  /// What it is about.
  package var kind: WalletNoticeKind
  /// The list with entries that cannot be read: `received`, `sent` or `coins`.
  package var list: String?
  /// How many entries of the list could not be read since the start, at most 1,000 are counted; or how many addresses
  /// were passed over.
  package var count: Int?
  /// How much money is in extension blocks.
  package var amount: DecimalAmount?

  package init(kind: WalletNoticeKind, list: String? = nil, count: Int? = nil, amount: DecimalAmount? = nil) {
    (self.kind, self.list, self.count, self.amount) = (kind, list, count, amount)
  }
}

/// Why a wallet cannot be used, or not fully, with what its owner needs to mend it. Names and versions that other
/// programs told are shortened and contain nothing that changes how a terminal writes.
package struct WalletTrouble: OwnerObject {
  /// What is wrong.
  package var problem: WalletTroubleProblem
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

  package init(
    problem: WalletTroubleProblem, reason: WalletReason, program: String? = nil, url: String? = nil,
    file: String? = nil, wallet: String? = nil, loaded: [String]? = nil, stored: [String]? = nil, account: Int? = nil,
    expected: String? = nil, found: String? = nil, code: Int? = nil, height: Int? = nil, target: Int? = nil,
    percent: Int? = nil
  ) {
    (self.problem, self.reason, self.program, self.url) = (problem, reason, program, url)
    (self.file, self.wallet, self.loaded, self.stored) = (file, wallet, loaded, stored)
    (self.account, self.expected, self.found, self.code) = (account, expected, found, code)
    (self.height, self.target, self.percent) = (height, target, percent)
  }
}

/// What a Lightning invoice (BOLT 11) says. Its maker has signed it, which proves nothing else of it. A node may
/// receive for many people, so that each invoice is a new recipient.
package struct LightningClaims: OwnerObject {
  /// The public key of the node that is paid, in 66 hexadecimal digits.
  package var node: String
  /// From when on it cannot be paid any more.
  package var expiresAt: Timestamp
  /// What its maker says that it is for; a claim.
  package var description: String?

  package init(node: String, expiresAt: Timestamp, description: String? = nil) {
    (self.node, self.expiresAt, self.description) = (node, expiresAt, description)
  }
}

/// An invoice as the owner sees it, with what arrived for it.
package struct OwnerInvoice: OwnerObject {
  /// The identifier of the invoice.
  package var id: String
  /// What the app is called; with the key `owner` where the owner made it without an app.
  package var app: AppNames
  /// The code of the currency.
  package var currency: String
  /// What arrived so far, confirmed or not.
  package var received: DecimalAmount
  /// What of it has the wanted number of confirmations.
  package var confirmed: DecimalAmount
  /// The address that is to be paid.
  package var address: String
  /// The state of the invoice.
  package var state: InvoiceState
  /// How much of it is paid.
  package var payment: InvoicePayment
  /// Who has to do something next.
  package var group: PaymentGroup
  /// How many confirmations a transfer has to have.
  package var confirmationsWanted: Int
  /// When the app asked.
  package var createdAt: Timestamp
  /// When the invoice last changed.
  package var updatedAt: Timestamp
  /// Until when it is to be paid.
  package var expiresAt: Timestamp
  /// What is to be paid; absent where the payer chooses.
  package var amount: DecimalAmount?
  /// What the app says that it is for; a claim.
  package var description: String?
  /// The newest transfers, oldest first; only where one invoice is asked for.
  package var transfers: [ReceivedTransfer]?
  /// How many transfers came before those; only where one invoice is asked for.
  package var earlierTransfers: Int?
  /// The address with the amount, as other wallets read it from a QR code; only where one invoice is asked for.
  package var uri: String?

  package init(
    id: String, app: AppNames, currency: String, received: DecimalAmount, confirmed: DecimalAmount, address: String,
    state: InvoiceState, payment: InvoicePayment, group: PaymentGroup, confirmationsWanted: Int, createdAt: Timestamp,
    updatedAt: Timestamp, expiresAt: Timestamp, amount: DecimalAmount? = nil, description: String? = nil,
    transfers: [ReceivedTransfer]? = nil, earlierTransfers: Int? = nil, uri: String? = nil
  ) {
    (self.id, self.app, self.currency, self.received) = (id, app, currency, received)
    (self.confirmed, self.address, self.state, self.payment) = (confirmed, address, state, payment)
    (self.group, self.confirmationsWanted, self.createdAt, self.updatedAt) = (
      group, confirmationsWanted, createdAt, updatedAt
    )
    (self.expiresAt, self.amount, self.description, self.transfers) = (expiresAt, amount, description, transfers)
    (self.earlierTransfers, self.uri) = (earlierTransfers, uri)
  }
}

/// What a check of the audit log found. A log that is what it was has `entries`, `hash` and `note`; any other one
/// `entry`, `fault` and `message`.
package struct AuditVerification: OwnerObject {
  /// Whether all is what it was.
  package var ok: Bool
  /// How many entries there are.
  package var entries: Int?
  /// The hash of the newest, in hexadecimal.
  package var hash: String?
  /// Both in one word, for `expect` of a later check.
  package var note: String?
  /// The note that was asked for.
  package var expected: String?
  /// The entry at which that is seen; 0 where no entry is about it.
  package var entry: Int?
  /// `changed`, `missing`, `cut_off`, `not_as_noted`, `note_unknown` or `settings_changed`.
  package var fault: String?
  /// What is wrong, in a sentence for people.
  package var message: String?

  package init(
    ok: Bool, entries: Int? = nil, hash: String? = nil, note: String? = nil, expected: String? = nil, entry: Int? = nil,
    fault: String? = nil, message: String? = nil
  ) {
    (self.ok, self.entries, self.hash, self.note) = (ok, entries, hash, note)
    (self.expected, self.entry, self.fault, self.message) = (expected, entry, fault, message)
  }
}

/// Why something was not done. Programs decide by it.
package enum OwnerFailureReason: String, Codable, Sendable, Hashable, CaseIterable {
  /// The request is not understood, or a value in it is of the wrong kind.
  case usage
  /// A pairing is approved with the digits that the app shows, and none were given.
  case codeRequired = "code_required"
  /// The provider has no wallet of this currency.
  case unknownCurrency = "unknown_currency"
  /// Payments without a question need a limit per period.
  case needsPeriodLimit = "needs_period_limit"
  /// The period of a statement ends before it begins.
  case emptyPeriod = "empty_period"
  /// This is no note of the audit log.
  case badNote = "bad_note"
  /// There is nothing under that name.
  case notFound = "not_found"
  /// No question waits under this name.
  case questionNotFound = "question_not_found"
  /// No app is called so.
  case appNotFound = "app_not_found"
  /// The app is not paired any more.
  case appNotPaired = "app_not_paired"
  /// No connection has this name, or not any more.
  case sessionNotFound = "session_not_found"
  /// No wallet of the provider serves the currency of a statement.
  case currencyNotFound = "currency_not_found"
  /// No order that has not ended has this name.
  case orderNotOpen = "order_not_open"
  /// The owner has nothing to say about this transaction.
  case sendNotFound = "send_not_found"
  /// No order that the owner may name for a send has this name.
  case heldOrderNotFound = "held_order_not_found"
  /// A link is for a provider of another name, or a backup of one with another key.
  case otherProvider = "other_provider"
  /// It is too late for that, or it was done already.
  case conflict
  /// Several questions have this in their names.
  case ambiguousQuestion = "ambiguous_question"
  /// Several apps are called so.
  case ambiguousApp = "ambiguous_app"
  /// Several connections have this in their names.
  case ambiguousSession = "ambiguous_session"
  /// The fee may be more now than the yes says; `fee_cap` is what it may be.
  case feeRisen = "fee_risen"
  /// The fee that was shown is out of date.
  case feeOutdated = "fee_outdated"
  /// The fee is being asked for at this moment.
  case feeUnknown = "fee_unknown"
  /// The order is not the one that was shown.
  case otherParams = "other_params"
  /// The order is not ready for an answer yet.
  case notReady = "not_ready"
  /// The question has been decided, or has ended; `state` tells how.
  case decided
  /// The wallet has not told yet what it sent before the provider was started.
  case notCompared = "not_compared"
  /// The payment may be made already: the owner has to look at the sends first.
  case maybePaid = "maybe_paid"
  /// The owner has to say first what the wallet sent.
  case sendsFirst = "sends_first"
  /// It would cost more than the fee that was agreed to.
  case feeAboveCap = "fee_above_cap"
  /// A wrong pairing code.
  case wrongCode = "wrong_code"
  /// Too many wrong codes or PINs; wait.
  case locked
  /// The owner's PIN is needed, and was not given.
  case pinRequired = "pin_required"
  /// A wrong PIN.
  case wrongPin = "wrong_pin"
  /// It is more than what the owner allowed the app.
  case overLimit = "over_limit"
  /// The wallet has not enough for the payment, which still waits.
  case insufficientFunds = "insufficient_funds"
  /// The owner is answered at the provider that writes the ledger only, and not at this one, which stands by.
  case atWriterOnly = "at_writer_only"
  /// The owner locked the wallet.
  case walletLocked = "wallet_locked"
  /// Nothing of this currency is paid before the owner has looked at what the wallet sent.
  case payingStopped = "paying_stopped"
  /// The wallet itself is locked, which is undone there.
  case lockedInWallet = "locked_in_wallet"
  /// The provider cannot do it now.
  case unavailable
  /// The provider is stopping; nothing was changed.
  case stopping
  /// The provider is starting or stopping, and nobody can read its files meanwhile.
  case startingOrStopping = "starting_or_stopping"
  /// An earlier version wrote the files; the provider has to be started once before they can be read.
  case olderFiles = "older_files"
  /// A program that the provider needs for this is not installed beside it.
  case programMissing = "program_missing"
  /// No provider runs at the path.
  case notRunning = "not_running"
  /// The provider did not answer in time; what was asked may be done or not.
  case noAnswer = "no_answer"
  /// The provider failed.
  case internalError = "internal_error"
}

/// What a reason brings; each member is there with the reasons that it names.
package struct OwnerFailureData: OwnerObject {
  /// With `wrong_code` and `wrong_pin`: how many tries are left before the owner has to wait.
  package var triesLeft: Int?
  /// With `wrong_pin` and `locked`: how long to wait before the next try, in milliseconds.
  package var retryAfterMilliseconds: Int?
  /// With `fee_risen`: the largest fee that a yes would cover now.
  package var feeCap: DecimalAmount?
  /// With `fee_risen` and `over_limit`: the currency of the amounts; with `paying_stopped`, the one that is stopped.
  package var currency: String?
  /// With `over_limit`: which limit it is, such as `per_period`.
  package var limit: String?
  /// With `over_limit`: the largest total, fee included, that fits now.
  package var left: DecimalAmount?
  /// With `over_limit`: when more fits; with `locked` of a pairing, when the next try may be.
  package var until: Timestamp?
  /// With `decided` and `not_ready`: how far the order is.
  package var state: OrderState?
  /// With `starting_or_stopping`: the identifier of the provider's process, where it is known.
  package var pid: Int?
  /// With `ambiguous_app`, `ambiguous_question` and `ambiguous_session`, and with `conflict` and `not_found` of an
  /// order: some of those that are meant, for people.
  package var candidates: [String]?

  package init(
    triesLeft: Int? = nil, retryAfterMilliseconds: Int? = nil, feeCap: DecimalAmount? = nil, currency: String? = nil,
    limit: String? = nil, left: DecimalAmount? = nil, until: Timestamp? = nil, state: OrderState? = nil,
    pid: Int? = nil, candidates: [String]? = nil
  ) {
    (self.triesLeft, self.retryAfterMilliseconds, self.feeCap, self.currency) = (
      triesLeft, retryAfterMilliseconds, feeCap, currency
    )
    (self.limit, self.left, self.until, self.state) = (limit, left, until, state)
    (self.pid, self.candidates) = (pid, candidates)
  }
}
