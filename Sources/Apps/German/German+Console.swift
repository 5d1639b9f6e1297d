extension German {
  /// What `payd console` says.
  static let console: KeyValuePairs<String, String> = [
    "  +%1 more": "  +%1 weitere",
    "  +%1 more of this app": "  +%1 weitere dieser App",
    " (and %1 more that were not told)": " (und %1 weitere, die nicht gemeldet wurden)",
    " ? for help, q to leave.": " ? für Hilfe, q zum Verlassen.",
    " From now on: %1.": " Von jetzt an: %1.",
    " It may: %1.": " Erlaubt: %1.",
    " Type ? for help.": " Geben Sie ? für Hilfe ein.",
    " Without asking you: %1.": " Ohne Rückfrage: %1.",
    "%1 for %2 has arrived": "%1 für %2 ist eingegangen",
    "%1 for %2 was seen, and waits for confirmations": "%1 für %2 ist zu sehen und wartet auf Bestätigungen",
    "%1 has expired.": "%1 ist abgelaufen.",
    "%1 has failed.": "%1 ist fehlgeschlagen.",
    "%1 is no answer to this; ? tells what is.": "%1 ist hierauf keine Antwort; ? sagt, was eine ist.",
    "%1 is not asked any more.": "%1 steht nicht mehr zur Entscheidung.",
    "%1 is not known here; ? tells what is.": "%1 ist hier nicht bekannt; ? sagt, was bekannt ist.",
    "%1 paid %2 to %3, within its limits": "%1 hat im Rahmen ihrer Limits %2 an %3 gezahlt",
    "%1 put off; n shows": "%1 zurückgestellt; n zeigt",
    "%1 questions were put off; n shows them": "%1 Fragen sind zurückgestellt; n zeigt sie",
    "%1 was approved elsewhere.": "%1 wurde anderswo genehmigt.",
    "%1 was cancelled by the app.": "%1 wurde von der App zurückgezogen.",
    "%1 was denied elsewhere.": "%1 wurde anderswo abgelehnt.",
    "1 question was put off; n shows it": "1 Frage ist zurückgestellt; n zeigt sie",
    "Also waiting: %1.": "Es wartet auch: %1.",
    "Approved: %1 for %2.%3": "Genehmigt: %1 für %2.%3",
    "Denied: %1 for %2.%3": "Abgelehnt: %1 für %2.%3",
    "Denied: %1 is not paired.": "Abgelehnt: %1 ist nicht gekoppelt.",
    "Done.": "Erledigt.",
    "Later: %1.": "Später: %1.",
    "Nothing waits for you. Questions appear here as they come.":
      "Nichts wartet auf Sie. Fragen erscheinen hier, sobald sie kommen.",
    "Paired with %1.%2": "Gekoppelt mit %1.%2",
    "Pay without asking up to (such as 1.5/week): ": "Ohne Rückfrage zahlen bis zu (etwa 1.5/week): ",
    "Payport, the owner's console of %1.%2": "Payport, Konsole des Besitzers von %1.%2",
    "Refuse all from now on? y/n: ": "Von jetzt an alle ablehnen? j/n: ",
    "Refuse all its payments in this currency from now on? y/n: ":
      "Von jetzt an alle ihre Zahlungen in dieser Währung ablehnen? j/n: ",
    "That was typed before this question could be read, and answers nothing.":
      "Das wurde eingegeben, bevor diese Frage zu lesen war, und beantwortet nichts.",
    "The fee is now %1 %2, at most %3; in all %4.": "Die Gebühr ist jetzt %1 %2, höchstens %3; insgesamt %4.",
    "The pairing of %1": "Die Kopplung von %1",
    "The payment of %1 for %2": "Die Zahlung von %1 für %2",
    "The six digits that the app shows: ": "Die sechs Ziffern, die die App zeigt: ",
    "The six digits: ": "Die sechs Ziffern: ",
    "The wallet is locked: nothing is paid until you unlock it (U).":
      "Die Wallet ist gesperrt: Nichts wird gezahlt, bis Sie sie entsperren (U).",
    "The wallet is unlocked.": "Die Wallet ist entsperrt.",
    "The wallet of %1 is %2.%3": "Zustand der Wallet für %1: %2.%3",
    "The wallet of %1 is ready.": "Die Wallet für %1 ist bereit.",
    "Up to (as 1.5/week): ": "Bis zu (wie 1.5/week): ",
    "Y/n": "J/n",
    "a approve  A always  d deny  D deny always  l later  ? help":
      "a genehmigen  A immer  d ablehnen  D immer ablehnen  l später  ? Hilfe",
    "a approve  A always  d deny  D never  l later  ?": "a genehmigen  A immer  d ablehnen  D nie  l später  ?",
    "a approve  d deny  l later  ?": "a ja  d nein  l später  ?",
    "a approve with the code  d deny  l later  ? help": "a mit Code genehmigen  d ablehnen  l später  ? Hilfe",
    "an invoice of %1 was not paid in time, or its money was taken back":
      "eine Rechnung von %1 wurde nicht rechtzeitig bezahlt, oder ihr Geld wurde zurückgenommen",
    "approve, and from now on pay up to so much a day, week or month without asking":
      "genehmigen und von jetzt an bis zu einem Betrag pro Tag, Woche oder Monat ohne Rückfrage zahlen",
    "approve: this payment once, or this app with the six digits that it shows":
      "genehmigen: diese Zahlung einmal oder diese App mit den sechs Ziffern, die sie zeigt",
    "deny, and all further payments of this app in this currency":
      "ablehnen, auch alle weiteren Zahlungen dieser App in dieser Währung",
    "deny, this once": "ablehnen, dieses eine Mal",
    "later: it goes on waiting until its time is over": "später: Die Frage wartet weiter, bis ihre Zeit vorbei ist",
    "leave; nothing is answered by leaving": "verlassen; damit ist nichts beantwortet",
    "lock the wallet: nothing is paid until it is unlocked; receiving goes on":
      "die Wallet sperren: Nichts wird gezahlt, bis sie entsperrt wird; Empfangen geht weiter",
    "locked ": "gesperrt ",
    "no": "nein",
    "payd has ended. Its questions come back when it does; waiting for it.":
      "payd ist beendet. Seine Fragen kommen mit ihm wieder; die Konsole wartet darauf.",
    "payd is back.": "payd ist wieder da.",
    "payd is not running.": "payd läuft nicht.",
    "the next question, those put off included": "die nächste Frage, auch eine zurückgestellte",
    "unlock": "entsperren",
    "waiting for payd …": "wartet auf payd …",
    "y": "j",
    "yes": "ja",
  ]
}
