import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The owner's limits for one app in one currency.
struct LimitCommands {
  let grants: SpendingLimits
  let pin: OwnerPIN

  /// Changes what is named and keeps the rest; without anything to change it only shows the limits.
  func limit(_ params: LimitApp.Params) async throws -> LimitApp.Result {
    let app = try await NamedApp.find(params.app, grants.ledger)
    let code = params.currency.uppercased()
    guard let wallet = grants.wallets[code] else {
      throw OwnerFailure(.usage, "the wallet has no currency \(code)")
    }
    let before = try await grants.limits(of: app.record.key, code)
    if params.clear == true {
      try await set(nil, insteadOf: before, of: app, code, pin: params.pin)
    } else {
      var limits = before
      try await change(&limits, by: params, wallet: wallet)
      if params.changesAnything {
        try SpendingLimits.check(limits)
        try await set(limits, insteadOf: before, of: app, code, pin: params.pin)
      }
    }
    return try await view(app, wallet)
  }

  private func set(
    _ limits: PaymentLimits?, insteadOf before: PaymentLimits, of app: NamedApp, _ code: String, pin: String?
  ) async throws {
    if (limits ?? grants.defaultLimits(code)).widens(before) { try await self.pin.require(pin) }
    try await grants.set(LimitsChange(before: before, after: limits), of: app.record.key, code)
  }

  private func view(_ app: NamedApp, _ wallet: CurrencyWallet) async throws -> LimitApp.Result {
    let budget = try await grants.ledger.read { reader -> AppBudget in
      try GrantView.budget(of: app.record.key, in: wallet, spending: grants, reader)
    }
    return LimitApp.Result(app: AppNames(app), budget: budget)
  }

  private func change(
    _ limits: inout PaymentLimits, by params: LimitApp.Params, wallet: CurrencyWallet
  ) async throws {
    if let text = params.perPayment { limits.perPayment = try amount(text, wallet) }
    if let text = params.perPeriod { limits.perPeriod = try amount(text, wallet) }
    if let text = params.period {
      guard let period = BudgetPeriod(rawValue: text) else {
        throw OwnerFailure(.usage, "a period is day, week or month, not \(text)")
      }
      limits.period = period
    }
    if let text = params.count {
      guard text == "none" || Int(text).map({ (0...1_000_000_000).contains($0) }) == true else {
        throw OwnerFailure(.usage, "the number of payments must be a whole number, or none")
      }
      limits.count = Int(text)
    }
    if let text = params.ask { try change(&limits, toAsk: text, wallet) }
    if let batch = params.batch {
      guard !batch || wallet.backend.mostRecipients > 1 else {
        throw OwnerFailure(.usage, "the wallet of \(wallet.currency.code) pays one recipient in a transaction")
      }
      limits.isBatching = batch
    }
    for member in params.recipients?.members ?? [] {
      let address = try await canonical(member.name, wallet)
      limits.recipients[address] = try amount(member.value, wallet)
    }
  }

  private func change(_ limits: inout PaymentLimits, toAsk text: String, _ wallet: CurrencyWallet) throws {
    guard let (asking, forNewRecipients) = LimitsSection.asking(text) else {
      throw OwnerFailure(.usage, "ask \(LimitsSection.knownAsking)")
    }
    limits.asksForNewRecipients = forNewRecipients
    switch asking {
    case .always: limits.asking = .always
    case .never: limits.asking = .never
    case .refuse: limits.asking = .refuse
    case .above(let most): limits.asking = try amount(most.text, wallet).map { .above($0) } ?? .always
    }
  }

  /// An amount; `nil` for `none`.
  private func amount(_ text: String, _ wallet: CurrencyWallet) throws -> Amount? {
    if text == "none" { return nil }
    let decimals = wallet.currency.decimals
    guard let decimal = try? DecimalAmount(text), let amount = try? Amount(decimal, decimals: decimals) else {
      throw OwnerFailure(
        .usage, "\(text) is not an amount of \(wallet.currency.code), which has at most \(decimals) decimals")
    }
    return amount
  }

  private func canonical(_ address: String, _ wallet: CurrencyWallet) async throws -> String {
    switch try? await wallet.backend.checkAddress(address) {
    case .valid(let canonical): return canonical
    case .malformed: throw OwnerFailure(.usage, "\(address) is not an address of \(wallet.currency.code)")
    case .wrongNetwork:
      throw OwnerFailure(.usage, "\(address) belongs to another network of \(wallet.currency.code)")
    case nil:
      throw OwnerFailure(
        .unavailable, "the wallet of \(wallet.currency.code) cannot be reached to check the address")
    }
  }
}

extension LimitApp.Params {
  /// Whether any limit is named.
  fileprivate var changesAnything: Bool {
    perPayment != nil || period != nil || perPeriod != nil || count != nil || ask != nil || clear != nil
      || recipients != nil || batch != nil
  }
}
