extension German {
  /// What the chat says by itself, answers, and tells of what failed.
  static let paychatChat: KeyValuePairs<String, String> = [
    "%1 You can chat meanwhile; payments wait.": "%1 Chatten können Sie inzwischen; Zahlungen warten.",
    "%1 after %2 s.": "%1 (nach %2 s).",
    "%1 cannot be written to: %2.": "%1 können Sie nicht schreiben: %2.",
    "%1 carries no files.": "%1 überträgt keine Dateien.",
    "%1 conversations are still being looked through for cards.":
      "%1 Unterhaltungen werden noch nach Karten durchgesehen.",
    "%1 does not answer; what you do with cards is sent when it is back, but no message is.":
      "%1 antwortet nicht; was Sie mit Karten tun, wird gesendet, sobald die Verbindung wieder da ist, Nachrichten aber nicht.",
    "%1 does not have that file any more.": "%1 hat diese Datei nicht mehr.",
    "%1 is gone; what you do with cards is sent when it is back, but no message is.":
      "%1 ist weg; was Sie mit Karten tun, wird gesendet, sobald die Verbindung wieder da ist, Nachrichten aber nicht.",
    "%1 is not connected.": "%1 ist nicht verbunden.",
    "%1 may ask no more.": "%1 darf nicht mehr fragen.",
    "%1 more conversations have news, which /to WHO shows.":
      "In %1 weiteren Unterhaltungen gibt es Neues, das /to WEM zeigt.",
    "%1 tries are left.": "Noch %1 Versuche.",
    "/people shows yours.": "/people zeigt Ihre.",
    "/status tells more.": "/status sagt mehr.",
    "1 conversation is still being looked through for cards.": "1 Unterhaltung wird noch nach Karten durchgesehen.",
    "A card cannot be written down, and nothing is done for it until it can: is the disk full?":
      "Eine Karte kann nicht gespeichert werden, und bis dahin geschieht für sie nichts: Ist die Platte voll?",
    "Another paychat of the same person and device runs already.":
      "Ein anderes paychat derselben Person und desselben Geräts läuft schon.",
    "Apps cannot ask this paychat for anything.": "Apps können dieses paychat um nichts bitten.",
    "CARD": "KARTE",
    "Card %1 is %2 still": "Der Zustand von Karte %1 ist noch %2",
    "Card %1 is %2.": "Der Zustand von Karte %1 ist %2.",
    "Collection%1: %2 of %3 have paid.": "Sammlung%1: %2 von %3 bezahlt.",
    "Good until": "Gültig bis",
    "If that was a mistake: /retry asks again, after a minute at the earliest.":
      "Falls das ein Versehen war: /retry fragt noch einmal, frühestens nach einer Minute.",
    "In your wallet: approved.": "In Ihrer Wallet: genehmigt.",
    "In your wallet: rejected.": "In Ihrer Wallet: abgelehnt.",
    "Is the disk full?": "Ist die Platte voll?",
    "It connects again by itself.": "Er verbindet sich von selbst wieder.",
    "It has one once the card is accepted: /status %1": "Sie hat eine, sobald die Karte angenommen ist: /status %1",
    "It is on its way.": "Sie ist unterwegs.",
    "It was answered before.": "Sie wurde schon beantwortet.",
    "Its time has passed.": "Ihre Zeit ist vorbei.",
    "Later messages of this app go without asking. /apps lists the apps, /revoke N takes it back.":
      "Spätere Nachrichten dieser App gehen ohne Rückfrage. /apps zeigt die Apps, /revoke N nimmt es zurück.",
    "MESSAGES": "NACHRICHTEN",
    "Move it away to begin without.": "Verschieben Sie sie, um ohne sie anzufangen.",
    "N": "NR",
    "Next": "Weiter mit",
    "No app is let in.": "Keine App wird zugelassen.",
    "No app waits to be let in, or several do.": "Keine App wartet darauf, zugelassen zu werden, oder mehrere.",
    "No app wants anything delivered": "Keine App möchte etwas zustellen lassen",
    "No app wants to be let in": "Keine App möchte zugelassen werden",
    "No app was let in.": "Keine App ist zugelassen.",
    "No card is open. /status lists all.": "Keine Karte ist offen. /status zeigt alle.",
    "No message said that": "Keine Nachricht hat das gesagt",
    "No program opens links of the wallet here.": "Kein Programm öffnet hier Links der Wallet.",
    "Not sent: %1": "Nicht gesendet: %1",
    "Nothing is done for a card that is not written down. See the folder that --state names.":
      "Für eine Karte, die nicht gespeichert ist, geschieht nichts. Prüfen Sie den Ordner, den --state nennt.",
    "Nothing was sent: %1.": "Nichts wurde gesendet: %1.",
    "One try is left.": "Noch ein Versuch.",
    "Pays to": "Zahlt an",
    "Perhaps not sent: %1": "Vielleicht nicht gesendet: %1",
    "Problem": "Problem",
    "Saved: %1, %2. It was not checked: open it only if you expect it.":
      "Gespeichert: %1, %2. Die Datei wurde nicht geprüft: Öffnen Sie sie nur, wenn Sie sie erwarten.",
    "Shorten the note.": "Kürzen Sie die Notiz.",
    "Shorten what you have written.": "Kürzen Sie, was Sie geschrieben haben.",
    "That cannot be written down, and was not done.": "Das kann nicht gespeichert werden und ist nicht geschehen.",
    "That is a payment card which a newer paychat can use.":
      "Das ist eine Zahlungskarte, die ein neueres paychat verwenden kann.",
    "That is a payment card which is dated too far ahead of this machine's clock to be used.":
      "Das ist eine Zahlungskarte, deren Datum der Uhr dieses Rechners zu weit voraus ist, um sie zu verwenden.",
    "That message is gone.": "Diese Nachricht ist nicht mehr da.",
    "That was sent as a message. The command is /%1": "Das wurde als Nachricht gesendet. Der Befehl ist /%1",
    "The app is let in. You are asked about each of its messages.":
      "Die App ist zugelassen. Sie werden nach jeder ihrer Nachrichten gefragt.",
    "The app shows another code.": "Die App zeigt einen anderen Code.",
    "The card is too long.": "Die Karte ist zu lang.",
    "The cards cannot be kept: %1 (%2).": "Die Karten können nicht aufbewahrt werden: %1 (%2).",
    "The chat answered something that makes no sense.": "Der Chat hat etwas Unsinniges geantwortet.",
    "The chat is connected again.": "Der Chat ist wieder verbunden.",
    "The chat is not connected now; whether that was sent is not known.":
      "Der Chat ist jetzt nicht verbunden; ob das gesendet wurde, ist nicht bekannt.",
    "The chat says: %1.": "Der Chat sagt: %1.",
    "The file %1 does not hold a card.": "Die Datei %1 enthält keine Karte.",
    "The key of %1 is forgotten.": "Der Schlüssel von %1 ist vergessen.",
    "The message is longer than the chat carries: %1 bytes.":
      "Die Nachricht ist länger, als der Chat überträgt: %1 Bytes.",
    "The script %1 cannot be read (%2).": "Das Skript %1 kann nicht gelesen werden (%2).",
    "There are no cards yet. Such as: %1": "Es gibt noch keine Karten. Zum Beispiel: %1",
    "There is nobody else yet. %1": "Noch ist niemand anderes da. %1",
    "There is still no card %1": "Es gibt noch immer keine Karte %1",
    "To ask to be let in again: /retry.": "Um wieder zugelassen zu werden: /retry.",
    "Too many wrong codes: no app is let in until %1.": "Zu viele falsche Codes: Bis %1 wird keine App zugelassen.",
    "Type it again when that is over; paychat says when.":
      "Geben Sie es noch einmal ein, wenn das vorbei ist; paychat sagt, wann.",
    "Use that one, or say --device NAME for another device.":
      "Verwenden Sie jenes, oder nennen Sie mit --device NAME ein anderes Gerät.",
    "Wait ten minutes, then /retry.": "Warten Sie zehn Minuten, und geben Sie dann /retry ein.",
    "What": "Was",
    "What an app wants cannot be written down, and is not done until it can: is the disk full?":
      "Was eine App möchte, kann nicht gespeichert werden und geschieht bis dahin nicht: Ist die Platte voll?",
    "You are %1 at %2. /help lists the commands.": "Sie sind %1; Netz: %2. /help zeigt die Befehle.",
    "You are in the group %1: /to %2 writes to it.": "Sie sind in der Gruppe %1: /to %2 schreibt ihr.",
    "You are not in that conversation, or not any more.": "Sie sind nicht in dieser Unterhaltung, oder nicht mehr.",
    "You write to %1": "Sie schreiben jetzt an %1",
    "You write to %1: %2.": "Sie schreiben jetzt an %1: %2.",
    "Your wallet has no payment for card %1 yet.": "Ihre Wallet hat noch keine Zahlung für Karte %1.",
    "Your wallet has shown it, and nobody answered there.":
      "Ihre Wallet hat es gezeigt, und niemand hat dort geantwortet.",
    "Your wallet has shown it.": "Ihre Wallet hat es gezeigt.",
    "Your wallet is asked again.": "Ihre Wallet wird noch einmal gefragt.",
    "Your wallet is being looked for.": "Ihre Wallet wird gesucht.",
    "Your wallet is connected: %1.": "Ihre Wallet ist verbunden: %1.",
    "Your wallet is still not connected": "Ihre Wallet ist noch immer nicht verbunden",
    "Your wallet shows it.": "Ihre Wallet zeigt es.",
    "Your wallet's owner has not let paychat in yet: payd questions":
      "Der Eigentümer Ihrer Wallet hat paychat noch nicht zugelassen: payd questions",
    "Your wallet's owner has to let paychat in. At the owner's console:":
      "Der Eigentümer Ihrer Wallet muss paychat zulassen. In der Konsole des Eigentümers:",
    "Your wallet: %1": "Ihre Wallet: %1",
    "always allowed": "immer erlaubt",
    "apps cannot ask for messages: %1": "Apps können nicht um Nachrichten bitten: %1",
    "calls themselves %1": "nennt sich %1",
    "cannot be written to: %1": "nicht zu erreichen: %1",
    "group of %1": "Gruppe mit %1",
    "one of several with that name: /to %1": "einer von mehreren mit diesem Namen: /to %1",
    "payctl links install makes payctl do it. At the owner's console: payd questions":
      "Mit payctl links install übernimmt das payctl. In der Konsole des Eigentümers: payd questions",
    "you are asked about each": "Sie werden nach jeder gefragt",
  ]
}
