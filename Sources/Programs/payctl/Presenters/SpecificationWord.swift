import TerminalUI

/// Words of the specification, as people read them: in English they are the same.
enum SpecificationWord {
  /// Returns what people read for a word; the word itself where this version does not know it.
  static func text(_ word: String) -> String {
    switch word {
    // Currencies and services.
    case "ready": localized("ready")
    case "syncing": localized("syncing")
    case "unavailable": localized("unavailable")
    case "enabled": localized("enabled")
    case "experimental": localized("experimental")
    case "disabled": localized("disabled")
    // Sessions and documents.
    case "pending": localized("pending")
    case "paired": localized("paired")
    case "accepted": localized("accepted")
    case "refused": localized("refused")
    case "ended": localized("ended")
    case "not answered yet": localized("not answered yet")
    // Invoices, transfers, addresses and statements.
    case "processing": localized("processing")
    case "settled": localized("settled")
    case "expired": localized("expired")
    case "invalid": localized("invalid")
    case "cancelled": localized("cancelled")
    case "unconfirmed": localized("unconfirmed")
    case "confirming": localized("confirming")
    case "confirmed": localized("confirmed")
    case "removed": localized("removed")
    case "receive": localized("receive")
    case "invoice": localized("invoice")
    case "preparing": localized("preparing")
    case "failed": localized("failed")
    // Proofs.
    case "payment": localized("payment")
    case "address": localized("address")
    case "reserve": localized("reserve")
    case "payer": localized("payer")
    case "payee": localized("payee")
    case "holder": localized("holder")
    case "signature": localized("signature")
    case "subject": localized("subject")
    case "transaction": localized("transaction")
    case "amount": localized("amount")
    case "unknown": localized("unknown")
    default: word
    }
  }
}

extension Table.Column {
  /// A column of words of the specification, which programs read as they are.
  static func word(_ title: String, _ importance: Table.Importance = .essential) -> Self {
    Self(title, importance: importance, reading: .words { SpecificationWord.text($0) })
  }
}

/// Numbers of things, as people read them.
enum CountedText {
  static func payments(_ count: Int) -> String { count == 1 ? localized("1 payment") : localized("\(count) payments") }

  static func bytes(_ count: Int) -> String { count == 1 ? localized("1 byte") : localized("\(count) bytes") }
}
