package import DisplayText

/// What the programs say in German. Whoever reads it is addressed with Sie; commands, options and the words of the
/// protocol stay as they are typed.
///
/// Entries are sorted, one text each. `scripts/translations.py` says which are of no text any more, and with `--missing` which
/// texts have none.
package enum German {
  /// All of it.
  package static var translation: Translation {
    Translation(
      [
        questions, console, names, commands, failures, help, notices, check, records, setup, states, wallets, window,
        terminal, errors, reasons, payctlHelp, payctlViews, payctlAnswers, payctlNames,
        paychatHelp, paychatTyping, paychatCards, paychatChat, paychatNetworks, till,
      ],
      messages: [messages, payctlMessages, paychatWords])
  }
}
