extension German {
  /// What `paychat --help` says of commands and their options, and `/help` of what is typed in the chat.
  static let paychatHelp: KeyValuePairs<String, String> = [
    "/accept [N] [CUR] [lightning]": "/accept [N] [WHG] [lightning]",
    "/cancel [N] [REASON]": "/cancel [N] [GRUND]",
    "/collect 90 LTC from bob carol for the boat": "/collect 90 LTC from bob carol for das Boot",
    "/collect AMOUNT CUR from WHO WHO… [for TITLE]": "/collect BETRAG WHG from WEM WEM… [for TITEL]",
    "/decline 1 not today": "/decline 1 heute nicht",
    "/decline [N] [REASON]": "/decline [N] [GRUND]",
    "/group NAME WHO WHO…": "/group NAME WER WER…",
    "/group boat bob carol": "/group Boot bob carol",
    "/help [COMMAND]": "/help [BEFEHL]",
    "/pair CODE, or /pair no": "/pair CODE oder /pair no",
    "/request WHO AMOUNT CUR [or AMOUNT CUR]… [NOTE]": "/request WEN BETRAG WHG [or BETRAG WHG]… [NOTIZ]",
    "/save fN [FOLDER]": "/save fN [ORDNER]",
    "/send WHO AMOUNT CUR [or AMOUNT CUR]… [by lightning] [NOTE]":
      "/send WEM BETRAG WHG [or BETRAG WHG]… [by lightning] [NOTIZ]",
    "/show [N or mN]": "/show [N oder mN]",
    "/to WHO": "/to WEM",
    "/wait N [STATE] [LIMIT]": "/wait N [ZUSTAND] [DAUER]",
    "A message to whom you write to; // begins one with a slash.":
      "Eine Nachricht an den, dem Sie gerade schreiben; // beginnt eine mit einem Schrägstrich.",
    "All about a card, or how everything stands.": "Alles über eine Karte, oder wie alles steht.",
    "Ask somebody to pay you.": "Jemanden bitten, Ihnen etwas zu zahlen.",
    "Begin a conversation of several.": "Eine Unterhaltung zu mehreren beginnen.",
    "Chat with others on this machine, and settle payments in the chat.":
      "Mit anderen auf diesem Rechner chatten und Zahlungen im Chat erledigen.",
    "Deliver badly: so many deliveries wait for each other, to come in any order.":
      "Schlecht zustellen: So viele Zustellungen warten aufeinander und kommen in beliebiger Reihenfolge.",
    "Deliver badly: so many of a hundred are lost.": "Schlecht zustellen: So viele von hundert gehen verloren.",
    "Deliver badly: so many of a hundred come twice.": "Schlecht zustellen: So viele von hundert kommen doppelt.",
    "Divide a sum among several people and ask each for a part.":
      "Eine Summe unter mehreren aufteilen und jeden um einen Teil bitten.",
    "Forget a provider's key: only if its owner tells you that the provider was set up anew.":
      "Den Schlüssel eines payd vergessen: nur wenn der Eigentümer Ihnen sagt, dass es neu eingerichtet wurde.",
    "How the till's key must be kept: file or libsecret.":
      "Wie der Schlüssel der Kasse aufbewahrt sein muss: file oder libsecret.",
    "Its name.": "Sein Name.",
    "Keep the cards of another chat app, which starts this program and exchanges lines with it.":
      "Die Karten einer anderen Chat-App aufbewahren, die dieses Programm startet und Zeilen mit ihm austauscht.",
    "Leave; so does Ctrl-D. What is under way goes on when you are back.":
      "Verlassen; auch mit Strg-D. Was unterwegs ist, geht weiter, wenn Sie wieder da sind.",
    "Let an app in that wants to write to people for you, by the six digits that it shows.":
      "Eine App zulassen, die für Sie anderen schreiben will, mit den sechs Ziffern, die sie zeigt.",
    "Let an app of that list ask no more.": "Eine App dieser Liste nicht mehr fragen lassen.",
    "Let an app write to somebody: this time or always; tell it who they are, or what they answer.":
      "Eine App jemandem schreiben lassen, dieses Mal oder immer; ihr sagen, wer es ist oder was die Antwort ist.",
    "List the purchases of the till, and end.": "Die Käufe der Kasse zeigen und enden.",
    "Offer to pay somebody, who picks one of the currencies.":
      "Jemandem eine Zahlung anbieten; der andere sucht eine der Währungen aus.",
    "Open a card's payment in your wallet itself, where it can be answered, or all payments.":
      "Die Zahlung einer Karte in Ihrer Wallet selbst öffnen, wo sie beantwortet werden kann, oder alle Zahlungen.",
    "Open the chat (what paychat alone does).": "Den Chat öffnen (das tut paychat auch ohne Befehl).",
    "Print a price list to begin with, and end.": "Eine Preisliste für den Anfang ausgeben und enden.",
    "Read a price list, say what is wrong with it, and end.":
      "Eine Preisliste lesen, sagen, was daran falsch ist, und enden.",
    "Read the lines from a file; - is standard input.": "Die Zeilen aus einer Datei lesen; - ist die Standardeingabe.",
    "Repeat what the chat app was asked to send if it has not answered for so long.":
      "Wiederholen, was die Chat-App senden sollte, wenn sie so lange nicht geantwortet hat.",
    "Ring the terminal's bell when somebody orders, pays or writes.":
      "Das Terminal klingeln lassen, wenn jemand bestellt, zahlt oder schreibt.",
    "Run a relay: what the paychats of this machine talk over.":
      "Ein Relay betreiben: worüber die paychats dieses Rechners sprechen.",
    "Say no to a card of somebody else's.": "Nein zur Karte von jemand anderem sagen.",
    "Say no to what an app wants to write, or leave open whether something arrived.":
      "Nein zu dem sagen, was eine App schreiben will, oder offenlassen, ob etwas angekommen ist.",
    "Say yes to a card: to pay it, by Lightning if that can be, or to be paid.":
      "Ja zu einer Karte sagen: um sie zu zahlen, möglichst über Lightning, oder um bezahlt zu werden.",
    "Sell again.": "Wieder verkaufen.",
    "Sell to the people of the chat: they write and tap, the till makes addresses and watches the payments.":
      "Den Leuten im Chat etwas verkaufen: Sie schreiben und tippen, die Kasse macht Adressen und verfolgt die Zahlungen.",
    "Show a card again, or what an app wants to write, or all that is open.":
      "Eine Karte noch einmal zeigen, oder was eine App schreiben will, oder alles, was offen ist.",
    "SimpleX Chat instead, which runs with -p and this port.":
      "Stattdessen SimpleX Chat, das mit -p und diesem Port läuft.",
    "Stop selling; what is open is finished.": "Nichts mehr verkaufen; was offen ist, wird zu Ende gebracht.",
    "Take a card of your own back while it is not paid.":
      "Eine eigene Karte zurückziehen, solange sie nicht gezahlt ist.",
    "The file with the passphrase of the till's sealed key.":
      "Die Datei mit der Passphrase für den versiegelten Schlüssel der Kasse.",
    "The file with the price list.": "Die Datei mit der Preisliste.",
    "The identifier of another chat app, whose cards paychat agent keeps.":
      "Die Kennung einer anderen Chat-App, deren Karten paychat agent aufbewahrt.",
    "This list, or how one command is typed.": "Diese Liste, oder wie ein Befehl eingegeben wird.",
    "Try again what your wallet has refused.": "Noch einmal versuchen, was Ihre Wallet abgelehnt hat.",
    "Wait until there is a card, or until it is accepted, paid, settled…; also /wait message TEXT, /wait app, /wait request.":
      "Warten, bis es eine Karte gibt oder bis sie accepted, paid, settled … ist; auch /wait message TEXT, /wait app, /wait request.",
    "Where keys and cards are kept.": "Wo Schlüssel und Karten aufbewahrt werden.",
    "Where running providers and relays are found.": "Wo laufende payd und Relays zu finden sind.",
    "Which apps were let in.": "Welche Apps zugelassen sind.",
    "Which of your devices this is, where you open several at once.":
      "Welches Ihrer Geräte dies ist, wenn Sie mehrere zugleich öffnen.",
    "Which provider.": "Welches payd.",
    "Which relay, where several run.": "Welches Relay, wenn mehrere laufen.",
    "Which wallet's provider, where several run.": "Welches payd, wenn mehrere laufen.",
    "Who and which groups can be written to.": "Wem Sie schreiben können, und welchen Gruppen.",
    "Write a file that somebody sent into a folder. It is never opened by itself.":
      "Eine Datei, die jemand gesendet hat, in einen Ordner schreiben. Sie wird nie von selbst geöffnet.",
    "Write to somebody else, or to a group, from now on.": "Von jetzt an jemand anderem schreiben, oder einer Gruppe.",
    "Your name in the chat, such as alice.": "Ihr Name im Chat, etwa alice.",
    "the folder in which providers and relays are found": "den Ordner, in dem payd und Relays zu finden sind",
    "the folder of keys and cards": "den Ordner der Schlüssel und Karten",
  ]
}
