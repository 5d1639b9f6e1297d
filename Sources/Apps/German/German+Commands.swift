extension German {
  /// What the other commands answer.
  static let commands: KeyValuePairs<String, String> = [
    "  %1 %2 to %3": "  %1 %2 an %3",
    "  %1 %2 to %3, asked %4%5": "  %1 %2 an %3, gefragt %4%5",
    "  and more: payd payments": "  und weitere: payd payments",
    "  held back since %1: its transaction%2 is signed and not sent,":
      "  zurückgehalten seit %1: Seine Transaktion%2 ist signiert und nicht gesendet,",
    "  it pays nothing of it, and never will: payd sends pay %1%2":
      "  sie bezahlt nichts davon und nie etwas: payd sends pay %1%2",
    "  may be the payment of: %1": "  kann die Zahlung sein für: %1",
    "  no order of this ledger asks for that": "  kein Auftrag dieses Kontobuchs verlangt das",
    "  or do not pay it: payd abandon %1": "  oder nicht zahlen: payd abandon %1",
    "  sent %1%2": "  gesendet %1%2",
    "  since the wallet has a mark of this ledger for another one to the same recipient: %1":
      "  weil die Wallet einen Vermerk dieses Kontobuchs für eine andere an denselben Empfänger hat: %1",
    "  that one is this payment: payd sends settle %1 %2": "  jene ist diese Zahlung: payd sends settle %1 %2",
    " about recipients to whom you have approved nothing yet": " bei Empfängern, denen Sie noch nichts genehmigt haben",
    " by you": " von Ihnen",
    " by your limits": " durch Ihre Limits",
    " of %1": " von %1",
    "%1 (%2) may: %3; %4.": "%1 (%2) darf: %3; %4.",
    "%1 above %2": "%1 über %2",
    "%1 is called %2.": "%1 heißt jetzt %2.",
    "%1 left until %2": "noch %1 bis %2",
    "%1 lists the commands.": "%1 zeigt die Befehle.",
    "%1 more are listed once some of these are settled.":
      "%1 weitere werden aufgeführt, sobald einige davon geklärt sind.",
    "%1 must be 2026-01-31, \"2026-01-31 12:00\", 30m, 2h or 7d":
      "%1 muss wie 2026-01-31, \"2026-01-31 12:00\", 30m, 2h oder 7d lauten",
    "%1 of %2": "%1 von %2",
    "%1 of %2 MB in the ledger": "%1 von %2 MB im Kontobuch",
    "%1 of %2 addresses not paid": "%1 von %2 Adressen nicht bezahlt",
    "%1 of %2 confirmations": "%1 von %2 Bestätigungen",
    "%1 of %2 invoices open": "%1 von %2 Rechnungen offen",
    "%1 of %2 payments %3": "%1 von %2 Zahlungen (%3)",
    "%1 of %2 used %3": "%1 von %2 verbraucht (%3)",
    "%1 of 1 address not paid": "%1 von 1 Adresse nicht bezahlt",
    "%1 of 1 confirmation": "%1 von 1 Bestätigung",
    "%1 of 1 invoice open": "%1 von 1 Rechnung offen",
    "%1 of 1 payment %2": "%1 von 1 Zahlung (%2)",
    "%1 open": "%1 offen",
    "%1 paired": "%1 gekoppelt",
    "%1 payments, %2.": "%1 Zahlungen, %2.",
    "%1 sent and followed": "%1 gesendet und verfolgt",
    "%1 sent you here (key %2).": "%1 hat Sie hierher geschickt (Schlüssel %2).",
    "%1 transfers came before these:": "%1 Eingänge kamen vor diesen:",
    "%1 tries are left before you have to wait.": "Noch %1 Versuche, bevor Sie warten müssen.",
    "%1 waiting: payd questions": "%1 offen: payd questions",
    "%1, epoch %2": "%1, Epoche %2",
    "%1: not asked yet": "%1: noch nicht gefragt",
    "(the network may not have it)": "(das Netz hat sie vielleicht nicht)",
    "(waits for: %1)": "(wartet auf: %1)",
    ", MADE-UP MONEY": ", SPIELGELD",
    ", and about recipients to whom you have approved nothing yet":
      " und bei Empfängern, denen Sie noch nichts genehmigt haben",
    ", block %1": ", Block %1",
    ", by payd, as the wallet has noted": ", von payd, wie die Wallet vermerkt hat",
    ", while payd was not running": ", während payd nicht lief",
    "--above takes CURRENCY=AMOUNT, such as LTC=0.5, each currency once":
      "--above verlangt WÄHRUNG=BETRAG, etwa LTC=0.5, jede Währung einmal",
    "--clear goes alone": "--clear steht allein",
    "--expires must be a date such as 2026-12-31, or a time from now such as 12h or 7d":
      "--expires verlangt ein Datum wie 2026-12-31 oder eine Zeit von jetzt an wie 12h oder 7d",
    "--idle is a number of minutes from 1 to 1440": "--idle ist eine Zahl von Minuten von 1 bis 1440",
    "--limit must be from 1 to 100000": "--limit muss zwischen 1 und 100000 liegen",
    "--per wants a period and an amount, such as: --per day 1":
      "--per verlangt einen Zeitraum und einen Betrag, etwa: --per day 1",
    "--recipient wants an address and an amount": "--recipient verlangt eine Adresse und einen Betrag",
    "1 payment, %1.": "1 Zahlung, %1.",
    "1 transfer came before these:": "1 Eingang kam vor diesen:",
    "1 try is left before you have to wait.": "Noch 1 Versuch, bevor Sie warten müssen.",
    "; you have looked at it, its order is forgotten": "; Sie haben es angesehen, sein Auftrag ist vergessen",
    "A PIN is set.": "Eine PIN ist gesetzt.",
    "A new PIN: ": "Eine neue PIN: ",
    "Accepted.": "Angenommen.",
    "After a change of the configuration: payd reload, which says what needs a restart of payd.":
      "Nach einer Änderung der Konfiguration: payd reload, das sagt, was einen Neustart von payd braucht.",
    "All payments have ended.": "Alle Zahlungen sind beendet.",
    "An app that calls itself %1": "Eine App, die sich %1 nennt,",
    "An app without a name": "Eine App ohne Namen",
    "CLOCK: this machine's is %1 seconds ahead of that of the database's server: ":
      "UHR: Die dieses Rechners geht der des Datenbankservers %1 Sekunden vor: ",
    "CLOCK: this machine's is %1 seconds behind that of the database's server: ":
      "UHR: Die dieses Rechners geht der des Datenbankservers %1 Sekunden nach: ",
    "Cancelled payment %1: it is now %2.": "Zahlung %1 ist zurückgezogen, jetzt: %2.",
    "Ended": "Beendet",
    "Ended the session of %1 (%2).": "Die Verbindung von %1 (%2) ist beendet.",
    "From another machine, first: ssh -L %1:127.0.0.1:%2 HOST":
      "Von einem anderen Rechner aus zuerst: ssh -L %1:127.0.0.1:%2 RECHNER",
    "Is it %1? %2 lists all.": "Meinen Sie %1? %2 zeigt alle.",
    "It has no payments yet.": "Sie hat noch keine Zahlungen.",
    "It is needed for %1, for every payment of other currencies, and to unlock.":
      "Sie wird gebraucht für %1, für jede Zahlung in anderen Währungen und zum Entsperren.",
    "It is needed for every payment, and to unlock.": "Sie wird für jede Zahlung und zum Entsperren gebraucht.",
    "It may ask again.": "Sie darf wieder fragen.",
    "It may connect again; to keep it out: payd revoke %1":
      "Sie darf sich wieder verbinden; um sie auszusperren: payd revoke %1",
    "It was locked already.": "Schon gesperrt.",
    "It was not locked.": "Nichts war gesperrt.",
    "Its links begin with %1: (claimed).": "Links der App beginnen mit %1: (Angabe).",
    "Its open connections have ended. It can ask to be paired again, and then needs your yes.":
      "Die offenen Verbindungen der App sind beendet. Sie kann wieder um Kopplung bitten und braucht dann Ihr Ja.",
    "Its transaction pays other orders, which end with it: %1.":
      "Die Transaktion dieser Zahlung bezahlt weitere Aufträge, die mit ihr enden: %1.",
    "LOCKED: nothing is paid until you unlock it: payd unlock":
      "GESPERRT: Nichts wird gezahlt, bis Sie entsperren: payd unlock",
    "LOCKED: payd took over a ledger that its state folder knew nothing of. If it is an older copy, it lacks what you locked, revoked, lowered or denied since, and invoices. Look at payd apps, payd grants and payd sends; then type: payd unlock":
      "GESPERRT: payd hat ein Kontobuch übernommen, von dem sein Zustandsordner nichts wusste. Ist es eine ältere Kopie, so fehlt ihr, was Sie seitdem gesperrt, entzogen, gesenkt oder abgelehnt haben, und Rechnungen. Sehen Sie payd apps, payd grants und payd sends an; geben Sie dann ein: payd unlock",
    "LOOK: %1 orders may be paid already, or have ended: payd sends":
      "PRÜFEN: %1 Aufträge können schon bezahlt oder beendet sein: payd sends",
    "LOOK: 1 order may be paid already, or have ended: payd sends":
      "PRÜFEN: 1 Auftrag kann schon bezahlt oder beendet sein: payd sends",
    "Locked.": "Gesperrt.",
    "Money that comes in: payd payments --incoming": "Geld, das hereinkommt: payd payments --incoming",
    "Money that leaves: payd payments": "Geld, das hinausgeht: payd payments",
    "NO WALLET: %1, %2: %3 is not configured any more": "KEINE WALLET: %1, %2: %3 ist nicht mehr eingerichtet",
    "No PIN is set.": "Keine PIN ist gesetzt.",
    "No address has a name.": "Keine Adresse hat einen Namen.",
    "No app is connected.": "Keine App ist verbunden.",
    "No app is paired.": "Keine App ist gekoppelt.",
    "No app was paired yet.": "Noch wurde keine App gekoppelt.",
    "No payment was waiting for that.": "Keine Zahlung hat darauf gewartet.",
    "No payments.": "Keine Zahlungen.",
    "Nothing has changed.": "Nichts hat sich geändert.",
    "Nothing was asked for %1 minutes: the page is over.":
      "%1 Minuten lang wurde nichts abgefragt: Die Seite ist beendet.",
    "OTHER VERSION: %1 runs, and this command is of %2; after an upgrade restart it: systemctl --user restart payport.service, or type payd stop and then payd run":
      "ANDERE VERSION: %1 läuft, und dieser Befehl ist von %2; starten Sie es nach einer Aktualisierung neu: systemctl --user restart payport.service, oder geben Sie payd stop und dann payd run ein",
    "Paying %1 is stopped: the wallet sent what this ledger does not know. Look: payd sends":
      "Das Zahlen von %1 ist angehalten: Die Wallet hat etwas gesendet, das dieses Kontobuch nicht kennt. Sehen Sie nach: payd sends",
    "Payment %1 goes on: it is now %2.": "Zahlung %1 geht weiter, jetzt: %2.",
    "Payment %1: it is now %2.": "Zahlung %1, jetzt: %2.",
    "STOPPED: %1 is not paid before you have looked at what the wallet sent: payd sends":
      "ANGEHALTEN: %1 wird nicht gezahlt, bevor Sie angesehen haben, was die Wallet gesendet hat: payd sends",
    "Settled.": "Erledigt.",
    "TAKEN BACK: %1, %2 %3 had succeeded, then another transaction spent its coins; the recipient has not got it":
      "ZURÜCKGENOMMEN: %1, %2 %3 war gelungen, dann hat eine andere Transaktion die Münzen ausgegeben; der Empfänger hat es nicht",
    "The %1 wallet has not told yet what it sent; nothing is paid from it before.":
      "Die Wallet für %1 hat noch nicht gesagt, was sie gesendet hat; vorher wird nichts aus ihr gezahlt.",
    "The %1 wallet is not the one that payd knows, or lacks payments that payd made: nothing is paid from it. What to do: payd status":
      "Die Wallet für %1 ist nicht die, die payd kennt, oder ihr fehlen Zahlungen von payd: Nichts wird aus ihr gezahlt. Was zu tun ist: payd status",
    "The PIN is removed; nothing asks for one any more.": "Die PIN ist entfernt; nichts verlangt mehr eine.",
    "The PIN is set.": "Die PIN ist gesetzt.",
    "The address works once, in a browser of yours on this machine. Ctrl-C ends it.":
      "Die Adresse gilt einmal, in einem Browser von Ihnen auf diesem Rechner. Strg-C beendet sie.",
    "The coins are on their way back to your wallet, for a fee of %1 %2: %3.":
      "Die Münzen sind auf dem Rückweg in Ihre Wallet, für eine Gebühr von %1 %2: %3.",
    "The network does not have this payment of %1 %2, but may still take it.":
      "Das Netz hat diese Zahlung von %1 %2 nicht, kann sie aber noch annehmen.",
    "The order is failed once that has %1 confirmations. Until then it may still be paid.":
      "Der Auftrag ist gescheitert, sobald das %1 Bestätigungen hat. Bis dahin kann er noch bezahlt werden.",
    "The order is failed once that has 1 confirmation. Until then it may still be paid.":
      "Der Auftrag ist gescheitert, sobald das 1 Bestätigung hat. Bis dahin kann er noch bezahlt werden.",
    "The page was closed.": "Die Seite wurde geschlossen.",
    "The same again: ": "Noch einmal dieselbe: ",
    "There are more: %1 --before %2": "Es gibt weitere: %1 --before %2",
    "There is no command '%1'.": "Es gibt keinen Befehl '%1'.",
    "There is nothing to look at.": "Es gibt nichts anzusehen.",
    "These orders wait for your word, since they may be paid already, or have ended after the backup:":
      "Diese Aufträge warten auf Ihr Wort, weil sie schon bezahlt oder nach der Sicherung beendet sein können:",
    "To end it, its coins are sent back to your wallet. That costs %1 %2 now. To do so:":
      "Um sie zu beenden, werden ihre Münzen an Ihre Wallet zurückgesendet. Das kostet jetzt %1 %2. So geht es:",
    "Too many wrong ones were typed: the next try is at %1.":
      "Zu viele falsche wurden eingegeben: Der nächste Versuch ist um %1.",
    "Type payd setup, which finds the wallets of this machine and writes %1; or type: install -D -m 600 %2 %3, and edit it.":
      "Geben Sie payd setup ein, das die Wallets dieses Rechners findet und %1 schreibt; oder geben Sie ein: install -D -m 600 %2 %3, und bearbeiten Sie die Datei.",
    "Type payd setup, which finds the wallets of this machine and writes %1; or write it: man provider.yml explains every key.":
      "Geben Sie payd setup ein, das die Wallets dieses Rechners findet und %1 schreibt; oder schreiben Sie die Datei selbst: man provider.yml erklärt jeden Schlüssel.",
    "Under way": "Unterwegs",
    "Unlocked.": "Entsperrt.",
    "Waiting for the payer": "Warten auf den Zahler",
    "Waiting for you": "Warten auf Sie",
    "Your page: %1": "Ihre Seite: %1",
    "Your present PIN: ": "Ihre jetzige PIN: ",
    "a payd is starting here; try again in a moment":
      "ein payd startet hier gerade; versuchen Sie es gleich noch einmal",
    "all payments are refused": "alle Zahlungen werden abgelehnt",
    "an address and its name go together, such as: payd names ltc1q… \"Anna\"":
      "eine Adresse und ihr Name gehören zusammen, etwa: payd names ltc1q… \"Anna\"",
    "another user may have written %1, so it is not shown":
      "%1 kann von jemand anderem geschrieben sein und wird deshalb nicht gezeigt",
    "any amount": "beliebiger Betrag",
    "applied": "übernommen",
    "approved before, go on now": "früher genehmigt, gehen jetzt weiter",
    "approved before, goes on now": "früher genehmigt, geht jetzt weiter",
    "approved, wait until you unlock": "genehmigt, warten, bis Sie entsperren",
    "approved, waits until you unlock": "genehmigt, wartet, bis Sie entsperren",
    "at a time that the wallet does not tell": "zu einer Zeit, die die Wallet nicht nennt",
    "at most %1 a %2 to %3": "höchstens %1 pro %2 an %3",
    "at most %1 a payment": "höchstens %1 pro Zahlung",
    "in all currencies": "in allen Währungen",
    "in all to recipients that the wallet does not know": "insgesamt an Empfänger, die die Wallet nicht kennt",
    "locked; %1 approved payments go on when you unlock: payd payments":
      "gesperrt; %1 genehmigte Zahlungen gehen weiter, wenn Sie entsperren: payd payments",
    "locked; 1 approved payment goes on when you unlock: payd payments":
      "gesperrt; 1 genehmigte Zahlung geht weiter, wenn Sie entsperren: payd payments",
    "locked; nothing is paid when you unlock": "gesperrt; beim Entsperren wird nichts gezahlt",
    "name one of --waiting, --in-flight and --ended, or none":
      "nennen Sie eines von --waiting, --in-flight und --ended oder keines",
    "needs a restart": "braucht einen Neustart",
    "no file: made-up money only": "keine Datei: nur Spielgeld",
    "nobody is there to type a PIN; give a file that holds it: --new-pin-file":
      "niemand ist da, der eine PIN eingibt; nennen Sie eine Datei, die sie enthält: --new-pin-file",
    "none": "keine",
    "none: payd pin set": "keine: payd pin set",
    "none: yours": "keine: Ihre eigene",
    "not locked": "nicht gesperrt",
    "not locked; %1 approved payments not sent yet: payd payments":
      "nicht gesperrt; %1 genehmigte Zahlungen noch nicht gesendet: payd payments",
    "not locked; 1 approved payment not sent yet: payd payments":
      "nicht gesperrt; 1 genehmigte Zahlung noch nicht gesendet: payd payments",
    "not made before you say so: payd sends": "erst, wenn Sie es sagen: payd sends",
    "one that the wallet does not tell just now": "eine, die die Wallet gerade nicht nennt",
    "payd %1 (process %2) is at work on the ledger; wait until it has ended":
      "payd %1 (Prozess %2) arbeitet am Kontobuch; warten Sie, bis es beendet ist",
    "payd (process %1) belongs to another user, who has to end it":
      "payd (Prozess %1) gehört einem anderen Benutzer, der es beenden muss",
    "payd (process %1) has ended.": "payd (Prozess %1) ist beendet.",
    "payd (process %1) has not ended within 30 seconds; it may wait for a wallet. Try again, or end it at once, by which nothing is lost: kill -9 %2":
      "payd (Prozess %1) ist nach 30 Sekunden nicht beendet; vielleicht wartet es auf eine Wallet. Versuchen Sie es noch einmal, oder beenden Sie es sofort, wobei nichts verloren geht: kill -9 %2",
    "payd does not run here.": "payd läuft hier nicht.",
    "payments may leave in one transaction": "Zahlungen dürfen in einer Transaktion abgehen",
    "ready": "bereit",
    "receives only": "empfängt nur",
    "sent already, are followed": "schon gesendet, werden verfolgt",
    "sent already, is followed": "schon gesendet, wird verfolgt",
    "set": "gesetzt",
    "since %1": "seit %1",
    "syncing": "holt auf (syncing)",
    "systemd did not end it; see: systemctl --user status payport.service":
      "systemd hat es nicht beendet; siehe: systemctl --user status payport.service",
    "the PIN cannot be taken from %1: %2": "die PIN kann nicht aus %1 gelesen werden: %2",
    "the folder %1 cannot be used; payd check says why": "der Ordner %1 ist nicht brauchbar; payd check sagt, warum",
    "the output cannot be written: %1": "die Ausgabe kann nicht geschrieben werden: %1",
    "the page cannot be served: %1": "Die Seite kann nicht angeboten werden: %1",
    "the page is not installed: there is no %1": "die Seite ist nicht installiert: %1 gibt es nicht",
    "the payer decides": "der Zahler entscheidet",
    "the standard input": "Standardeingabe",
    "the system has no random numbers": "das System hat keine Zufallszahlen",
    "the system has no threads or descriptors left": "das System hat keine Threads oder Deskriptoren mehr",
    "there is no PIN in %1": "keine PIN gefunden: %1",
    "there is no scope %1; known are %2": "es gibt kein Recht %1; bekannt sind %2",
    "these two differ; nothing was changed": "die beiden sind verschieden; nichts wurde geändert",
    "this %1": "pro %1",
    "to %1": "an %1",
    "today": "heute",
    "unavailable": "nicht verfügbar (unavailable)",
    "until %1": "bis %1",
    "until you change it": "bis Sie es ändern",
    "what is above is of %1, which writes the ledger": "das Obige ist von %1, wo das Kontobuch geschrieben wird",
    "you": "Sie",
    "you are asked": "Sie werden gefragt",
    "you are asked above %1": "Sie werden gefragt bei mehr als %1",
    "you are asked each time": "Sie werden jedes Mal gefragt",
    "you are not asked": "Sie werden nicht gefragt",
  ]
}
