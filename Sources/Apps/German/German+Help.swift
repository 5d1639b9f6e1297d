extension German {
  /// What `payd --help` says of commands and their options.
  static let help: KeyValuePairs<String, String> = [
    "A file whose first line is the new PIN; - for the standard input.":
      "Eine Datei, deren erste Zeile die neue PIN ist; - für die Standardeingabe.",
    "A file whose first line is your PIN; - for the standard input.":
      "Eine Datei, deren erste Zeile Ihre PIN ist; - für die Standardeingabe.",
    "A file with the passphrase of the sealed key, whose mode is checked too.":
      "Eine Datei mit der Passphrase des versiegelten Schlüssels, deren Rechte ebenfalls geprüft werden.",
    "A file with your PIN, whose mode is checked too.":
      "Eine Datei mit Ihrer PIN, deren Rechte ebenfalls geprüft werden.",
    "A month, 2026-03, or a year, 2026.": "Ein Monat, 2026-03, oder ein Jahr, 2026.",
    "A note that `payd audit head` printed before: checks that it is still part of the log.":
      "Eine Notiz, die `payd audit head` früher ausgegeben hat: prüft, ob sie noch zum Protokoll gehört.",
    "AMOUNT/day, /week or /month: pay so much without asking from now on.":
      "BETRAG/day, /week oder /month: von jetzt an so viel ohne Rückfrage zahlen.",
    "ARGUMENTS:": "ARGUMENTE:",
    "Admit a daemon, which may pass on what apps say from now on.":
      "Einen Daemon zulassen, der von jetzt an weitergeben darf, was Apps sagen.",
    "Allow paying again.": "Das Zahlen wieder erlauben.",
    "Also what is remembered in case an app asks for the same again.":
      "Auch was gemerkt wird, falls eine App noch einmal um dasselbe bittet.",
    "An address, and the most to it in a period; may be repeated.":
      "Eine Adresse und das meiste an sie in einem Zeitraum; mehrmals möglich.",
    "Any of receive,pay,balance,prove,statement, with commas; none for nothing.":
      "Beliebige von receive,pay,balance,prove,statement, mit Kommas; none für nichts.",
    "Ask nothing, for scripts.": "Nichts fragen, für Skripte.",
    "CURRENCY=AMOUNT: up to this, no PIN is needed.": "WÄHRUNG=BETRAG: bis dahin ist keine PIN nötig.",
    "Check the configuration, the files, each wallet and this machine, and say how to mend what is wrong.":
      "Konfiguration, Dateien, jede Wallet und diesen Rechner prüfen und sagen, wie sich Fehler beheben lassen.",
    "Check the whole log; exit status 65 where anything is wrong.":
      "Das ganze Protokoll prüfen; endet mit Status 65, wenn etwas nicht stimmt.",
    "Copy the whole ledger into PostgreSQL, or from there back into its file.":
      "Das ganze Kontobuch nach PostgreSQL kopieren, oder von dort zurück in seine Datei.",
    "Do not pay an order that waits here; its app is told that you said no.":
      "Einen Auftrag nicht zahlen, der hier wartet; seine App erfährt, dass Sie nein gesagt haben.",
    "Draw a QR code; without either, one is drawn on a terminal.":
      "Einen QR-Code zeichnen; ohne beides erscheint einer am Terminal.",
    "End a connection, at once.": "Eine Verbindung sofort beenden.",
    "End a payment that gets nowhere, once that is safe.":
      "Eine Zahlung beenden, die nicht vorankommt, sobald das sicher ist.",
    "End after so many minutes in which nothing is asked for.":
      "Nach so vielen Minuten enden, in denen nichts abgefragt wird.",
    "End the daemon, and wait until it has ended.": "Den Daemon beenden und warten, bis er beendet ist.",
    "Find the wallets of this machine, write the configuration, and start payd.":
      "Die Wallets dieses Rechners finden, die Konfiguration schreiben und payd starten.",
    "For one that is held back: the marked transaction, which pays nothing of it and never will.":
      "Für einen zurückgehaltenen: die vermerkte Transaktion, die nichts davon bezahlt und nie etwas.",
    "Forget the key of a chat that was set up anew, so that it can be met again.":
      "Den Schlüssel eines neu eingerichteten Chats vergessen, sodass man ihm wieder begegnen kann.",
    "Get an address of your wallet to be paid at, without an app.":
      "Eine Adresse Ihrer Wallet, um ohne App bezahlt zu werden.",
    "Give an address a name of your own, or list the names.":
      "Einer Adresse einen eigenen Namen geben, oder die Namen zeigen.",
    "Give an app a name of your own.": "Einer App einen eigenen Namen geben.",
    "Go on with those that have ended after this id.": "Bei den beendeten nach dieser Kennung weitermachen.",
    "Have the daemon read its configuration again.": "Den Daemon seine Konfiguration neu lesen lassen.",
    "How log lines are written: text or json.": "Wie Protokollzeilen geschrieben werden: text oder json.",
    "How the daemon's own key is kept: in a file, sealed by a passphrase, or in the keyring.":
      "Wie der Schlüssel des Daemons aufbewahrt wird: in einer Datei, mit Passphrase versiegelt oder im Schlüsselbund.",
    "Keep the key in its file without a passphrase.": "Den Schlüssel ohne Passphrase in seiner Datei aufbewahren.",
    "Let apps find a daemon that their connection starts.":
      "Apps einen Daemon finden lassen, den ihre Verbindung startet.",
    "Let the configured limits hold again.": "Wieder die konfigurierten Limits gelten lassen.",
    "Let what is configured hold again.": "Wieder gelten lassen, was konfiguriert ist.",
    "Lets apps on this machine ask your wallet for invoices and payments, and asks you first.":
      "Lässt Apps auf diesem Rechner Ihre Wallet um Rechnungen und Zahlungen bitten, und fragt Sie vorher.",
    "Limit what an app may pay in a currency, or show its limits.":
      "Begrenzen, was eine App in einer Währung zahlen darf, oder ihre Limits zeigen.",
    "List entries, the newest last. This is what `payd audit` does.":
      "Einträge zeigen, die neuesten zuletzt. Das tut auch `payd audit`.",
    "List invoices and what arrived for them.": "Rechnungen zeigen, und was für sie eingegangen ist.",
    "List the apps that you decided about.": "Die Apps zeigen, über die Sie entschieden haben.",
    "List the connections of apps that are open, or end one.":
      "Die offenen Verbindungen von Apps zeigen, oder eine beenden.",
    "List the connections that are open.": "Die offenen Verbindungen zeigen.",
    "List the daemons that share the ledger, admit one, or send one away.":
      "Die Daemons mit gemeinsamem Kontobuch zeigen, einen zulassen oder wegschicken.",
    "List the daemons that were admitted.": "Die zugelassenen Daemons zeigen.",
    "List the messages that the chat keeps for you.": "Die Nachrichten zeigen, die der Chat für Sie aufbewahrt.",
    "List the payments that leave or, with --incoming, what comes in; or show one.":
      "Die Zahlungen zeigen, die abgehen, oder mit --incoming, was eingeht; oder eine einzelne.",
    "List what waits for you: apps to pair and payments.": "Zeigen, was auf Sie wartet: Apps und Zahlungen.",
    "List what you have to look at. This is what `payd sends` does.":
      "Zeigen, was Sie ansehen müssen. Das tut auch `payd sends`.",
    "Log level: debug, info, notice, warning, error.": "Stufe des Protokolls: debug, info, notice, warning, error.",
    "Look at payments that your wallet made and that payd does not know.":
      "Zahlungen ansehen, die Ihre Wallet gemacht hat und die payd nicht kennt.",
    "Look only at the wallet's program with this process, of several.":
      "Von mehreren nur das Wallet-Programm mit dieser Prozessnummer ansehen.",
    "Make a statement of what one app or all received and paid in a period.":
      "Eine Aufstellung machen, was eine App oder alle in einem Zeitraum empfangen und gezahlt haben.",
    "Move the key into the keyring of the desktop session, or back into its file.":
      "Den Schlüssel in den Schlüsselbund der Sitzung verlegen, oder zurück in seine Datei.",
    "Move the ledger between its file and PostgreSQL.": "Das Kontobuch zwischen seiner Datei und PostgreSQL verlegen.",
    "Move what is in the state folder already aside, into a folder beside it.":
      "Was schon im Zustandsordner ist, beiseitelegen, in einen Ordner daneben.",
    "OPTIONS:": "OPTIONEN:",
    "OVERVIEW:": "ÜBERBLICK:",
    "One app, as payd apps explains; all where left out.": "Eine App, wie payd apps erklärt; ohne Angabe alle.",
    "Only show, and read no answers.": "Nur zeigen und keine Antworten lesen.",
    "Only this app, as payd apps explains.": "Nur diese App, wie payd apps erklärt.",
    "Only this currency.": "Nur diese Währung.",
    "Only those about this app, as payd apps explains.": "Nur die über diese App, wie payd apps erklärt.",
    "Only those before this entry.": "Nur die vor diesem Eintrag.",
    "Only those before this moment.": "Nur die vor diesem Zeitpunkt.",
    "Only those from this moment on: 2026-01-31, \"2026-01-31 12:00\" (local time), or 2h, 7d for so long ago.":
      "Nur die von diesem Zeitpunkt an: 2026-01-31, \"2026-01-31 12:00\" (Ortszeit), oder 2h, 7d für so lange her.",
    "Only those of this app: its key, the beginning of it, its id or your name.":
      "Nur die dieser App: ihr Schlüssel, dessen Anfang, ihre Kennung oder Ihr Name für sie.",
    "Only those of this currency.": "Nur die dieser Währung.",
    "Only those that are under way by themselves.": "Nur die, die von selbst unterwegs sind.",
    "Only those that have ended.": "Nur die, die beendet sind.",
    "Only those that wait for you.": "Nur die, die auf Sie warten.",
    "Open your browser, where there is a desktop.": "Ihren Browser öffnen, wenn es eine grafische Oberfläche gibt.",
    "Pay an order that waits here: none of these payments was for it.":
      "Einen Auftrag zahlen, der hier wartet: Keine dieser Zahlungen war für ihn.",
    "Pay from a wallet that has taken the place of the one that payd knew.":
      "Aus einer Wallet zahlen, die an die Stelle derer getreten ist, die payd kannte.",
    "Play the network of the mock wallet, where it is configured.":
      "Das Netz der Spielgeld-Wallet spielen, wo sie konfiguriert ist.",
    "Print JSON.": "JSON ausgeben.",
    "Print the OpenRPC document of a service's specification.":
      "Das OpenRPC-Dokument der Spezifikation eines Dienstes ausgeben.",
    "Print the daemon's metrics as OpenMetrics text.": "Die Messwerte des Daemons als OpenMetrics-Text ausgeben.",
    "Print the hash of the newest entry and its number, to be noted elsewhere.":
      "Den Hash des neuesten Eintrags und dessen Nummer ausgeben, um sie anderswo zu notieren.",
    "Protect payments above a limit by a PIN.": "Zahlungen über einer Grenze durch eine PIN schützen.",
    "Put a backup in place, while payd does not run.": "Eine Sicherung einspielen, während payd nicht läuft.",
    "Refuse all further payments of this app in this currency.":
      "Alle weiteren Zahlungen dieser App in dieser Währung ablehnen.",
    "Remove a message from what the chat keeps; one that waits for consent is withdrawn.":
      "Eine Nachricht aus dem entfernen, was der Chat aufbewahrt; eine, die auf Zustimmung wartet, wird zurückgezogen.",
    "Remove the PIN; needs it.": "Die PIN entfernen; dazu ist sie nötig.",
    "Replace a file that is there.": "Eine vorhandene Datei ersetzen.",
    "Run the daemon in the foreground.": "Den Daemon im Vordergrund ausführen.",
    "SUBCOMMANDS:": "BEFEHLE:",
    "Say no to an app or a payment.": "Nein zu einer App oder einer Zahlung sagen.",
    "Say that a wallet may know something new: for the hooks of its daemon.":
      "Sagen, dass eine Wallet Neues wissen kann: für die Hooks ihres Daemons.",
    "Say what a payment of the wallet was.": "Sagen, was eine Zahlung der Wallet war.",
    "Say yes to an app or a payment.": "Ja zu einer App oder einer Zahlung sagen.",
    "Seal the key by a passphrase, or change the passphrase.":
      "Den Schlüssel mit einer Passphrase versiegeln, oder die Passphrase ändern.",
    "See %1 for detailed help.": "%1 zeigt mehr.",
    "Send a daemon away, at once.": "Einen Daemon sofort wegschicken.",
    "Send a message to the person behind a payment, through a chat on this machine.":
      "Der Person hinter einer Zahlung eine Nachricht senden, über einen Chat auf diesem Rechner.",
    "Send a message.": "Eine Nachricht senden.",
    "Send the coins back, for this network fee at most.": "Das Geld zurücksenden, für höchstens diese Netzgebühr.",
    "Set a PIN, or another one.": "Eine PIN setzen, oder eine andere.",
    "Set what an app may do, from now on and in its open sessions.":
      "Festlegen, was eine App darf, von jetzt an und in ihren offenen Sitzungen.",
    "Show at a glance whether payd can pay and receive, and what waits for you.":
      "Auf einen Blick zeigen, ob payd zahlen und empfangen kann und was auf Sie wartet.",
    "Show help information.": "Diese Hilfe zeigen.",
    "Show how a message stands.": "Zeigen, wie es um eine Nachricht steht.",
    "Show how much an app has had made for it, or change how much it may.":
      "Zeigen, wie viel eine App hat anlegen lassen, oder ändern, wie viel sie darf.",
    "Show how the key is kept.": "Zeigen, wie der Schlüssel aufbewahrt wird.",
    "Show the public key of the daemon of this state folder, for payd daemons add at the one that writes.":
      "Den öffentlichen Schlüssel des Daemons dieses Zustandsordners zeigen, für payd daemons add bei dem, der schreibt.",
    "Show the version.": "Die Version zeigen.",
    "Show this one: its id, or the beginning of it.": "Diese zeigen: ihre Kennung oder deren Anfang.",
    "Show what an app sent you to see, let you answer, and lead you back to the app.":
      "Zeigen, wozu eine App Sie hergeschickt hat, Sie antworten lassen und zur App zurückführen.",
    "Show what apps may do, their limits, and what is left of them.":
      "Zeigen, was Apps dürfen, ihre Limits und was davon übrig ist.",
    "Show what each wallet holds.": "Zeigen, was jede Wallet enthält.",
    "Show what waits for you as it comes, and answer it.":
      "Zeigen, was auf Sie wartet, sobald es kommt, und es beantworten.",
    "Show what was allowed, refused and paid, and check that nobody changed it.":
      "Zeigen, was erlaubt, abgelehnt und bezahlt wurde, und prüfen, dass es niemand geändert hat.",
    "Show whether a PIN is set, above which amounts, and how many tries are left.":
      "Zeigen, ob eine PIN gesetzt ist, über welchen Beträgen, und wie viele Versuche übrig sind.",
    "Show your page in a browser: what waits, your money, your apps and your limits.":
      "Ihre Seite im Browser zeigen: was wartet, Ihr Geld, Ihre Apps und Ihre Limits.",
    "Stop paying, at once and until you unlock; receiving goes on.":
      "Das Zahlen sofort anhalten, bis Sie entsperren; empfangen wird weiter.",
    "Take an app's permission back, at once.": "Einer App die Erlaubnis sofort entziehen.",
    "The address.": "Die Adresse.",
    "The amount; without one the payer chooses.": "Der Betrag; ohne ihn bestimmt ihn, wer zahlt.",
    "The app, as payd apps explains.": "Die App, wie payd apps erklärt.",
    "The code of the currency.": "Das Kürzel der Währung.",
    "The configuration file that is written.": "Die Konfigurationsdatei, die geschrieben wird.",
    "The configuration file, where the daemon does not run.": "Die Konfigurationsdatei, falls der Daemon nicht läuft.",
    "The configuration file.": "Die Konfigurationsdatei.",
    "The configuration file; without it the one that payd run would read.":
      "Die Konfigurationsdatei; ohne Angabe die, die payd run läse.",
    "The currencies, such as LTC,XMR; unchanged where left out.":
      "Die Währungen, etwa LTC,XMR; ohne Angabe unverändert.",
    "The currency, such as LTC.": "Die Währung, etwa LTC.",
    "The file that payd backup wrote.": "Die Datei, die payd backup geschrieben hat.",
    "The file to write, for you alone to read; - is standard output.":
      "Die Datei, die geschrieben wird und die nur Sie lesen können; - ist die Standardausgabe.",
    "The file to write; it must not exist.": "Die Datei, die geschrieben wird; es darf sie noch nicht geben.",
    "The file whose first line is the passphrase of the backup.":
      "Die Datei, deren erste Zeile die Passphrase der Sicherung ist.",
    "The first day that is not part of it, or a moment.":
      "Der erste Tag, der nicht mehr dazugehört, oder ein Zeitpunkt.",
    "The first day, 2026-03-01, or a moment.": "Der erste Tag, 2026-03-01, oder ein Zeitpunkt.",
    "The folder in which apps find the daemon.": "Der Ordner, in dem Apps den Daemon finden.",
    "The folder of the ledger and the keys.": "Der Ordner des Kontobuchs und der Schlüssel.",
    "The id of the order that it paid; own where you made it; forgotten where no order is left of it.":
      "Die Kennung des Auftrags, den sie bezahlt hat; own, wenn Sie sie gemacht haben; forgotten, wenn kein Auftrag mehr da ist.",
    "The id of the order, or the beginning or end of it.": "Die Kennung des Auftrags, oder ihr Anfang oder Ende.",
    "The id that `payd sessions` shows, or the beginning or end of it.":
      "Die Kennung, die `payd sessions` zeigt, oder ihr Anfang oder Ende.",
    "The largest fee that you agree to, whatever was shown.":
      "Die höchste Gebühr, der Sie zustimmen, was immer gezeigt wurde.",
    "The largest payment.": "Die größte Zahlung.",
    "The most addresses of a currency since the last one that was paid.":
      "Wie viele Adressen einer Währung es seit der letzten bezahlten höchstens sind.",
    "The most entries to show.": "Wie viele Einträge höchstens gezeigt werden.",
    "The most invoices that have not ended.": "Wie viele Rechnungen höchstens offen sind.",
    "The most payments of a period.": "Wie viele Zahlungen es in einem Zeitraum höchstens sind.",
    "The most that its records take, in MB.": "Wie viel ihre Daten höchstens belegen, in MB.",
    "The most to list of each group.": "Wie viele jeder Gruppe höchstens gezeigt werden.",
    "The name, at most 64 characters.": "Der Name, höchstens 64 Zeichen.",
    "The number that `payd questions` shows, or the id.": "Die Nummer, die `payd questions` zeigt, oder die Kennung.",
    "The number that `payd questions` shows, or the id. Not needed with --code where only one app waits.":
      "Die Nummer, die `payd questions` zeigt, oder die Kennung. Mit --code nicht nötig, wenn nur eine App wartet.",
    "The open descriptor from which the passphrase of the backup is read.":
      "Der offene Deskriptor, aus dem die Passphrase der Sicherung gelesen wird.",
    "The order's id, or the end of it.": "Die Kennung des Auftrags oder ihr Ende.",
    "The period (day, week or month), and the most in it; the period alone keeps the amount.":
      "Der Zeitraum (day, week oder month) und das meiste darin; der Zeitraum allein lässt den Betrag, wie er ist.",
    "The six digits that the app shows.": "Die sechs Ziffern, die die App zeigt.",
    "The transaction that took its coins, or a payment hash, which you have looked at: it does not pay it.":
      "Die Transaktion, die ihr Geld verbraucht hat, oder ein Zahlungs-Hash, den Sie angesehen haben: Damit wird sie nicht bezahlt.",
    "The transaction's id or its first characters; all for all that stop paying, as forgotten.":
      "Die Kennung der Transaktion oder ihre ersten Zeichen; all für alle, die das Zahlen anhalten, als forgotten.",
    "USAGE:": "AUFRUF:",
    "What it is for, at most 1000 characters.": "Wofür es ist, höchstens 1000 Zeichen.",
    "What the app may do: any of receive,pay,balance,prove,statement.":
      "Was die App darf: beliebige von receive,pay,balance,prove,statement.",
    "What you call it, at most 64 characters.": "Wie Sie sie nennen, höchstens 64 Zeichen.",
    "When it ends: a date or moment such as 2026-12-31 or \"2026-12-31 18:00\", or in 30m, 12h, 7d.":
      "Wann es endet: ein Tag oder Zeitpunkt wie 2026-12-31 oder \"2026-12-31 18:00\", oder in 30m, 12h, 7d.",
    "Whether payments that are approved at about the same time may leave in one transaction, which costs less.":
      "Ob Zahlungen, die etwa zur selben Zeit genehmigt werden, in einer Transaktion abgehen dürfen, was weniger kostet.",
    "Which payments you are asked about: always, never, refuse, above X, new-recipients, or these two with and.":
      "Bei welchen Zahlungen Sie gefragt werden: always, never, refuse, above X, new-recipients, oder diese beiden mit and.",
    "With --replace: also a provider with another key, which your apps do not know.":
      "Mit --replace: auch einen Anbieter mit anderem Schlüssel, den Ihre Apps nicht kennen.",
    "With --yes: start payd.": "Mit --yes: payd starten.",
    "Write a backup of payd into one file, also while it runs.":
      "Eine Sicherung von payd in eine Datei schreiben, auch während es läuft.",
    "Write a file that everybody can read who has it.": "Eine Datei schreiben, die jeder lesen kann, der sie hat.",
    "json, csv, text or pdf; as the file is called, else text.":
      "json, csv, text oder pdf; wie die Datei heißt, sonst text.",
  ]
}
