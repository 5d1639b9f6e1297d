import Orders
import PaymentsModel
import WalletBackend

/// Explains a verdict to people in one or two sentences: what was proven, and what was not.
struct ProofMeaning {
  let wallet: CurrencyWallet
  let subject: ProofSubject

  func text(_ verdict: ProofVerdict) -> String {
    switch verdict {
    case .valid(let facts): text(facts)
    case .invalid(let flaw): text(flaw)
    }
  }

  private func text(_ facts: ProvenFacts) -> String {
    let amount =
      facts.amount.map { "\(wallet.decimal($0).text) \(wallet.currency.code)" } ?? "an amount"
    switch (subject, facts.signer) {
    case (.reserve, _):
      return
        "Whoever signed the text holds \(amount), unspent now. It may be spent at any time, and the same money can "
        + "be shown to others as well."
    case (.payment, nil):
      return
        "Whoever has this proof knows what the recipient of the invoice gives away when \(amount) arrives. Who paid is "
        + "not shown, and nobody signed the text: whoever sees the proof can hand it on."
    case (.payment, .payer):
      return paid(amount, by: facts)
    case (.payment, _):
      return arrived(amount, by: facts)
    case (.address, _):
      return "Whoever signed the text holds the key of the address. That anything was paid there is not shown."
    }
  }

  // Whole sentences, which whoever shows them can tell in another language.

  private func paid(_ amount: String, by facts: ProvenFacts) -> String {
    switch facts.confirmations ?? 0 {
    case 0:
      "Whoever signed the text had part in making the transaction, which pays the address \(amount) and waits for a block: "
        + "it can still be taken back. Who holds the address is not shown."
    case 1:
      "Whoever signed the text had part in making the transaction, which pays the address \(amount) with 1 confirmation. "
        + "Who holds the address is not shown."
    case let count:
      "Whoever signed the text had part in making the transaction, which pays the address \(amount) with \(count) "
        + "confirmations. Who holds the address is not shown."
    }
  }

  private func arrived(_ amount: String, by facts: ProvenFacts) -> String {
    switch facts.confirmations ?? 0 {
    case 0:
      "Whoever signed the text holds the key of the address, which the transaction pays \(amount) and waits for a block: "
        + "it can still be taken back. Who paid is not shown."
    case 1:
      "Whoever signed the text holds the key of the address, which the transaction pays \(amount) with 1 confirmation. "
        + "Who paid is not shown."
    case let count:
      "Whoever signed the text holds the key of the address, which the transaction pays \(amount) with \(count) "
        + "confirmations. Who paid is not shown."
    }
  }

  private func text(_ flaw: ProofFlaw) -> String {
    switch flaw {
    case .signature:
      "Nothing is shown: the signature is not one of this text by the key in question. The text, the proof, or what it "
        + "is said to be about was changed, or somebody else signed."
    case .subject: "Nothing is shown: the proof is about another transaction or address."
    case .transaction:
      "Nothing is shown: the network does not know the transaction, as far as this wallet can see. It was never sent, "
        + "was taken back, or cannot be looked up here."
    case .amount: "The amount is not shown: it is less, or part of it was spent since."
    }
  }
}
