extension German {
  /// What is wrong with a wallet, and what to do.
  static let wallets: KeyValuePairs<String, String> = [
    " (about %1 %%)": " (etwa %1 %%)",
    " (error %1)": " (Fehler %1)",
    " It could load: %1.": " Ladbar sind: %1.",
    " It has loaded: %1.": " Geladen sind: %1.",
    "%1 answers something that is not understood%2.": "%1 antwortet etwas Unverständliches%2.",
    "%1 at %2": "%1 unter %2",
    "%1 does not allow the call (HTTP status 403).": "%1 erlaubt den Aufruf nicht (HTTP-Status 403).",
    "%1 does not answer in time.": "%1 antwortet nicht rechtzeitig.",
    "%1 does not have the certificate that is expected.": "%1 hat nicht das erwartete Zertifikat.",
    "%1 ended the connection before it had answered.": "%1 hat die Verbindung beendet, ohne zu antworten.",
    "%1 entries of the wallet's list of %2 cannot be read; payd does not see what they stand for. All others are seen.":
      "%1 Einträge in der Liste der Wallet sind nicht lesbar (%2); payd sieht nicht, wofür sie stehen. Alle anderen sieht es.",
    "%1 has more calls to answer than it can.": "%1 hat mehr Aufrufe zu beantworten, als es kann.",
    "%1 has no wallet %2 loaded.": "%1 hat keine Wallet %2 geladen.",
    "%1 has no wallet loaded.": "%1 hat keine Wallet geladen.",
    "%1 has no wallet open.": "%1 hat keine Wallet geöffnet.",
    "%1 has several wallets loaded, and the configuration names none of them: %2.":
      "%1 hat mehrere Wallets geladen, und die Konfiguration nennt keine davon: %2.",
    "%1 is still loading.": "%1 lädt noch.",
    "%1 is version %2; version %3 or later is needed.": "%1 hat Version %2; nötig ist Version %3 oder später.",
    "%1 of the wallet's money is in extension blocks (MWEB); payd cannot pay with it, and does not count it.":
      "%1 vom Geld der Wallet liegen in Erweiterungsblöcken (MWEB); payd kann damit nicht zahlen und zählt sie nicht mit.",
    "%1 reaches no monerod.": "%1 erreicht keinen monerod.",
    "%1 reaches no server.": "%1 erreicht keinen Server.",
    "%1 refuses the credential.": "%1 lehnt das Zugangsmittel ab.",
    "%1 refuses the user name or the password.": "%1 lehnt Benutzername oder Passwort ab.",
    "%1 runs with --restricted-rpc and refuses what is needed.":
      "%1 läuft mit --restricted-rpc und verweigert, was nötig ist.",
    "%1 runs without wallets.": "%1 läuft ohne Wallets.",
    "%1 serves %2, and the configuration says %3.": "%1 bedient %2, und die Konfiguration sagt %3.",
    "1 entry of the wallet's list of %1 cannot be read; payd does not see what it stands for. All others are seen.":
      "1 Eintrag in der Liste der Wallet ist nicht lesbar (%1); payd sieht nicht, wofür er steht. Alle anderen sieht es.",
    "Configure a wallet that has its keys, if it is to pay.":
      "Richten Sie eine Wallet mit ihren Schlüsseln ein, wenn sie zahlen soll.",
    "Correct %1 in %2.": "Berichtigen Sie %1 in %2.",
    "Correct %1 or %2 in %3.": "Berichtigen Sie %1 oder %2 in %3.",
    "Correct account in %1.": "Berichtigen Sie account in %1.",
    "Correct certificate_file or %1 in %2.": "Berichtigen Sie certificate_file oder %1 in %2.",
    "Correct macaroon_file in %1.": "Berichtigen Sie macaroon_file in %1.",
    "Correct user and password in %1: they are %2.": "Berichtigen Sie user und password in %1: Es sind %2.",
    "Create one with: %1 createwallet %2": "Legen Sie eine an mit: %1 createwallet %2",
    "Have the wallet read the chain from before its first payment, as with rescanblockchain or rescan_bc. If it can never know them: payd sends accept CURRENCY":
      "Lassen Sie die Wallet die Kette ab der Zeit vor ihrer ersten Zahlung lesen, etwa mit rescanblockchain oder rescan_bc. Wenn sie sie nie kennen kann: payd sends accept WÄHRUNG",
    "If it was restored from its seed or a backup, have it scan the chain again, and compare its balance.":
      "Wurde sie aus ihrem Seed oder einer Sicherung wiederhergestellt, lassen Sie sie die Kette neu lesen, und vergleichen Sie das Guthaben.",
    "Install a newer %1.": "Installieren Sie eine neuere Version: %1.",
    "It catches up by itself while it has peers, and receives meanwhile. How far it is: %1 getblockchaininfo; its peers: %2 getconnectioncount":
      "Sie holt von selbst auf, solange sie Gegenstellen hat, und empfängt inzwischen. Wie weit sie ist: %1 getblockchaininfo; ihre Gegenstellen: %2 getconnectioncount",
    "It catches up by itself while its monerod has peers: type status at monerod, or: monerod status":
      "Sie holt von selbst auf, solange ihr monerod Gegenstellen hat: Geben Sie status bei monerod ein, oder: monerod status",
    "It catches up by itself while its own daemon does.":
      "Sie holt von selbst auf, solange das Programm es tut, das sie selbst verwendet.",
    "It catches up by itself while its server does. To see which one it asks: electrum getinfo; others: electrum setconfig oneserver false":
      "Sie holt von selbst auf, solange ihr Server es tut. Welchen sie fragt, zeigt: electrum getinfo; andere fragt sie nach: electrum setconfig oneserver false",
    "Load it with: %1 loadwallet %2": "Laden Sie sie mit: %1 loadwallet %2",
    "Load one with: %1 loadwallet %2": "Laden Sie eine mit: %1 loadwallet %2",
    "Look at rpcallowip and rpcwhitelist in the configuration of %1.":
      "Sehen Sie rpcallowip und rpcwhitelist in der Konfiguration von %1 an.",
    "Look in the wallet at what arrived, and compare with: payd payments --incoming. Then look for a newer payd.":
      "Sehen Sie in der Wallet nach, was eingegangen ist, und vergleichen Sie mit: payd payments --incoming. Suchen Sie dann nach einem neueren payd.",
    "Look in the wallet at what it sent, and compare with: payd payments. Then look for a newer payd.":
      "Sehen Sie in der Wallet nach, was sie gesendet hat, und vergleichen Sie mit: payd payments. Suchen Sie dann nach einem neueren payd.",
    "Look whether %1 in %2 is the URL for calls to %3.": "Prüfen Sie, ob %1 in %2 die URL für Aufrufe ist: %3.",
    "Look whether %1 runs and is busy, or correct %2 in %3.":
      "Prüfen Sie, ob %1 läuft und beschäftigt ist, oder berichtigen Sie %2 in %3.",
    "Look whether its programs run and are busy.": "Prüfen Sie, ob ihre Programme laufen und beschäftigt sind.",
    "Look whether this machine is online, and which server is set: electrum getconfig server":
      "Sehen Sie nach, ob dieser Rechner online ist und welcher Server eingestellt ist: electrum getconfig server",
    "Nothing answers at %1: the connection is refused.": "Nichts antwortet unter %1: Die Verbindung wird abgelehnt.",
    "Open it with: electrum load_wallet. If its file is encrypted, name a file with its password as wallet_password_file in %1.":
      "Öffnen Sie sie mit: electrum load_wallet. Ist ihre Datei verschlüsselt, nennen Sie in %1 als wallet_password_file eine Datei mit ihrem Passwort.",
    "Open the wallet that payd used before. If you have replaced it by this one for good: payd sends accept CURRENCY":
      "Öffnen Sie die Wallet, die payd vorher verwendet hat. Haben Sie sie endgültig durch diese ersetzt: payd sends accept WÄHRUNG",
    "Raise rpcworkqueue of %1, or make fewer calls to it.":
      "Erhöhen Sie rpcworkqueue von %1, oder rufen Sie es seltener auf.",
    "Remove disablewallet from the configuration of %1, and start it again.":
      "Entfernen Sie disablewallet aus der Konfiguration von %1, und starten Sie es neu.",
    "Start %1 with --wallet-file, or have it open a wallet with open_wallet.":
      "Starten Sie %1 mit --wallet-file, oder lassen Sie es eine Wallet mit open_wallet öffnen.",
    "Start %1 without --restricted-rpc.": "Starten Sie %1 ohne --restricted-rpc.",
    "Start %1, or correct %2 in %3.": "Starten Sie %1, oder berichtigen Sie %2 in %3.",
    "Start %1, or correct cookie_file in %2. A %3 that has an rpcpassword, as Debian's has, writes no cookie file: write that as password in place of cookie_file, and as user its rpcuser, or nothing where it has none.":
      "Starten Sie %1, oder berichtigen Sie cookie_file in %2. Ein %3 mit rpcpassword, wie das von Debian, schreibt keine Cookie-Datei: Schreiben Sie dieses als password statt cookie_file und als user seinen rpcuser oder nichts, wo es keinen hat.",
    "Start monerod, and %1 with its --daemon-address.": "Starten Sie monerod und %1 mit dessen --daemon-address.",
    "Such a network has no others to hear of; it is up to date once a block is found: %1 -generate 1":
      "Ein solches Netz hat keine anderen, von denen etwas käme; es ist aktuell, sobald ein Block gefunden ist: %1 -generate 1",
    "The cookie file %1 of %2 is missing, or cannot be read.":
      "Die Cookie-Datei %1 von %2 fehlt oder ist nicht lesbar.",
    "The file %1 with the macaroon for %2 is missing, or others can write it.":
      "Die Datei %1 mit dem Macaroon für %2 fehlt, oder andere können sie schreiben.",
    "The wallet": "Die Wallet",
    "The wallet handed out %1 addresses again that this ledger has, as one does that was put back to an older state. None was used twice.":
      "Die Wallet hat %1 Adressen noch einmal vergeben, die dieses Kontobuch hat, wie eine, die auf einen älteren Stand zurückgesetzt wurde. Keine wurde zweimal verwendet.",
    "The wallet handed out 1 address again that this ledger has, as one does that was put back to an older state. None was used twice.":
      "Die Wallet hat 1 Adresse noch einmal vergeben, die dieses Kontobuch hat, wie eine, die auf einen älteren Stand zurückgesetzt wurde. Keine wurde zweimal verwendet.",
    "The wallet has no account %1.": "Die Wallet hat kein Konto %1.",
    "The wallet has no private keys: it receives, and cannot pay.":
      "Die Wallet hat keine privaten Schlüssel: Sie empfängt und kann nicht zahlen.",
    "The wallet has not answered for some seconds.": "Die Wallet hat seit einigen Sekunden nicht geantwortet.",
    "The wallet is behind the network: block %1 of %2%3.":
      "Die Wallet liegt hinter dem Netz zurück: Block %1 von %2%3.",
    "The wallet is encrypted and locked: it receives, and pays nothing.":
      "Die Wallet ist verschlüsselt und gesperrt: Sie empfängt und zahlt nichts.",
    "The wallet is reading blocks%1.": "Die Wallet liest Blöcke%1.",
    "The wallet lacks payments that payd made from it, as a wallet that was restored and has not read the chain. Nothing is paid before it knows them.":
      "Der Wallet fehlen Zahlungen, die payd aus ihr gemacht hat, wie einer wiederhergestellten, die die Kette nicht gelesen hat. Nichts wird gezahlt, bevor sie sie kennt.",
    "The wallet reads the blocks up to %1%2.": "Die Wallet liest die Blöcke bis %1%2.",
    "The wallet was not asked yet.": "Die Wallet wurde noch nicht gefragt.",
    "The wallet's daemon has not caught up with the network yet%1: its newest block is %2, and it has heard of no later one.":
      "Das Programm der Wallet hat das Netz noch nicht eingeholt%1: Sein neuester Block ist %2, und von keinem späteren hat es gehört.",
    "This is not the wallet that payd knows: it has none of the addresses or payments of payd's ledger. Nothing is paid from it, and it gives no addresses to apps.":
      "Das ist nicht die Wallet, die payd kennt: Sie hat keine der Adressen oder Zahlungen aus dem Kontobuch von payd. Aus ihr wird nichts gezahlt, und Apps bekommen keine Adressen von ihr.",
    "To use it, send it to an ordinary address of the wallet: %1 sendtoaddress \"$(%2 getnewaddress '' bech32)\" AMOUNT":
      "Um es zu verwenden, senden Sie es an eine gewöhnliche Adresse der Wallet: %1 sendtoaddress \"$(%2 getnewaddress '' bech32)\" BETRAG",
    "Unlock it in the wallet, as with: %1 -stdinwalletpassphrase walletpassphrase 3600":
      "Entsperren Sie sie in der Wallet selbst, etwa mit: %1 -stdinwalletpassphrase walletpassphrase 3600",
    "Unlock it with: lncli unlock. If there is none yet: lncli create":
      "Entsperren Sie sie mit: lncli unlock. Wenn es noch keine gibt: lncli create",
    "Write one of these names as wallet into %1.": "Schreiben Sie einen dieser Namen als wallet in %1.",
    "Write the name of one of them as wallet into %1.": "Schreiben Sie den Namen einer davon als wallet in %1.",
    "Write the password of the wallet into a file that only you can read, and its path as wallet_password_file into %1.":
      "Schreiben Sie das Passwort der Wallet in eine Datei, die nur Sie lesen können, und deren Pfad als wallet_password_file in %1.",
    "coins": "Münzen",
    "its command line": "seine Befehlszeile",
    "payd pays with the other coins. Look for a newer payd.":
      "payd zahlt mit den anderen Münzen. Suchen Sie nach einem neueren payd.",
    "payments that arrived": "eingegangene Zahlungen",
    "payments that were sent": "gesendete Zahlungen",
    "rpcuser and rpcpassword, or a pair of rpcauth, of %1. Where it has an rpcpassword and no rpcuser, leave user out":
      "rpcuser und rpcpassword oder ein Paar aus rpcauth von %1. Hat es ein rpcpassword und keinen rpcuser, lassen Sie user weg",
    "the wallet": "die Wallet",
    "those of --rpc-login of %1": "die aus --rpc-login von %1",
    "what these commands tell: electrum getconfig rpcuser, electrum getconfig rpcpassword":
      "was diese Befehle sagen: electrum getconfig rpcuser, electrum getconfig rpcpassword",
  ]
}
