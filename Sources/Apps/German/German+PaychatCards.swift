extension German {
  /// What is said of cards, messages, and what apps want to write.
  static let paychatCards: KeyValuePairs<String, String> = [
    " (edited)": " (bearbeitet)",
    "%1 (says it is %2) wants to write to %3": "%1 (nennt sich %2) möchte an %3 schreiben",
    "%1 (says it is %2) wants to write to %3 about card %4": "%1 (nennt sich %2) möchte wegen Karte %4 an %3 schreiben",
    "%1 asks %2 for": "%1 bittet %2 um",
    "%1 asks you for": "%1 bittet Sie um",
    "%1 cannot be told: %2. It is tried again by itself, or with %3.":
      "%1 kann es nicht erfahren: %2. Es wird von selbst noch einmal versucht, oder mit %3.",
    "%1 cannot be told: you can no longer write there. %2 tries again.":
      "%1 kann es nicht erfahren: Sie können dort nicht mehr schreiben. %2 versucht es noch einmal.",
    "%1 has not got it": "%1 hat es nicht bekommen",
    "%1 more": "%1 weitere",
    "%1 of %2 %3 has come so far": "bisher sind %1 von %2 %3 angekommen",
    "%1 offers %2": "%1 bietet %2",
    "%1 offers you": "%1 bietet Ihnen",
    "%1 removed the message": "%1 hat die Nachricht entfernt",
    "%1 says it is paid; your wallet has not seen it yet": "laut %1 ist gezahlt; Ihre Wallet hat es noch nicht gesehen",
    "%1 says it was received; your wallet has paid nothing":
      "laut %1 ist es angekommen; Ihre Wallet hat nichts gezahlt",
    "%1 says that it failed": "laut %1 ist es fehlgeschlagen",
    "%1 was not asked: the message is longer than the chat carries%2, and is not tried again. %3, and make a card with a shorter note or fewer prices.":
      "%1 wurde nicht gefragt: Die Nachricht ist länger, als der Chat überträgt%2, und wird nicht noch einmal versucht. Geben Sie %3 ein, und machen Sie eine Karte mit kürzerer Notiz oder weniger Preisen.",
    "%1 was not told yet: %2.": "%1 hat es noch nicht erfahren: %2.",
    "%1 was not told: %2. %3 sends it anew.": "%1 hat es nicht erfahren: %2. %3 sendet es noch einmal.",
    "%1 was not told: the message is longer than the chat carries%2, and is not tried again. Tell %3 in words of your own.":
      "%1 hat es nicht erfahren: Die Nachricht ist länger, als der Chat überträgt%2, und wird nicht noch einmal versucht. Sagen Sie es %3 in eigenen Worten.",
    "%1%2 has taken a message back": "%1%2 hat eine Nachricht zurückgenommen",
    "%1%2 have taken a message back": "%1%2 haben eine Nachricht zurückgenommen",
    "%1%2 send %3: %4%5": "%1%2 senden %3: %4%5",
    "%1%2 sends %3: %4%5": "%1%2 sendet %3: %4%5",
    "%1, %2 bytes": "%1, %2 Bytes",
    "Accepted": "Angenommen",
    "Another app says that it is the same, and has another key: only one of the two can be what it says. See /apps.":
      "Eine andere App sagt, sie sei dieselbe, und hat einen anderen Schlüssel: Nur eine von beiden kann sein, was sie sagt. Siehe /apps.",
    "Another wallet may have paid this; the present one is not asked, so that nothing is paid twice. Connect that wallet again (--provider), or decline this there.":
      "Vielleicht hat eine andere Wallet das gezahlt; die jetzige wird nicht gefragt, damit nichts doppelt gezahlt wird. Verbinden Sie jene Wallet wieder (--provider), oder lehnen Sie dort ab.",
    "Cancelled": "Zurückgezogen",
    "Declined": "Abgelehnt",
    "Expired": "Abgelaufen",
    "Expired · you did not answer in time": "Abgelaufen · Sie haben nicht rechtzeitig geantwortet",
    "Failed": "Fehlgeschlagen",
    "Failed · the chat refused it": "Fehlgeschlagen · der Chat hat sie abgelehnt",
    "If you want that, type the six digits that it shows: /pair CODE — otherwise: /pair no":
      "Wenn Sie das wollen, geben Sie die sechs Ziffern ein, die sie zeigt: /pair CODE — sonst: /pair no",
    "It is not known whether %1 was told. %2 sends it anew, which changes nothing else.":
      "Es ist nicht bekannt, ob %1 es erfahren hat. %2 sendet es noch einmal und ändert sonst nichts.",
    "It is tried again by itself.": "Es wird von selbst noch einmal versucht.",
    "Its owner has set a limit (payd limit), %1.":
      "Der Eigentümer hat ein Limit gesetzt; lassen Sie es ändern (payd limit), %1.",
    "Its owner has set a limit (payd quota), %1.":
      "Der Eigentümer hat eine Grenze gesetzt; lassen Sie sie ändern (payd quota), %1.",
    "Its owner has to let %1 do this (payd grants), %2.":
      "Bitten Sie den Eigentümer, %1 das zu erlauben (payd grants), %2.",
    "Look at payd status, %1.": "Sehen Sie mit payd status nach, %1.",
    "Look at what it sent (payd sends), %1.": "Sehen Sie an, was sie gesendet hat (payd sends), %1.",
    "On its way": "Unterwegs",
    "Paid": "Gezahlt",
    "Received": "Erhalten",
    "Refused · by you": "Abgelehnt · von Ihnen",
    "Sent": "Gesendet",
    "Sent · an answer to this very message will be passed on":
      "Gesendet · eine Antwort auf genau diese Nachricht wird weitergegeben",
    "Sent · their answer was passed on to the app": "Gesendet · die Antwort wurde an die App weitergegeben",
    "Sent · their first answer will be passed on": "Gesendet · die erste Antwort wird weitergegeben",
    "The address is not one that it can pay: ask for another card.":
      "An diese Adresse kann sie nicht zahlen: Bitten Sie um eine andere Karte.",
    "The app %1 (says it is %2%3) wants to send messages for you. You are asked about each.":
      "Die App %1 (nennt sich %2%3) möchte für Sie Nachrichten senden. Sie werden nach jeder gefragt.",
    "The app %1 (says it is %2) does not wait to be let in any more.":
      "Die App %1 (nennt sich %2) wartet nicht mehr darauf, zugelassen zu werden.",
    "The app %1 (says it is %2) was let in.": "Die App %1 (nennt sich %2) ist zugelassen.",
    "The card is in a currency that it does not have: /decline or /cancel it.":
      "Die Karte ist in einer Währung, die sie nicht hat: Lehnen Sie sie mit /decline ab, oder ziehen Sie sie mit /cancel zurück.",
    "Type /retry %1 to try again.": "Geben Sie /retry %1 ein, um es noch einmal zu versuchen.",
    "Unknown · it may have arrived or not; to send it again may send it twice":
      "Unbekannt · vielleicht ist sie angekommen, vielleicht nicht; erneutes Senden kann sie doppelt senden",
    "Unknown · left open by you": "Unbekannt · von Ihnen offengelassen",
    "Unlock it, %1.": "Entsperren Sie sie, %1.",
    "Wait a moment, %1.": "Warten Sie einen Augenblick, %1.",
    "Wait until it has caught up, %1.": "Warten Sie, bis sie aufgeholt hat, %1.",
    "Wait until it has more, %1.": "Warten Sie, bis sie mehr hat, %1.",
    "Waiting · for your consent": "Wartet · auf Ihre Zustimmung",
    "Withdrawn · by the app": "Zurückgezogen · von der App",
    "You ask %1 for": "Sie bitten %1 um",
    "You offer %1": "Sie bieten %1",
    "Your wallet does not answer; it is asked again by itself.":
      "Ihre Wallet antwortet nicht; sie wird von selbst noch einmal gefragt.",
    "Your wallet says: %1": "Ihre Wallet sagt: %1",
    "Your wallet says: %1 %2": "Ihre Wallet sagt: %1 %2",
    "a message of %1%2 is %3": "eine Nachricht von %1%2: %3",
    "a message of yours%1 is %2": "eine Nachricht von Ihnen%1: %2",
    "a moderator removed the message": "ein Moderator hat die Nachricht entfernt",
    "agreed to on another device of yours, which pays": "auf einem anderen Ihrer Geräte angenommen, das zahlt",
    "as %1 says": "laut %1",
    "as another device of yours says": "laut einem anderen Ihrer Geräte",
    "asking your wallet to pay": "Ihre Wallet wird um die Zahlung gebeten",
    "by %1": "von %1",
    "by you": "von Ihnen",
    "edited": "bearbeitet",
    "file": "Datei",
    "file f%1": "Datei f%1",
    "gone": "nicht mehr da",
    "in the group %1, where others read it too: %2": "in der Gruppe %1, wo andere mitlesen: %2",
    "nobody has paid in time": "niemand hat rechtzeitig gezahlt",
    "not delivered yet: %1": "noch nicht zugestellt: %1",
    "not delivered: %1": "nicht zugestellt: %1",
    "not known whether %1 has got it": "unbekannt, ob %1 es bekommen hat",
    "not sent yet": "noch nicht gesendet",
    "on its way to %1": "unterwegs zu %1",
    "removed by %1": "von %1 entfernt",
    "removed by a moderator": "von einem Moderator entfernt",
    "removed by you": "von Ihnen entfernt",
    "somebody": "jemanden",
    "the card is dated ahead of your clock: your wallet cannot make an address yet":
      "die Karte ist Ihrer Uhr voraus: Ihre Wallet kann noch keine Adresse machen",
    "the card is dated ahead of your clock: your wallet cannot pay it yet":
      "die Karte ist Ihrer Uhr voraus: Ihre Wallet kann sie noch nicht zahlen",
    "the money is in your wallet": "das Geld ist in Ihrer Wallet",
    "the payment did not go through": "die Zahlung ist nicht zustande gekommen",
    "the payment was cancelled in your wallet, and is not made":
      "die Zahlung wurde in Ihrer Wallet zurückgezogen und wird nicht gemacht",
    "then /retry %1": "und geben Sie dann /retry %1 ein",
    "too long for this chat, and not sent": "zu lang für diesen Chat und nicht gesendet",
    "waiting for %1": "wartet auf %1",
    "waiting for %1's address": "wartet auf die Adresse von %1",
    "waiting for %1's money": "wartet auf das Geld von %1",
    "waiting for your answer": "wartet auf Ihre Antwort",
    "waiting for your wallet": "wartet auf Ihre Wallet",
    "with %1": "mit %1",
    "you accepted; %1": "von Ihnen angenommen; %1",
    "you removed the message": "Sie haben die Nachricht entfernt",
    "your wallet has made no address": "Ihre Wallet hat keine Adresse gemacht",
    "your wallet has not begun to pay": "Ihre Wallet hat noch nicht begonnen zu zahlen",
    "your wallet is making an address": "Ihre Wallet macht eine Adresse",
    "your wallet is paying": "Ihre Wallet zahlt gerade",
    "your wallet is taking the payment back": "Ihre Wallet zieht die Zahlung zurück",
    "your wallet says nothing of the payment": "Ihre Wallet sagt nichts zu der Zahlung",
    "your wallet says that what it saw does not count any more":
      "laut Ihrer Wallet gilt nicht mehr, was sie gesehen hat",
    "your wallet sees it": "Ihre Wallet sieht es",
    "your wallet waits for a block: its coins are in other payments":
      "Ihre Wallet wartet auf einen Block: Ihre Münzen stecken in anderen Zahlungen",
    "your wallet waits for lower fees": "Ihre Wallet wartet auf niedrigere Gebühren",
    "your wallet was not told to pay in time, and does not":
      "Ihre Wallet bekam nicht rechtzeitig ein Ja und zahlt nicht",
    "your wallet's owner has to approve: payd questions":
      "der Eigentümer Ihrer Wallet muss es genehmigen: payd questions",
    "your wallet's owner has to look whether it is paid already: payd sends":
      "der Eigentümer Ihrer Wallet muss nachsehen, ob es schon gezahlt ist: payd sends",
    "your wallet's owner has to unlock it: payd unlock": "der Eigentümer Ihrer Wallet muss sie entsperren: payd unlock",
    "your wallet's owner said no": "der Eigentümer Ihrer Wallet hat nein gesagt",
    "“%1”": "„%1“",
  ]
}
