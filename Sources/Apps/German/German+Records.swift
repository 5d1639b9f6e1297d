extension German {
  /// What is said of backups, keys, statements and links.
  static let records: KeyValuePairs<String, String> = [
    " (--other-provider replaces it all the same)": " (--other-provider ersetzt es trotzdem)",
    " (--replace moves what is there aside)": " (--replace legt beiseite, was da ist)",
    "%1 cannot be written: there is no such folder": "%1 kann nicht geschrieben werden: Den Ordner gibt es nicht",
    "%1 is there already; name another file, or add --force":
      "%1 gibt es schon; nennen Sie eine andere Datei, oder fügen Sie --force hinzu",
    "%1 of %2 payments read": "%1 von %2 Zahlungen gelesen",
    "%1 of 1 payment read": "%1 von 1 Zahlung gelesen",
    "%1 orders were not sent when the backup was made. Nobody knows here what became of them: none is paid before you say so (payd sends).":
      "%1 Aufträge waren noch nicht gesendet, als die Sicherung gemacht wurde. Niemand weiß hier, was aus ihnen wurde: Keiner wird gezahlt, bevor Sie es sagen (payd sends).",
    "%1: %2 bytes.": "%1: %2 Bytes.",
    "%1; nothing was written (for a backup without a passphrase: --unsealed)":
      "%1; nichts wurde geschrieben (für eine Sicherung ohne Passphrase: --unsealed)",
    "--passphrase-fd must be an open descriptor": "--passphrase-fd muss ein offener Deskriptor sein",
    "--passphrase-file and --passphrase-fd exclude each other":
      "--passphrase-file und --passphrase-fd schließen einander aus",
    "--unsealed, --passphrase-file and --passphrase-fd exclude each other":
      "--unsealed, --passphrase-file und --passphrase-fd schließen einander aus",
    "1 order was not sent when the backup was made. Nobody knows here what became of them: none is paid before you say so (payd sends).":
      "1 Auftrag war noch nicht gesendet, als die Sicherung gemacht wurde. Niemand weiß hier, was aus ihm wurde: Er wird nicht gezahlt, bevor Sie es sagen (payd sends).",
    "A PDF is no text: name a file with --output.": "Ein PDF ist kein Text: Nennen Sie eine Datei mit --output.",
    "Admitted %1. To send it away again: payd daemons revoke %2":
      "%1 ist zugelassen. Um es wieder wegzuschicken: payd daemons revoke %2",
    "Before it pays anything, payd asks the wallet what it has sent. If this ledger does not know all of that, it pays":
      "Bevor payd etwas zahlt, fragt es die Wallet, was sie gesendet hat. Kennt dieses Kontobuch nicht alles davon, zahlt es",
    "Going back to the app (%1:).": "Zurück zur App (%1:).",
    "It does not wait for you any more.": "Es wartet nicht mehr auf Sie.",
    "It has no key: the daemon makes a new one when it starts, which no app knows.":
      "Sie hat keinen Schlüssel: payd macht beim Start einen neuen, den keine App kennt.",
    "It is not sealed: who has the file reads all payments, and the passwords in the configuration.":
      "Die Datei ist nicht versiegelt: Wer sie hat, liest alle Zahlungen und die Passwörter in der Konfiguration.",
    "It is sealed: without the passphrase nobody can use it, you included.":
      "Die Datei ist versiegelt: Ohne die Passphrase kann niemand sie verwenden, auch Sie nicht.",
    "It is the provider with the key %1, as its apps know it.":
      "Es ist das payd mit dem Schlüssel %1, wie seine Apps es kennen.",
    "It waits for you: payd questions shows it.": "Es wartet auf Sie: payd questions zeigt es.",
    "Its configuration is in %1.": "Die Konfiguration der Sicherung ist in %1.",
    "Name a period: --period 2026-03, or --from 2026-03-01 and --to 2026-04-01.":
      "Nennen Sie einen Zeitraum: --period 2026-03 oder --from 2026-03-01 und --to 2026-04-01.",
    "Passphrase of the backup: ": "Passphrase der Sicherung: ",
    "Paying is locked: which apps may do what, the limits and the PIN are as they were then. Look at them (payd apps,":
      "Das Zahlen ist gesperrt: Was Apps dürfen, die Limits und die PIN sind wie damals. Sehen Sie sie an (payd apps,",
    "Press Enter when you are done.": "Drücken Sie die Eingabetaste, wenn Sie fertig sind.",
    "Restored the backup of %1; its audit log of %2 entries is as it was written.":
      "Die Sicherung vom %1 ist wiederhergestellt; ihr Prüfprotokoll mit %2 Einträgen ist so, wie es geschrieben wurde.",
    "Sent %1 away. Change the password of the database as well, if its machine is not yours any more.":
      "%1 ist weggeschickt. Ändern Sie auch das Passwort der Datenbank, wenn sein Rechner nicht mehr Ihrer ist.",
    "The daemon's key in it is not sealed: who reads the file can pose as this daemon to your apps. See: payd key seal":
      "Der Schlüssel von payd darin ist nicht versiegelt: Wer die Datei liest, kann sich Ihren Apps gegenüber als dieses payd ausgeben. Siehe: payd key seal",
    "The daemon's key is in the keyring and not in the file: payd key move file, then payd key seal":
      "Der Schlüssel von payd ist im Schlüsselbund und nicht in der Datei: payd key move file, dann payd key seal",
    "The daemon's key is in the keyring of the machine on which the backup was made: see payd key status.":
      "Der Schlüssel von payd ist im Schlüsselbund des Rechners, auf dem die Sicherung gemacht wurde: siehe payd key status.",
    "The key in %1 is not sealed any more.": "Der Schlüssel in %1 ist nicht mehr versiegelt.",
    "The key in %1 is sealed.": "Der Schlüssel in %1 ist versiegelt.",
    "The ledger is a file, which no other daemon shares.": "Das Kontobuch ist eine Datei, die kein anderes payd teilt.",
    "The period must be a month such as 2026-03, or a year such as 2026.":
      "Der Zeitraum muss ein Monat wie 2026-03 oder ein Jahr wie 2026 sein.",
    "The restored ledger is a file, but the configuration names a database (%1), which was not touched. To go on there, copy the file into an empty database: payd ledger copy --to ADDRESS. To go on with the file, take `ledger` out of the configuration.":
      "Das wiederhergestellte Kontobuch ist eine Datei, die Konfiguration nennt aber eine Datenbank (%1), die nicht angerührt wurde. Um dort weiterzumachen, kopieren Sie die Datei in eine leere Datenbank: payd ledger copy --to ADRESSE. Um mit der Datei weiterzumachen, nehmen Sie `ledger` aus der Konfiguration.",
    "The wallet itself is not in it.": "Die Wallet selbst ist nicht darin.",
    "There is no configuration file, and none in it.": "Es gibt keine Konfigurationsdatei, und darin ist keine.",
    "Type approve, deny or later: ": "Geben Sie approve (genehmigen), deny (ablehnen) oder later (später) ein: ",
    "What was there before is in %1.": "Was vorher da war, ist in %1.",
    "Wrote %1, with %2 entries of the audit log.": "%1 ist geschrieben, mit %2 Einträgen des Prüfprotokolls.",
    "You can go back to the app.": "Sie können zur App zurückgehen.",
    "You can go back to the app; no program here opens its links (%1:).":
      "Sie können zur App zurückgehen; kein Programm hier öffnet ihre Links (%1:).",
    "You can go back to the app; the desktop did not do it.":
      "Sie können zur App zurückgehen; der Desktop hat es nicht getan.",
    "format must be one of %1": "--format verlangt eines von %1",
    "nothing until you have looked: payd sends": "nichts, bis Sie nachgesehen haben: payd sends",
    "payd cannot start with that configuration, so it was not put in its place: %1":
      "payd kann mit jener Konfiguration nicht starten, deshalb wurde sie nicht eingesetzt: %1",
    "payd grants) before you type: payd unlock": "payd grants), bevor Sie eingeben: payd unlock",
    "the provider answered something that is no statement": "payd hat etwas geantwortet, das kein Auszug ist",
    "the statement was not made: %1; see payd's log":
      "der Auszug wurde nicht erstellt: %1; siehe das Protokoll von payd",
    "there is no terminal to ask for the passphrase of the backup: give --passphrase-file FILE, or --unsealed for a file that everybody can read who has it; nothing was written":
      "es gibt kein Terminal, um nach der Passphrase der Sicherung zu fragen: Nennen Sie --passphrase-file DATEI oder --unsealed für eine Datei, die jeder lesen kann, der sie hat; nichts wurde geschrieben",
    "this is no link that can be opened: %1": "das ist kein Link, der sich öffnen lässt: %1",
    "this link is a card: payctl open shows it, and the chat in which it came answers it":
      "dieser Link ist eine Karte: payctl open zeigt sie, und der Chat, in dem sie kam, beantwortet sie",
    "writing the file": "die Datei wird geschrieben",
  ]
}
