import Consumer
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats currencies and amounts for people.
struct CurrencyView {
  let context: CommandContext

  /// Formats the currencies, one per line.
  func table(_ currencies: [CurrencyInfo]) -> [String] {
    var table = Table([
      .init("CUR"), .init("NAME", overflow: .truncate), .init("NETWORK"), .word("READY"),
      .init("DECIMALS", .right, importance: .extra), .init("CONFIRMATIONS", .right, importance: .extra),
      .init("URI", importance: .extra),
    ])
    for currency in currencies {
      table.append([
        currency.code, currency.name, currency.network, currency.ready.rawValue, String(currency.decimals),
        String(currency.confirmations), currency.uriScheme + ":",
      ])
    }
    // The reasons stand below the table, because their words would not fit into it.
    let reasons = currencies.compactMap { currency in
      currency.reason.map { reason in
        let code = SafeText(currency.code, limit: 12).text
        return localized("\(code) is \(SpecificationWord.text(currency.ready.rawValue)): \(reason.words).")
      }
    }
    return table.lines(for: context.terminal)
      + reasons.flatMap { TableLayout.wrapped($0, columns: max(20, context.terminal.width())) }
  }

  /// Formats the amounts that can be received and paid, and the owner's limits.
  func lines(_ range: GetAmountRangeForCurrency.Result) -> [String] {
    var table = Table([.init(range.currency), .init("LEAST", .right), .init("MOST", .right)])
    table.append([localized("receive"), range.receive.min.text, range.receive.max.text])
    if let pay = range.pay { table.append([localized("pay"), pay.min.text, pay.max.text]) }
    let budget = range.budget.map { [BudgetText.line($0, now: context.now())] } ?? []
    return table.lines(for: context.terminal) + budget
  }

  /// Formats the balance of the wallet.
  func lines(_ balance: GetBalance.Result) -> [String] {
    var list = KeyValueList()
    list.append("Available", "\(balance.available.text) \(balance.currency)")
    list.append("Pending", "\(balance.pending.text) \(balance.currency)")
    list.append("Locked", "\(balance.locked.text) \(balance.currency)")
    return list.lines(for: context.terminal)
  }
}
