import JSON
import Ledger
import OwnerSocket
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The owner's limits for one app in one currency.
struct LimitCommands {
  let context: ProviderContext

  /// `limit {app, currency, per_payment?, per_period?, period?, count?, ask?, recipients?, clear?}`: changes what is
  /// named and keeps the rest; the text `none` takes a limit away. With `clear` the configured limits hold again.
  /// Without anything to change it only shows them.
  func limit(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    let app = try await NamedApp.find(try OwnerParams.text(params, "app"), context.ledger)
    let code = try OwnerParams.text(params, "currency").uppercased()
    guard let wallet = context.wallets.existingWallet(code) else {
      throw OwnerFailure(.usage, "the wallet has no currency \(code)")
    }
    let before = try await context.grants.limits(of: app.record.key, code)
    if params["clear"]?.boolValue == true {
      try await set(nil, before, app, code, params)
    } else {
      var limits = before
      try await change(&limits, params, wallet)
      let isChange = (params.objectValue?.members ?? []).contains { !["app", "currency", "pin"].contains($0.name) }
      if isChange {
        try SpendingLimits.check(limits)
        try await set(limits, before, app, code, params)
      }
    }
    return try await view(app, wallet)
  }

  private func set(
    _ limits: PaymentLimits?, _ before: PaymentLimits, _ app: NamedApp, _ code: String, _ params: JSONValue
  ) async throws(OwnerFailure) {
    if (limits ?? context.grants.defaultLimits(code)).widens(before) { try await context.pin.require(params) }
    try await context.grants.setLimits(limits, of: app.record.key, code)
  }

  private func view(_ app: NamedApp, _ wallet: CurrencyWallet) async throws(OwnerFailure) -> JSONValue {
    let grants = context.grants
    do throws(LedgerError) {
      let budget = try await context.ledger.read { reader throws(LedgerError) -> JSONValue in
        try GrantView.budget(of: app.record.key, wallet, grants, reader)
      }
      return GrantView.summary(app, ["budget": budget])
    } catch {
      throw OwnerFailure(error)
    }
  }

  private func change(
    _ limits: inout PaymentLimits, _ params: JSONValue, _ wallet: CurrencyWallet
  ) async throws(OwnerFailure) {
    if let text = params["per_payment"]?.stringValue { limits.perPayment = try amount(text, wallet) }
    if let text = params["per_period"]?.stringValue { limits.perPeriod = try amount(text, wallet) }
    if let text = params["period"]?.stringValue {
      guard let period = BudgetPeriod(rawValue: text) else {
        throw OwnerFailure(.usage, "a period is day, week or month, not \(text)")
      }
      limits.period = period
    }
    if let text = params["count"]?.stringValue {
      guard text == "none" || Int(text).map({ (0...1_000_000_000).contains($0) }) == true else {
        throw OwnerFailure(.usage, "the number of payments must be a whole number, or none")
      }
      limits.count = Int(text)
    }
    if let text = params["ask"]?.stringValue { limits.asking = try asking(text, wallet) }
    for member in params["recipients"]?.objectValue?.members ?? [] {
      let address = try await canonical(member.name, wallet)
      limits.recipients[address] = try amount(member.value.stringValue ?? "", wallet)
    }
  }

  private func asking(_ text: String, _ wallet: CurrencyWallet) throws(OwnerFailure) -> PaymentLimits.Asking {
    switch LimitsSection.Asking(text) {
    case .always: return .always
    case .never: return .never
    case .refuse: return .refuse
    case .above(let most):
      guard let amount = try amount(most.text, wallet) else { return .always }
      return .above(amount)
    case nil: throw OwnerFailure(.usage, "ask always, never, refuse, or above and an amount, such as: above 0.1")
    }
  }

  /// An amount; `nil` for `none`.
  private func amount(_ text: String, _ wallet: CurrencyWallet) throws(OwnerFailure) -> Amount? {
    if text == "none" { return nil }
    let decimals = wallet.currency.decimals
    guard let decimal = try? DecimalAmount(text), let amount = try? Amount(decimal, decimals: decimals) else {
      throw OwnerFailure(
        .usage, "\(text) is not an amount of \(wallet.currency.code), which has at most \(decimals) decimals")
    }
    return amount
  }

  private func canonical(_ address: String, _ wallet: CurrencyWallet) async throws(OwnerFailure) -> String {
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
