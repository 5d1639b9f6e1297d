extension German {
  /// What `payd setup` says and asks.
  static let setup: KeyValuePairs<String, String> = [
    " (process %1)": " (Prozess %1)",
    "%1 cannot be moved to %2": "%1 kann nicht nach %2 verschoben werden",
    "%1 cannot be read": "%1 kann nicht gelesen werden",
    "%1 cannot be written: %2": "%1 kann nicht geschrieben werden: %2",
    "%1 has %2, and does not run or answer at %3. To use it, start it and type payd setup again.":
      "%1 hat %2 und läuft nicht oder antwortet nicht unter %3. Um es zu verwenden, starten Sie es, und geben Sie payd setup noch einmal ein.",
    "%1 is written in a way that setup does not change; put this into its list of wallets yourself:\n%2":
      "%1 ist so geschrieben, dass setup es nicht ändert; fügen Sie dies selbst in die Liste der Wallets ein:\n%2",
    "%1 refuses: the name is taken, or the file or its password is wrong; its log says more.":
      "%1 lehnt ab: Der Name ist vergeben, oder die Datei oder ihr Passwort ist falsch; sein Protokoll sagt mehr.",
    "%1: %2%3 at %4%5": "%1: %2%3 unter %4%5",
    ", as %1 says": ", laut %1",
    ", wallet %1": ", Wallet %1",
    "; start it with --wallet-dir or --wallet-file": "; starten Sie es mit --wallet-dir oder --wallet-file",
    "Begin with made-up money, to try it out?": "Mit Spielgeld beginnen, um es auszuprobieren?",
    "In another terminal, type payctl invoice %1 0.01. The first time it shows six digits; type them here, in the console.":
      "Geben Sie in einem anderen Terminal payctl invoice %1 0.01 ein. Beim ersten Mal zeigt es sechs Ziffern; geben Sie sie hier in der Konsole ein.",
    "It is http-password in .phoenix/phoenix.conf, in the home folder of the user as whom it runs.":
      "Es ist http-password in .phoenix/phoenix.conf im Heimatordner des Benutzers, unter dem es läuft.",
    "It is in the configuration, and stays there.": "Sie steht in der Konfiguration und bleibt dort.",
    "It is kept as %1.": "Es ist als %1 aufgehoben.",
    "It may run as another user, whose files you cannot read. Any user and password that it takes will do: those of rpcuser and rpcpassword in its configuration, or a pair that you add to it with rpcauth.":
      "Vielleicht läuft es als anderer Benutzer, dessen Dateien Sie nicht lesen können. Jeder Benutzer mit Passwort, den es annimmt, genügt: rpcuser und rpcpassword aus seiner Konfiguration oder ein Paar, das Sie mit rpcauth hinzufügen.",
    "Keep it as %1, and begin a new one?": "Es als %1 behalten und ein neues beginnen?",
    "Looking for wallets on this machine …": "Suche nach Wallets auf diesem Rechner …",
    "Name of its file": "Name ihrer Datei",
    "No wallet runs here that payd can use. For real money, start one and type payd setup again: Litecoin Core (litecoind), Bitcoin Core (bitcoind), electrum daemon, a Lightning node (lightningd, lnd, phoenixd), or monerod with monero-wallet-rpc --wallet-dir FOLDER --rpc-bind-port 18083.":
      "Hier läuft keine Wallet, die payd verwenden kann. Für echtes Geld starten Sie eine, und geben Sie payd setup noch einmal ein: Litecoin Core (litecoind), Bitcoin Core (bitcoind), electrum daemon, einen Lightning-Knoten (lightningd, lnd, phoenixd) oder monerod mit monero-wallet-rpc --wallet-dir ORDNER --rpc-bind-port 18083.",
    "Nothing changes in %1.": "In %1 ändert sich nichts.",
    "Only you can read it. You are asked for every payment; payd limit gives an app an amount of its own.":
      "Nur Sie können sie lesen. Sie werden nach jeder Zahlung gefragt; payd limit gibt einer App einen eigenen Betrag.",
    "Open the console?": "Die Konsole öffnen?",
    "Password": "Passwort",
    "Password of the file": "Passwort der Datei",
    "Start it with: payd run": "Starten Sie es mit: payd run",
    "Start payd now?": "payd jetzt starten?",
    "That did not work: %1": "Das ging nicht: %1",
    "The new wallet %1 has no passphrase. Whoever has its file has its money, and a backup of payd does not contain it: %2 -rpcwallet=%3 backupwallet FILE":
      "Die neue Wallet %1 hat keine Passphrase. Wer ihre Datei hat, hat ihr Geld, und eine Sicherung von payd enthält sie nicht: %2 -rpcwallet=%3 backupwallet DATEI",
    "This is the new %1:": "Das ist die neue Datei %1:",
    "This would change in the %1:": "Das würde sich in %1 ändern:",
    "Type its user and password?": "Benutzer und Passwort eingeben?",
    "Use this wallet for %1?": "Diese Wallet für %1 verwenden?",
    "What is to be done?": "Was soll geschehen?",
    "Which one?": "Welche?",
    "Without a question it is not used, since another person runs it.":
      "Ohne Rückfrage wird sie nicht verwendet, da eine andere Person sie betreibt.",
    "Write it?": "Schreiben?",
    "at %1 a program of %2 listens, which is not this one; nothing was sent to it":
      "unter %1 lauscht ein Programm von %2, das nicht dieses ist; es wurde nichts dorthin gesendet",
    "does not answer": "antwortet nicht",
    "http-password of %1": "http-password von %1",
    "it is not known whose program listens at %1; nothing was sent to it":
      "es ist nicht bekannt, wessen Programm unter %1 lauscht; es wurde nichts dorthin gesendet",
    "load %1": "%1 laden",
    "make a new one": "eine neue anlegen",
    "make a new one, \"payport\"": "eine neue anlegen, \"payport\"",
    "monero-wallet-rpc has %1 open until it ends. From then on start it with --wallet-file in place of --wallet-dir, so that payd finds it open. Keep the wallet's seed: a backup of payd does not contain it.":
      "monero-wallet-rpc hat %1 geöffnet, bis es endet. Starten Sie es danach mit --wallet-file statt --wallet-dir, damit payd sie geöffnet findet. Bewahren Sie den Seed der Wallet auf: Eine Sicherung von payd enthält ihn nicht.",
    "monerod runs, and no wallet beside it. For Monero, start one: monero-wallet-rpc --wallet-dir FOLDER --rpc-bind-port 18083":
      "monerod läuft, aber keine Wallet daneben. Für Monero starten Sie eine: monero-wallet-rpc --wallet-dir ORDNER --rpc-bind-port 18083",
    "none of them": "keine davon",
    "nothing listens at %1; if it has just started, try again in a moment":
      "unter %1 lauscht nichts; wenn es eben erst gestartet ist, versuchen Sie es gleich noch einmal",
    "nothing was changed": "nichts wurde geändert",
    "open one": "eine öffnen",
    "payd (process %1) runs, and does not tell which configuration it has; name it with --config, or end it first: payd stop":
      "payd (Prozess %1) läuft und sagt nicht, welche Konfiguration es hat; nennen Sie sie mit --config, oder beenden Sie es zuerst: payd stop",
    "payd did not start": "payd ist nicht gestartet",
    "payd runs (process %1) until payd stop, and writes its log to %2.":
      "payd läuft (Prozess %1) bis payd stop und schreibt sein Protokoll nach %2.",
    "payd runs on with its former wallets until it is started again":
      "payd läuft mit seinen bisherigen Wallets weiter, bis es neu gestartet wird",
    "payd runs with %1, which is the file that is changed.": "payd läuft mit %1; diese Datei wird geändert.",
    "payd runs, and reads its wallets when it starts. Start it again?":
      "payd läuft und liest seine Wallets beim Start. Neu starten?",
    "payd runs, and starts at each login. It ends by payd stop.":
      "payd läuft und startet bei jeder Anmeldung. payd stop beendet es.",
    "payd serves one wallet of each currency, and has one of %1 already.":
      "payd bedient je Währung eine Wallet und hat für %1 schon eine.",
    "rpcuser of %1": "rpcuser von %1",
    "runs as %1": "läuft als %1",
    "setup asks questions at a terminal; in a script, type payd setup --yes":
      "setup stellt Fragen an einem Terminal; in einem Skript geben Sie payd setup --yes ein",
    "systemd did not start it; see: systemctl --user status payport.service":
      "systemd hat es nicht gestartet; siehe: systemctl --user status payport.service",
    "the path of this program is not known": "der Pfad dieses Programms ist nicht bekannt",
    "the system starts no further program": "das System startet kein weiteres Programm",
    "the user of --rpc-login": "der Benutzer von --rpc-login",
    "the wallets are not what they were when they were shown; nothing was changed":
      "die Wallets sind nicht mehr, was sie beim Zeigen waren; nichts wurde geändert",
    "there is no name left beside %1": "neben %1 ist kein Name mehr frei",
    "what payd check has found keeps payd from starting; mend it, and type payd run":
      "was payd check gefunden hat, hindert payd am Start; beheben Sie es, und geben Sie payd run ein",
    "works, and has no wallet loaded": "geht und hat keine Wallet geladen",
    "works, and has no wallet open": "geht und hat keine Wallet geöffnet",
    "works, and has several wallets loaded": "geht und hat mehrere Wallets geladen",
    "works: %1%2%3": "geht: %1%2%3",
  ]
}
