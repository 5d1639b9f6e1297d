extension German {
  /// What all programs in a terminal say of what was typed, and of keys, files and folders.
  static let terminal: KeyValuePairs<String, String> = [
    "%1 belongs to the user id %2, who can change it; look whether all in it is yours, then type: sudo chown $USER %3":
      "%1 gehört dem Benutzer mit der Nummer %2, der den Inhalt ändern kann; sehen Sie nach, ob alles darin von Ihnen ist, und geben Sie dann ein: sudo chown $USER %3",
    "%1 cannot be read: %2": "%1 kann nicht gelesen werden: %2",
    "%1 cannot be read: %2.": "%1 kann nicht gelesen werden: %2.",
    "%1 cannot be started": "%1 lässt sich nicht starten",
    "%1 cannot be written: %2.": "%1 kann nicht geschrieben werden: %2.",
    "%1 failed with status %2.": "%1 ist mit Status %2 gescheitert.",
    "%1 is larger than %2 bytes, which is too large.": "%1 ist größer als %2 Bytes, und das ist zu groß.",
    "%1 is missing": "%1 fehlt",
    "%1 is no key": "%1 ist kein Schlüssel",
    "%1 is not a plain file owned by you": "%1 ist keine gewöhnliche Datei, die Ihnen gehört",
    "%1 is there already.": "%1 gibt es schon.",
    "%1 names %2, and there is no folder '%3'. If you want a new one of that name: %4 ./%5":
      "%1 nennt %2, und einen Ordner '%3' gibt es nicht. Wenn Sie einen neuen mit diesem Namen wollen: %4 ./%5",
    "'%1' is no amount: type digits and at most one point, such as 12 or 0.5.":
      "'%1' ist kein Betrag: Geben Sie Ziffern und höchstens einen Punkt ein, etwa 12 oder 0.5.",
    "File:": "Datei:",
    "Find its other names with find %1 -xdev -samefile %2, look why they are there, and remove them.":
      "Suchen Sie die anderen Namen mit find %1 -xdev -samefile %2, sehen Sie nach, warum es sie gibt, und entfernen Sie sie.",
    "Give --passphrase-file FILE, or a systemd credential named payport-passphrase.":
      "Nennen Sie --passphrase-file DATEI oder ein systemd-Credential namens payport-passphrase.",
    "Install that version, or name another folder with --state.":
      "Installieren Sie jene Version, oder nennen Sie mit --state einen anderen Ordner.",
    "Interrupted.": "Unterbrochen.",
    "It belongs to user id %1, and this program runs as %2. Run it as the user whose key it is.":
      "Besitzer ist der Benutzer mit der Nummer %1, und dieses Programm läuft als %2. Starten Sie es als der Benutzer, dem der Schlüssel gehört.",
    "It is made when it is first needed.": "Er entsteht, wenn er zum ersten Mal gebraucht wird.",
    "It is never replaced unasked.": "Er wird nie ungefragt ersetzt.",
    "It needs a desktop session with a keyring, and the package libsecret-tools.":
      "Dafür braucht es eine Desktop-Sitzung mit einem Schlüsselbund und das Paket libsecret-tools.",
    "Kept:": "Aufbewahrt:",
    "Make it yours alone: chmod 700 %1": "Machen Sie ihn für andere unzugänglich: chmod 700 %1",
    "Make room on the disk.": "Schaffen Sie Platz auf der Platte.",
    "Move it away.": "Räumen Sie es beiseite.",
    "Move it with: %1 key move %2 - or ask for %3.": "Verlegen Sie ihn mit: %1 key move %2 - oder verlangen Sie %3.",
    "Move the program to a folder with a plain name.":
      "Verschieben Sie das Programm in einen Ordner mit einfachem Namen.",
    "Name a file that does not exist yet.": "Nennen Sie eine Datei, die es noch nicht gibt.",
    "Name the folder that the link leads to.": "Nennen Sie den Ordner, auf den der Link zeigt.",
    "New passphrase: ": "Neue Passphrase: ",
    "On Debian it is in the package xdg-utils.": "In Debian ist es im Paket xdg-utils.",
    "Once more: ": "Noch einmal: ",
    "Others may have read it. If you are sure that nobody did: chmod 600 %1 - otherwise move it away, and pair anew.":
      "Andere können sie gelesen haben. Wenn Sie sicher sind, dass es niemand getan hat: chmod 600 %1 - sonst verschieben Sie sie, und koppeln Sie neu.",
    "Passphrase of %1: ": "Passphrase von %1: ",
    "Public key:": "Öffentlicher Schlüssel:",
    "Put the file itself there: cp --remove-destination \"$(readlink -f %1)\" %2 && chmod 600 %3":
      "Legen Sie die Datei selbst dorthin: cp --remove-destination \"$(readlink -f %1)\" %2 && chmod 600 %3",
    "Restore it from a backup, or move it away to begin with a new key, which must be paired anew.":
      "Stellen Sie sie aus einer Sicherung wieder her, oder verschieben Sie sie, um mit einem neuen Schlüssel zu beginnen, der neu gekoppelt werden muss.",
    "Restore the keyring, or move the file away to begin with a new key, which must be paired anew.":
      "Stellen Sie den Schlüsselbund wieder her, oder verschieben Sie die Datei, um mit einem neuen Schlüssel zu beginnen, der neu gekoppelt werden muss.",
    "See the folder that --state or PAYPORT_STATE names.":
      "Sehen Sie im Ordner nach, den --state oder PAYPORT_STATE nennt.",
    "That is not it. Passphrase of %1: ": "Das ist sie nicht. Passphrase von %1: ",
    "The amount %1 has a comma: decimals follow a point, such as 1.5.":
      "Der Betrag %1 hat ein Komma: Nachkommastellen stehen hinter einem Punkt, etwa 1.5.",
    "The amount %1 has an exponent: write it out, such as 0.001.":
      "Der Betrag %1 hat einen Exponenten: Schreiben Sie ihn aus, etwa 0.001.",
    "The amount %1 has more than %2 decimal places.": "Der Betrag %1 hat mehr als %2 Nachkommastellen.",
    "The amount %1 has more than 1 decimal place.": "Der Betrag %1 hat mehr als 1 Nachkommastelle.",
    "The amount %1 is too large for any currency.": "Der Betrag %1 ist für jede Währung zu groß.",
    "The amount '-%1' is negative: type one above zero, such as 0.5.":
      "Der Betrag '-%1' ist negativ: Geben Sie einen über null ein, etwa 0.5.",
    "The amount has too many digits.": "Der Betrag hat zu viele Ziffern.",
    "The amount is zero: type one above zero, such as 0.5.":
      "Der Betrag ist null: Geben Sie einen über null ein, etwa 0.5.",
    "The file %1 cannot be written or removed.": "Die Datei %1 kann nicht geschrieben oder entfernt werden.",
    "The history is not kept: %1.": "Der Verlauf wird nicht gespeichert: %1.",
    "The history is not used: %1.": "Der Verlauf wird nicht verwendet: %1.",
    "The name %1 does not say what the file is to be: it must end in %2, or --format says it.":
      "Der Name %1 sagt nicht, was die Datei werden soll: Er muss auf %2 enden, oder --format sagt es.",
    "The path %1 cannot stand in a desktop entry.": "Der Pfad %1 kann nicht in einem Desktop-Eintrag stehen.",
    "The program %1 is not installed.": "Das Programm %1 ist nicht installiert.",
    "The terminal failed: %1.": "Das Terminal hat versagt: %1.",
    "This system has no desktop entries.": "Dieses System hat keine Desktop-Einträge.",
    "Try again. (A file that was altered on purpose looks the same; one damaged by accident does not.)":
      "Versuchen Sie es noch einmal. (Eine absichtlich veränderte Datei sieht genauso aus, eine zufällig beschädigte nicht.)",
    "Unexpected: %1.": "Unerwartet: %1.",
    "Unlock it, by logging in or in the desktop's password manager, and try again.":
      "Entsperren Sie ihn durch Anmelden oder in der Passwortverwaltung des Desktops, und versuchen Sie es noch einmal.",
    "a member has no value": "ein Teil hat keinen Wert",
    "a member is there twice": "ein Teil kommt zweimal vor",
    "a new one must have at least %1 characters": "eine neue muss mindestens %1 Zeichen haben",
    "descriptor %1": "Deskriptor %1",
    "error %1": "Fehler %1",
    "in the file, sealed by a passphrase": "in der Datei, mit einer Passphrase versiegelt",
    "in the file, which only you can read": "in der Datei, die nur Sie lesen können",
    "in the keyring of the desktop session": "im Schlüsselbund der Desktop-Sitzung",
    "it belongs to the user id %1": "es gehört dem Benutzer mit der Nummer %1",
    "it belongs to user %1": "es gehört dem Benutzer mit der Nummer %1",
    "it does not answer": "er antwortet nicht",
    "it does not begin with payport:": "er beginnt nicht mit payport:",
    "it has %1 names": "es hat %1 Namen",
    "it has %1 names (hard links)": "es hat %1 Namen (harte Links)",
    "it has no scheme": "er hat kein Schema",
    "it has no version": "sie hat keine Version",
    "it has other members than those of its kind": "er hat andere Teile als die seiner Art",
    "it has two question marks": "er hat zwei Fragezeichen",
    "it has white space or other signs": "er enthält Leerraum oder fremde Zeichen",
    "it holds no key": "sie enthält keinen Schlüssel",
    "it is a symbolic link": "es ist ein symbolischer Link",
    "it is longer than %1 bytes": "sie ist länger als %1 Bytes",
    "it is no JSON object": "sie ist kein JSON-Objekt",
    "it is not a file or folder of the expected kind": "es ist keine Datei und kein Ordner der erwarteten Art",
    "it is not of the kind that it must be": "es ist nicht von der Art, die es sein muss",
    "it is of a kind that this version does not know": "er ist von einer Art, die diese Version nicht kennt",
    "it is percent-encoded": "er ist prozentkodiert",
    "it is too large": "sie ist zu groß",
    "it is too long": "er ist zu lang",
    "it says neither what seals the key nor where it is":
      "sie sagt weder, was den Schlüssel versiegelt, noch, wo er ist",
    "its %1 is none": "der Teil %1 ist ungültig",
    "its first line is empty": "die erste Zeile ist leer",
    "its mode 0%1 lets others in": "die Zugriffsrechte 0%1 lassen andere hinein",
    "its mode is 0%1, which lets others in": "die Zugriffsrechte 0%1 lassen andere hinein",
    "its mode is 0%1, which lets others in; type: chmod 600":
      "die Zugriffsrechte 0%1 lassen andere hinein; geben Sie ein: chmod 600",
    "its two halves do not belong together": "ihre beiden Hälften gehören nicht zusammen",
    "no passphrase was given for the key in %1": "für den Schlüssel in %1 wurde keine Passphrase angegeben",
    "others can write %1 (its mode is 0%2); look whether all in it is yours, then type: chmod go-w %3":
      "andere können %1 schreiben (Zugriffsrechte: 0%2); sehen Sie nach, ob alles darin von Ihnen ist, und geben Sie dann ein: chmod go-w %3",
    "secret-tool ended with %1": "secret-tool endete mit %1",
    "secret-tool is not installed": "secret-tool ist nicht installiert",
    "the folder %1 cannot be trusted with keys: %2": "dem Ordner %1 sind keine Schlüssel anzuvertrauen: %2",
    "the folder in which apps find the daemon": "den Ordner, in dem Apps payd finden",
    "the folder in which providers are found": "den Ordner, in dem Anbieter zu finden sind",
    "the folder of the ledger and the keys": "den Ordner des Kontobuchs und der Schlüssel",
    "the folder of this app's keys": "den Ordner mit den Schlüsseln dieser App",
    "the input": "Eingabe",
    "the key file %1 cannot be trusted: %2": "der Schlüsseldatei %1 ist nicht zu trauen: %2",
    "the key file %1 cannot be used: %2: %3": "die Schlüsseldatei %1 ist nicht verwendbar: %2: %3",
    "the key file %1 is damaged: %2": "die Schlüsseldatei %1 ist beschädigt: %2",
    "the key file %1 was written by a later version of this program":
      "die Schlüsseldatei %1 wurde von einer späteren Version dieses Programms geschrieben",
    "the key in %1 is sealed, and there is no terminal to ask for its passphrase":
      "der Schlüssel in %1 ist versiegelt, und es gibt kein Terminal, um nach seiner Passphrase zu fragen",
    "the key is kept in the file %1, and not in the keyring as was asked for":
      "der Schlüssel ist in der Datei %1 und nicht, wie verlangt, im Schlüsselbund",
    "the key is kept in the keyring, and not in the file %1 as was asked for":
      "der Schlüssel ist im Schlüsselbund und nicht, wie verlangt, in der Datei %1",
    "the key that %1 speaks of is not in the keyring": "der Schlüssel, von dem %1 spricht, ist nicht im Schlüsselbund",
    "the keyring cannot be used: %1": "der Schlüsselbund ist nicht verwendbar: %1",
    "the keyring that holds the key is locked": "der Schlüsselbund mit dem Schlüssel ist gesperrt",
    "the member %1 is missing": "der Teil %1 fehlt",
    "the output was closed": "die Ausgabe wurde geschlossen",
    "the passphrase cannot be taken from %1: %2": "die Passphrase ist nicht verwendbar (%1): %2",
    "the sealed key is not whole": "der versiegelte Schlüssel ist nicht vollständig",
    "the system's cryptographic library failed": "die Kryptografie-Bibliothek des Systems hat versagt",
    "the terminal": "Terminal",
    "the two are not the same": "die beiden sind nicht gleich",
    "there is a key already: %1": "es gibt schon einen Schlüssel: %1",
    "there is no file %1": "eine Datei %1 gibt es nicht",
    "there is no key yet in %1": "in %1 gibt es noch keinen Schlüssel",
    "there is no key yet; it is made when it is first needed":
      "es gibt noch keinen Schlüssel; er entsteht, wenn er zum ersten Mal gebraucht wird",
    "there is no terminal; give --new-passphrase-file FILE":
      "es gibt kein Terminal; nennen Sie --new-passphrase-file DATEI",
    "this is not the passphrase of the key in %1": "das ist nicht die Passphrase des Schlüssels in %1",
    "what the keyring has under this name is another key":
      "was der Schlüsselbund unter diesem Namen hat, ist ein anderer Schlüssel",
  ]
}
