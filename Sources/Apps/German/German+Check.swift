extension German {
  /// What `payd check` finds, and why a ledger cannot be used.
  static let check: KeyValuePairs<String, String> = [
    "%1 GB are free": "%1 GB sind frei",
    "%1 MB are free": "%1 MB sind frei",
    "%1 belongs to a provider with another key (%2). All providers of one ledger need the same key: put its identity.json into the state folder of this one, or change `ledger` in the configuration":
      "%1 gehört einem payd mit einem anderen Schlüssel (%2). Alle payd eines Kontobuchs brauchen denselben Schlüssel: Legen Sie dessen identity.json in den Zustandsordner von diesem, oder ändern Sie `ledger` in der Konfiguration",
    "%1 belongs to the user id %2": "%1 gehört dem Benutzer mit der Nummer %2",
    "%1 cannot be reached: %2. Look at `ledger` in the configuration, and whether the server runs and takes writes":
      "%1 ist nicht erreichbar: %2. Prüfen Sie `ledger` in der Konfiguration und ob der Server läuft und Schreiben erlaubt",
    "%1 cannot be written": "%1 kann nicht beschrieben werden",
    "%1 does not exist and cannot be made in %2": "%1 gibt es nicht und kann in %2 nicht angelegt werden",
    "%1 has a ledger of another version of payd (%2)": "%1 hat ein Kontobuch einer anderen Version von payd (%2)",
    "%1 is damaged, and payd never pays from a damaged ledger. Stop here and restore the newest good copy of the whole folder. %2. Without a copy: look in the wallet itself what was paid, move the folder away, and pair the apps again":
      "%1 ist beschädigt, und payd zahlt nie aus einem beschädigten Kontobuch. Halten Sie hier an, und stellen Sie die neueste gute Kopie des ganzen Ordners wieder her. %2. Ohne Kopie: Sehen Sie in der Wallet selbst nach, was gezahlt wurde, verschieben Sie den Ordner, und koppeln Sie die Apps neu",
    "%1 is missing, or cannot be reached": "%1 fehlt oder ist nicht erreichbar",
    "%1 is not a folder, or is a link": "%1 ist kein Ordner oder ist ein Link",
    "%1 lacks its most recent data; continuing with it could repeat payments that were made. Stop here and restore the newest good copy of the whole folder. %2. Without a copy: look in the wallet itself what was paid, and if you then want to continue with the rest, remove ledger.mark from the folder":
      "%1 fehlen die neuesten Daten; damit weiterzumachen könnte Zahlungen wiederholen. Halten Sie hier an, und stellen Sie die neueste gute Kopie des ganzen Ordners wieder her. %2. Ohne Kopie: Sehen Sie in der Wallet selbst nach, was gezahlt wurde, und wenn Sie dann mit dem Rest weitermachen wollen, entfernen Sie ledger.mark aus dem Ordner",
    "%1 was written by a later version of payd, and this one cannot read it. Install that version again; nothing was changed. To go on with this one, restore a backup from before the later one was installed: payd restore FILE --replace. %2":
      "%1 wurde von einer späteren Version von payd geschrieben, und diese kann es nicht lesen. Installieren Sie jene Version wieder; nichts wurde geändert. Um mit dieser weiterzumachen, stellen Sie eine Sicherung von vor der Installation der späteren wieder her: payd restore DATEI --replace. %2",
    "%1 was written by a payd from before the first release, and this one cannot read it. Finish with that payd what is under way, move the folder away, and pair the apps anew":
      "%1 wurde von einem payd vor der ersten Veröffentlichung geschrieben, und dieses kann es nicht lesen. Bringen Sie mit jenem payd zu Ende, was unterwegs ist, verschieben Sie den Ordner, und koppeln Sie die Apps neu",
    "%1 will be made when payd starts": "%1 wird beim Start von payd angelegt",
    "%1, %2 wallets": "%1, %2 Wallets",
    "%1, 1 wallet": "%1, 1 Wallet",
    "%1, and the server has proved its name": "%1, und der Server hat seinen Namen bewiesen",
    "%1, but the server need not prove that it is the one that was named":
      "%1, aber der Server muss nicht beweisen, dass er der genannte ist",
    "%1, with %2": "%1, mit %2",
    "%1; %2, epoch %3": "%1; %2, Epoche %3",
    "%1; payd will make its tables there": "%1; payd wird dort seine Tabellen anlegen",
    "%1; this role may not make tables there": "%1; diese Rolle darf dort keine Tabellen anlegen",
    "Change `ledger` in the configuration to that place.": "Ändern Sie `ledger` in der Konfiguration auf diesen Ort.",
    "Correct %1.": "Berichtigen Sie das in %1.",
    "Correct `ledger` in %1, or see that the server runs and takes writes.":
      "Berichtigen Sie `ledger` in %1, oder sorgen Sie dafür, dass der Server läuft und Schreiben erlaubt.",
    "Correct it; man provider.yml explains every key.":
      "Berichtigen Sie das; man provider.yml erklärt jeden Schlüssel.",
    "Create it, or correct its path.": "Legen Sie sie an, oder berichtigen Sie den Pfad.",
    "If that is meant, set notifications: off in the configuration.":
      "Wenn das so gewollt ist, setzen Sie notifications: off in der Konfiguration.",
    "Install payport-statement beside payd; all else works without it.":
      "Installieren Sie payport-statement neben payd; alles andere geht ohne.",
    "Install the version of payd that wrote it.": "Installieren Sie die Version von payd, die es geschrieben hat.",
    "Look whether apps, limits and what you denied are as you left them; then type: payd unlock":
      "Prüfen Sie, ob Apps, Limits und Ihre Ablehnungen noch stimmen; geben Sie dann ein: payd unlock",
    "Look whether the clock is right and the wallet's daemon has peers.":
      "Prüfen Sie, ob die Uhr stimmt und das Programm der Wallet Gegenstellen hat.",
    "Make room soon: payd ends if it cannot write its ledger.":
      "Schaffen Sie bald Platz: payd beendet sich, wenn es sein Kontobuch nicht schreiben kann.",
    "Make room: payd ends if it cannot write its ledger.":
      "Schaffen Sie Platz: payd beendet sich, wenn es sein Kontobuch nicht schreiben kann.",
    "Make the database with: createdb --owner ROLE --encoding UTF8 --template template0 NAME":
      "Legen Sie die Datenbank an mit: createdb --owner ROLLE --encoding UTF8 --template template0 NAME",
    "Move it away, or choose another folder.": "Verschieben Sie ihn, oder wählen Sie einen anderen Ordner.",
    "Name a zone such as Europe/Berlin, or leave it empty.":
      "Nennen Sie eine Zeitzone wie Europe/Berlin, oder lassen Sie sie leer.",
    "PDF files can be made": "PDF-Dateien können erstellt werden",
    "Set fsync = on in postgresql.conf and restart the server.":
      "Setzen Sie fsync = on in postgresql.conf, und starten Sie den Server neu.",
    "Set full_page_writes = on in postgresql.conf, unless the file system writes pages as a whole.":
      "Setzen Sie full_page_writes = on in postgresql.conf, außer wenn das Dateisystem Seiten im Ganzen schreibt.",
    "Set synchronous_commit = on for payd's role or database.":
      "Setzen Sie synchronous_commit = on für die Rolle oder die Datenbank von payd.",
    "Start payd in a desktop session, or type: payd key move file":
      "Starten Sie payd in einer Desktop-Sitzung, oder geben Sie ein: payd key move file",
    "Start payd while another one writes; it learns how far the ledger has come within some seconds.":
      "Starten Sie payd, während ein anderes schreibt; in einigen Sekunden erfährt es, wie weit das Kontobuch ist.",
    "Take one of the wallets out; give it a configuration and a state folder of its own: payd run --state FOLDER":
      "Nehmen Sie eine der Wallets heraus; geben Sie ihr eine eigene Konfiguration und einen eigenen Zustandsordner: payd run --state ORDNER",
    "To check that one, name it with --config; to use this one, restart payd with it.":
      "Um jene zu prüfen, nennen Sie sie mit --config; um diese zu verwenden, starten Sie payd damit neu.",
    "To protect other programs too, set synchronous_commit = on.":
      "Um auch andere Programme zu schützen, setzen Sie synchronous_commit = on.",
    "Type on both machines: sudo timedatectl set-ntp true":
      "Geben Sie auf beiden Rechnern ein: sudo timedatectl set-ntp true",
    "Type: chmod 600 %1": "Geben Sie ein: chmod 600 %1",
    "Type: chmod 700 %1": "Geben Sie ein: chmod 700 %1",
    "Type: chmod go-rwx %1": "Geben Sie ein: chmod go-rwx %1",
    "Type: sudo apt install fonts-dejavu-core": "Geben Sie ein: sudo apt install fonts-dejavu-core",
    "Type: sudo apt install libsecret-tools": "Geben Sie ein: sudo apt install libsecret-tools",
    "Type: sudo chown $USER %1": "Geben Sie ein: sudo chown $USER %1",
    "Type: sudo chown -R $USER %1": "Geben Sie ein: sudo chown -R $USER %1",
    "Type: sudo install -d -m 700 -o $USER %1": "Geben Sie ein: sudo install -d -m 700 -o $USER %1",
    "Type: sudo timedatectl set-ntp true": "Geben Sie ein: sudo timedatectl set-ntp true",
    "Use sslmode=verify-full, with the server's certificate in sslrootcert.":
      "Verwenden Sie sslmode=verify-full mit dem Zertifikat des Servers in sslrootcert.",
    "a payd writes it now": "ein payd schreibt es gerade",
    "agrees with the chain of %1": "stimmt mit der Kette von %1 überein",
    "clock": "Uhr",
    "disk": "Platte",
    "does not run; payd run starts it": "läuft nicht; payd run startet es",
    "fsync is on, synchronous_commit is %1": "fsync ist an, synchronous_commit ist %1",
    "full_page_writes is off: a power failure can damage the ledger":
      "full_page_writes ist aus: Ein Stromausfall kann das Kontobuch beschädigen",
    "in the keyring": "im Schlüsselbund",
    "it was moved from %1 to another place and goes on there":
      "es wurde von %1 an einen anderen Ort verlegt und geht dort weiter",
    "keyring": "Schlüsselbund",
    "ledger clock": "Kontobuch, Uhr",
    "ledger connection": "Kontobuch, Verbindung",
    "ledger durability": "Kontobuch, Dauerhaftigkeit",
    "ledger encoding": "Kontobuch, Zeichensatz",
    "ledger lock": "Kontobuch, Sperre",
    "ledger.sqlite in %1 is not what payd wrote last: it is damaged, or another program wrote to it. Stop here and restore the newest good copy of the whole folder. %2. If you know that another program did it (opening it with sqlite3 after a crash is enough), remove ledger.pages from the folder":
      "ledger.sqlite in %1 ist nicht, was payd zuletzt geschrieben hat: Es ist beschädigt, oder ein anderes Programm hat hineingeschrieben. Halten Sie hier an, und stellen Sie die neueste gute Kopie des ganzen Ordners wieder her. %2. Wenn Sie wissen, dass es ein anderes Programm war (Öffnen mit sqlite3 nach einem Absturz genügt), entfernen Sie ledger.pages aus dem Ordner",
    "made-up money on a simulated network; it is worth nothing":
      "Spielgeld in einem simulierten Netz; es ist nichts wert",
    "money": "Geld",
    "no configuration": "keiner Konfiguration",
    "no payd writes it now": "kein payd schreibt es gerade",
    "notifications": "Hinweise",
    "off: questions and payments are shown at the console only":
      "aus: Fragen und Zahlungen erscheinen nur in der Konsole",
    "on this machine": "auf diesem Rechner",
    "only you can read %1": "nur Sie können %1 lesen",
    "others can enter %1 (its mode is %2), so payd refuses it":
      "andere haben Zugang zu %1 (Zugriffsrechte: %2), deshalb lehnt payd ihn ab",
    "others can read %1 (its mode is %2)": "andere können %1 lesen (Zugriffsrechte: %2)",
    "others have access to %1 (its mode is %2)": "andere haben Zugriff auf %1 (Zugriffsrechte: %2)",
    "payd then asks the wallets what they sent since. If the copy does not know all of that, payd pays nothing until you have looked: payd sends":
      "payd fragt dann die Wallets, was sie seitdem gesendet haben. Kennt die Kopie nicht alles davon, zahlt payd nichts, bis Sie nachgesehen haben: payd sends",
    "paying is locked: a payd took over that knew nothing of this ledger, which may be an older copy":
      "das Zahlen ist gesperrt: Ein payd hat übernommen, das dieses Kontobuch nicht kannte; es kann eine ältere Kopie sein",
    "runs as process %1, since %2": "läuft als Prozess %1, seit %2",
    "runtime folder": "Laufzeitordner",
    "sealed by a passphrase, which payd run asks for or reads from --passphrase-file":
      "mit einer Passphrase versiegelt, nach der payd run fragt oder die es aus --passphrase-file liest",
    "secret file": "geheime Datei",
    "secret-tool and a session bus are there": "secret-tool und ein Sitzungsbus sind da",
    "state file": "Zustandsdatei",
    "state folder": "Zustandsordner",
    "statements": "Auszüge",
    "synchronous_commit is off; payd's own transactions wait for the disk anyway":
      "synchronous_commit ist aus; die Transaktionen von payd warten trotzdem auf die Platte",
    "synchronous_commit is remote_write: if both servers fail together, the standby may lack what was answered":
      "synchronous_commit ist remote_write: Fallen beide Server zugleich aus, kann dem Ersatzserver fehlen, was schon beantwortet war",
    "the clock is %1 minutes behind the chain of %2": "die Uhr geht der Kette von %2 um %1 Minuten nach",
    "the clock says %1, which is in the past": "die Uhr sagt %1, und das ist vergangen",
    "the configuration": "der Konfiguration",
    "the database %1 lacks its most recent data, as after an older copy was restored or a standby took over that lagged; continuing with it could repeat payments that were made. If `ledger` in the configuration was changed to another database, change it back. Otherwise stop here and go on with the newest good copy, if there is one. %2. Without one: look in the wallet itself what was paid, and if you then want to continue with the rest, remove ledger.mark and ledger.epoch from %3":
      "der Datenbank %1 fehlen die neuesten Daten, etwa weil eine ältere Kopie wiederhergestellt wurde oder ein Ersatzserver übernahm, der zurücklag; damit weiterzumachen könnte Zahlungen wiederholen. Wurde `ledger` in der Konfiguration auf eine andere Datenbank geändert, so ändern Sie es zurück. Sonst halten Sie hier an, und machen Sie mit der neuesten guten Kopie weiter, falls es eine gibt. %2. Ohne sie: Sehen Sie in der Wallet selbst nach, was gezahlt wurde, und wenn Sie dann mit dem Rest weitermachen wollen, entfernen Sie ledger.mark und ledger.epoch aus %3",
    "the encoding of the database is %1, so payd refuses it":
      "der Zeichensatz der Datenbank ist %1, deshalb lehnt payd sie ab",
    "the free space cannot be found out": "der freie Platz ist nicht zu ermitteln",
    "the key is kept in the keyring, and secret-tool is missing":
      "der Schlüssel liegt im Schlüsselbund, und secret-tool fehlt",
    "the ledger was being moved from %1 into a database when that was interrupted. Type the same payd ledger copy --to ADDRESS again: it finds out which of them has the ledger, and finishes":
      "das Kontobuch wurde gerade von %1 in eine Datenbank verlegt, als das unterbrochen wurde. Geben Sie dasselbe payd ledger copy --to ADRESSE noch einmal ein: Es findet heraus, wer das Kontobuch hat, und bringt es zu Ende",
    "the ledger was moved from %1 to another place by payd ledger copy, and goes on there. Change `ledger` in the configuration, or end this payd for good: two ledgers of one wallet could pay the same twice":
      "das Kontobuch wurde mit payd ledger copy von %1 an einen anderen Ort verlegt und geht dort weiter. Ändern Sie `ledger` in der Konfiguration, oder beenden Sie dieses payd für immer: Zwei Kontobücher einer Wallet könnten dasselbe zweimal zahlen",
    "the newest block of %1 is %2 hours old by this clock":
      "der neueste Block von %1 ist nach dieser Uhr %2 Stunden alt",
    "the server runs with fsync = off, so payd refuses it":
      "der Server läuft mit fsync = off, deshalb lehnt payd ihn ab",
    "the session bus %1 is there": "der Sitzungsbus %1 ist da",
    "the state folder knows nothing of this ledger: if payd took over now, without having seen another one write, paying would be locked":
      "der Zustandsordner kennt dieses Kontobuch nicht: Übernähme payd jetzt, ohne ein anderes schreiben gesehen zu haben, wäre das Zahlen gesperrt",
    "there are no fonts, so PDF files are unreadable": "es gibt keine Schriften, PDF-Dateien sind also unlesbar",
    "there is no file, so payd would offer made-up money only": "es gibt keine Datei, payd böte also nur Spielgeld an",
    "there is no session bus, so no keyring can be asked":
      "es gibt keinen Sitzungsbus, also ist kein Schlüsselbund erreichbar",
    "there is no session bus, so questions are shown at the console only":
      "es gibt keinen Sitzungsbus, deshalb erscheinen Fragen nur in der Konsole",
    "this clock is %1 seconds ahead of that of the database's server, by which payd goes then":
      "diese Uhr geht der des Datenbankservers, nach der sich payd dann richtet, %1 Sekunden vor",
    "this clock is %1 seconds behind that of the database's server, by which payd goes then":
      "diese Uhr geht der des Datenbankservers, nach der sich payd dann richtet, %1 Sekunden nach",
    "wallet %1": "Wallet %1",
    "you cannot read %1": "Sie können %1 nicht lesen",
  ]
}
