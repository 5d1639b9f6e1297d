extension German {
  /// What `payd help states` tells.
  static let states: KeyValuePairs<String, String> = [
    "Invoices, which others pay:": "Rechnungen, die andere bezahlen:",
    "Payments that an app asks for:": "Zahlungen, um die eine App bittet:",
    "What has arrived for an invoice:": "Was für eine Rechnung eingegangen ist:",
    "any": "beliebig",
    "approved; it is sent once the owner has unlocked paying":
      "genehmigt; sie wird gesendet, sobald der Eigentümer das Zahlen entsperrt hat",
    "approved; it is sent once the wallet can pay, and so with coins and a lower fee":
      "genehmigt; sie wird gesendet, sobald die Wallet zahlen kann, ebenso bei fehlenden Münzen oder zu hoher Gebühr",
    "how many confirmations it has, of how many are wanted until it counts as paid":
      "wie viele Bestätigungen sie hat, und wie viele es sein sollen, bis sie als bezahlt gilt",
    "it could not be paid, and never will be": "sie konnte nicht bezahlt werden und wird es nie",
    "it may be paid already, so that the owner has to look first":
      "sie kann schon bezahlt sein, deshalb muss der Eigentümer zuerst nachsehen",
    "it was paid, then the network replaced it by something else: the recipient has not got it":
      "sie war bezahlt, dann hat das Netz sie durch etwas anderes ersetzt: Der Empfänger hat sie nicht bekommen",
    "it was sent, and the wallet does not say any more what became of it; nothing is paid again":
      "sie wurde gesendet, und die Wallet sagt nicht mehr, was daraus wurde; nichts wird noch einmal bezahlt",
    "its time was over before the amount had arrived": "ihre Zeit war um, bevor der Betrag eingegangen war",
    "less than the amount": "weniger als der Betrag",
    "more than the amount": "mehr als der Betrag",
    "no money has been seen": "es wurde kein Geld gesehen",
    "nobody said yes in time; nothing was paid": "niemand hat rechtzeitig Ja gesagt; nichts wurde bezahlt",
    "nothing is paid before the wallet's owner has said yes (payd questions)":
      "nichts wird bezahlt, bevor der Eigentümer der Wallet Ja gesagt hat (payd questions)",
    "order received": "Auftrag angenommen",
    "some of it came after the time was over": "ein Teil kam, als die Zeit um war",
    "the amount": "der Betrag",
    "the amount has arrived, and waits for its confirmations":
      "der Betrag ist eingegangen und wartet auf seine Bestätigungen",
    "the amount has not arrived, and there is still time": "der Betrag ist nicht eingegangen, und es ist noch Zeit",
    "the amount is there, with as many confirmations as were wanted":
      "der Betrag ist da, mit so vielen Bestätigungen wie verlangt",
    "the app took it back": "die App hat sie zurückgezogen",
    "the app took it back before it was sent; nothing was paid":
      "die App hat sie zurückgezogen, bevor sie gesendet wurde; nichts wurde bezahlt",
    "the network has the transaction, which waits for its confirmations":
      "das Netz hat die Transaktion, die auf ihre Bestätigungen wartet",
    "the owner has said no; nothing was paid": "der Eigentümer hat Nein gesagt; nichts wurde bezahlt",
    "the owner, or a limit that the owner has set, has said yes; it is about to be sent":
      "der Eigentümer, oder ein Limit von ihm, hat Ja gesagt; sie wird gleich gesendet",
    "the provider has it, and has asked nobody yet": "payd hat sie und hat noch niemanden gefragt",
    "the transaction has as many confirmations as were wanted":
      "die Transaktion hat so viele Bestätigungen wie verlangt",
    "the wallet is making the transaction": "die Wallet macht die Transaktion",
    "waits: wallet": "wartet: Wallet",
    "what had arrived was taken back by the network": "was eingegangen war, hat das Netz zurückgenommen",
  ]
}
