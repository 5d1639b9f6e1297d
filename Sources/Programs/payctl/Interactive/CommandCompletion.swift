import PaymentsAPI
import TerminalUI

/// Completes the word at the cursor with commands, their options, currencies and identifiers that were seen.
struct CommandCompletion {
  let names: KnownNames

  func candidates(_ request: CompletionRequest) -> [String] {
    let words = request.words.first == "payctl" ? Array(request.words.dropFirst()) : request.words
    let commands = Payctl.commandNames
    guard let name = words.first else { return commands + ["help", "history", "quit"] }
    if name == "help" { return words.count == 1 ? commands + ["states"] : [] }
    guard let command = Payctl.command(named: name) else { return [] }
    if words.last == "--currency" { return names.currencies }
    if request.partial.hasPrefix("-") { return command.longOptions + ["--json", "--help"] }
    return candidates(at: place(of: words.dropFirst(), in: command))
  }

  private func candidates(at place: CompletionPlace?) -> [String] {
    switch place {
    case .currency: names.currencies
    case .invoice: names.invoices
    case .order: names.orders
    case .method: PaymentsMethods.all.map { $0.name }
    case .service: ["payments"]
    case .other, nil: []
    }
  }

  /// Returns what is expected after the positional words. Options and their values do not count.
  private func place(of words: ArraySlice<String>, in command: any ClientCommand.Type) -> CompletionPlace? {
    let flags: Set = [
      "--wait", "--json", "--qr", "--no-qr", "--forget", "--help", "--sealed", "--archived", "--force", "--print",
      "--hold", "--pair", "--no-pair",
    ]
    var count = 0
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
      } else if word.hasPrefix("--") {
        isValue = !flags.contains(word) && !word.contains("=")
      } else {
        count += 1
      }
    }
    return isValue || count >= command.places.count ? nil : command.places[count]
  }
}
