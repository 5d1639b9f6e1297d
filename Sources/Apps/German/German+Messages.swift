extension German {
  /// What the daemon answers where it does not do what was asked.
  static let messages: KeyValuePairs<String, String> = [
    "%1 addresses have names already": "%1 Adressen haben schon Namen",
    "%1 belongs to another network of %2": "%1 gehört zu einem anderen Netz von %2",
    "%1 is not an address of %2": "%1 ist keine Adresse von %2",
    "%1 is not an amount of %2, which has at most %3 decimals":
      "%1 ist kein Betrag in %2, der höchstens %3 Nachkommastellen hat",
    "%1 is not configured any more": "%1 ist nicht mehr eingerichtet",
    "%1 must be a whole number from 0 to 1000000000": "%1 muss eine ganze Zahl von 0 bis 1000000000 sein",
    "PINs of fewer than six digits, or other characters, are refused":
      "PINs mit weniger als sechs Ziffern oder anderen Zeichen werden abgelehnt",
    "a PIN has at most %1 bytes": "eine PIN hat höchstens %1 Bytes",
    "a description has at most %1 characters": "eine Beschreibung hat höchstens %1 Zeichen",
    "a name has at most 64 characters, and no control characters":
      "ein Name hat höchstens 64 Zeichen und keine Steuerzeichen",
    "a period is day, week or month, not %1": "ein Zeitraum ist day, week oder month, nicht %1",
    "add the six digits that the app shows": "geben Sie die sechs Ziffern an, die die App zeigt",
    "always takes AMOUNT/day, AMOUNT/week or AMOUNT/month, such as 1.5/week":
      "--always verlangt BETRAG/day, BETRAG/week oder BETRAG/month, etwa 1.5/week",
    "an address has no spaces, and 8 to 128 characters": "eine Adresse hat keine Leerzeichen und 8 bis 128 Zeichen",
    "an amount is a decimal such as 0.5": "ein Betrag ist eine Dezimalzahl wie 0.5",
    "an amount of %1 has at most %2 decimals": "ein Betrag in %1 hat höchstens %2 Nachkommastellen",
    "an amount of %1 is a decimal with at most %2 places, such as 0.5":
      "ein Betrag in %1 ist eine Dezimalzahl mit höchstens %2 Stellen, etwa 0.5",
    "an order has one payment": "ein Auftrag hat eine Zahlung",
    "give the transaction's id, or its first characters": "nennen Sie die ID der Transaktion oder ihre ersten Zeichen",
    "it is not the payment that was shown": "es ist nicht die Zahlung, die gezeigt wurde",
    "it is signed: only sending its coins back ends it for certain, by abandoning it":
      "er ist signiert: Sicher beendet ihn nur, seine Münzen zurückzusenden (payd abandon)",
    "it was not ended: it is now %1; try again in a moment":
      "nicht beendet: Er ist jetzt %1; versuchen Sie es gleich noch einmal",
    "it was not ended: try again in a moment": "nicht beendet: Versuchen Sie es gleich noch einmal",
    "it would cost more than that by now": "es würde inzwischen mehr kosten",
    "its coins are worth less than it would cost to send them back":
      "seine Münzen sind weniger wert, als das Zurücksenden kosten würde",
    "its coins cannot be spent otherwise before the next block; try again after that":
      "seine Münzen können vor dem nächsten Block nicht anders ausgegeben werden; versuchen Sie es danach noch einmal",
    "its time is over": "ihre Zeit ist vorbei",
    "limit must be from 1 to %1": "limit muss von 1 bis %1 sein",
    "no PIN is set": "keine PIN ist gesetzt",
    "no app has asked for this, or it is too long ago; nothing is shown. If you came from an app, ask again there; if not, somebody made this link up":
      "keine App hat danach gefragt, oder es ist zu lange her; nichts wird gezeigt. Kamen Sie aus einer App, fragen Sie dort noch einmal; wenn nicht, hat jemand diesen Link erfunden",
    "no open order has this id": "kein offener Auftrag hat diese ID",
    "no order under this id is open": "kein Auftrag mit dieser ID ist offen",
    "no paired app is called %1": "keine gekoppelte App heißt %1",
    "no payment is called %1": "keine Zahlung heißt %1",
    "no provider answers at %1": "kein payd antwortet unter %1",
    "no provider answers at %1: it belongs to another user":
      "kein payd antwortet unter %1: Es gehört einem anderen Benutzer",
    "no question has the number %1": "keine Frage hat die Nummer %1",
    "no session has this id, or not any more": "keine Verbindung hat diese ID, oder nicht mehr",
    "no wallet of this currency is configured": "keine Wallet dieser Währung ist eingerichtet",
    "nothing waits under this id": "unter dieser ID wartet nichts",
    "paying %1 is stopped: the wallet sent what the ledger does not know":
      "das Zahlen von %1 ist angehalten: Die Wallet hat etwas gesendet, das das Kontobuch nicht kennt",
    "payments without a question need a limit per period": "Zahlungen ohne Rückfrage brauchen ein Limit pro Zeitraum",
    "several apps are called %1; name one by its key": "mehrere Apps heißen %1; nennen Sie eine mit ihrem Schlüssel",
    "several payments are called %1": "mehrere Zahlungen heißen %1",
    "the PIN could not be checked": "die PIN konnte nicht geprüft werden",
    "the PIN could not be hashed; nothing was changed":
      "die PIN konnte nicht verarbeitet werden; nichts wurde geändert",
    "the app is not paired any more": "die App ist nicht mehr gekoppelt",
    "the app that asked for this is not paired any more; nothing is shown":
      "die App, die danach gefragt hat, ist nicht mehr gekoppelt; nichts wird gezeigt",
    "the code that the app shows has six digits; this was not counted as a try":
      "der Code, den die App zeigt, hat sechs Ziffern; das zählt nicht als Versuch",
    "the configuration was not changed: %1": "die Konfiguration wurde nicht geändert: %1",
    "the decision could not be stored; is the disk full?":
      "die Entscheidung konnte nicht gespeichert werden; ist die Platte voll?",
    "the fee has risen: it may be %1 %2 now": "die Gebühr ist gestiegen: Sie kann jetzt %1 %2 betragen",
    "the fee is being asked for again": "die Gebühr wird gerade neu erfragt",
    "the fee must be a decimal such as 0.0005": "die Gebühr muss eine Dezimalzahl wie 0.0005 sein",
    "the fee that was shown is out of date": "die gezeigte Gebühr ist veraltet",
    "the invoice is not known any more": "die Rechnung ist nicht mehr bekannt",
    "the largest fee must be an amount such as 0.001, with at most %1 decimals":
      "die größte Gebühr muss ein Betrag wie 0.001 sein, mit höchstens %1 Nachkommastellen",
    "the limit of one payment of this app is %1, fee included. The payment still waits":
      "das Limit dieser App für eine Zahlung ist %1, Gebühr eingeschlossen. Die Zahlung wartet weiter",
    "the limit of this app allows no further payment until %1, fee included. The payment still waits":
      "das Limit dieser App erlaubt bis %1 keine weitere Zahlung, Gebühr eingeschlossen. Die Zahlung wartet weiter",
    "the limit of this app allows no further payment, fee included. The payment still waits":
      "das Limit dieser App erlaubt keine weitere Zahlung, Gebühr eingeschlossen. Die Zahlung wartet weiter",
    "the limit of this app for this recipient leaves %1 until %2, fee included. The payment still waits":
      "das Limit dieser App für diesen Empfänger lässt bis %2 noch %1 zu, Gebühr eingeschlossen. Die Zahlung wartet weiter",
    "the limit of this app for this recipient leaves %1, fee included. The payment still waits":
      "das Limit dieser App für diesen Empfänger lässt noch %1 zu, Gebühr eingeschlossen. Die Zahlung wartet weiter",
    "the limit of this app leaves %1 until %2, fee included. The payment still waits":
      "das Limit dieser App lässt bis %2 noch %1 zu, Gebühr eingeschlossen. Die Zahlung wartet weiter",
    "the limit of this app leaves %1, fee included. The payment still waits":
      "das Limit dieser App lässt noch %1 zu, Gebühr eingeschlossen. Die Zahlung wartet weiter",
    "the limits of this app were changed in this moment; look, and try again":
      "die Limits dieser App wurden gerade geändert; sehen Sie nach, und versuchen Sie es noch einmal",
    "the network has this payment: it cannot be ended any more, only hurried while it waits for a block, by a higher fee in the wallet itself":
      "das Netz hat diese Zahlung: Sie kann nicht mehr beendet werden, nur beschleunigt, solange sie auf einen Block wartet, durch eine höhere Gebühr in der Wallet selbst",
    "the number of payments must be a whole number, or none":
      "die Zahl der Zahlungen muss eine ganze Zahl oder none sein",
    "the number of payments must not be negative": "die Zahl der Zahlungen darf nicht negativ sein",
    "the payment is not known any more": "die Zahlung ist nicht mehr bekannt",
    "the program at %1 belongs to another user; nothing was sent":
      "das Programm unter %1 gehört einem anderen Benutzer; nichts wurde gesendet",
    "the provider closed the connection": "payd hat die Verbindung geschlossen",
    "the provider did not answer in time": "payd hat nicht rechtzeitig geantwortet",
    "the time at which the grant ends must be a moment to come": "das Ende der Erlaubnis muss in der Zukunft liegen",
    "the wallet does not answer; try again later": "die Wallet antwortet nicht; versuchen Sie es später noch einmal",
    "the wallet does not answer; try again when it does":
      "die Wallet antwortet nicht; versuchen Sie es noch einmal, wenn sie antwortet",
    "the wallet does not have this transaction any more, or it does not pay that":
      "die Wallet hat diese Transaktion nicht mehr, oder sie bezahlt das nicht",
    "the wallet has no currency %1": "die Wallet hat keine Währung %1",
    "the wallet has not enough for this payment; it still waits, and can be approved when there is more":
      "die Wallet hat für diese Zahlung nicht genug; sie wartet weiter und kann genehmigt werden, wenn mehr da ist",
    "the wallet has not told yet what it sent; try again once it is ready":
      "die Wallet hat noch nicht gesagt, was sie gesendet hat; versuchen Sie es noch einmal, sobald sie bereit ist",
    "the wallet is behind the network; try again when it has caught up":
      "die Wallet liegt hinter dem Netz zurück; versuchen Sie es noch einmal, wenn sie aufgeholt hat",
    "the wallet is locked; nothing is paid until you unlock it":
      "die Wallet ist gesperrt; nichts wird gezahlt, bis Sie sie entsperren",
    "the wallet is locked; nothing is sent until you unlock it":
      "die Wallet ist gesperrt; nichts wird gesendet, bis Sie sie entsperren",
    "the wallet itself is locked; unlock it there first":
      "die Wallet selbst ist gesperrt; entsperren Sie sie zuerst dort",
    "the wallet of %1 cannot be reached to check the address":
      "die Wallet für %1 ist nicht erreichbar, um die Adresse zu prüfen",
    "the wallet of %1 pays one recipient in a transaction": "die Wallet für %1 bezahlt einen Empfänger pro Transaktion",
    "the wallet refuses, and nothing is known to be sent; look at the order again":
      "die Wallet lehnt ab, und nichts ist bekanntermaßen gesendet; sehen Sie den Auftrag noch einmal an",
    "there is no wallet for %1": "es gibt keine Wallet für %1",
    "there is nothing to say about this transaction": "zu dieser Transaktion ist nichts zu sagen",
    "these are not the digits that the app shows; %1 tries are left. If they look right to you, somebody may stand between you and the app: deny it":
      "das sind nicht die Ziffern, die die App zeigt; noch %1 Versuche. Wenn sie Ihnen richtig erscheinen, steht vielleicht jemand zwischen Ihnen und der App: Lehnen Sie ab",
    "these are not the digits that the app shows; 1 try is left. If they look right to you, somebody may stand between you and the app: deny it":
      "das sind nicht die Ziffern, die die App zeigt; noch 1 Versuch. Wenn sie Ihnen richtig erscheinen, steht vielleicht jemand zwischen Ihnen und der App: Lehnen Sie ab",
    "this cannot be asked for: %1": "das kann nicht verlangt werden: %1",
    "this is not your PIN": "das ist nicht Ihre PIN",
    "this is the wallet that payd knows; there is nothing to accept":
      "das ist die Wallet, die payd kennt; es gibt nichts anzunehmen",
    "this link is too old; ask again in the app": "dieser Link ist zu alt; fragen Sie in der App noch einmal",
    "this link was opened before, and works once; ask again in the app":
      "dieser Link wurde schon geöffnet und gilt einmal; fragen Sie in der App noch einmal",
    "this needs your PIN": "dafür braucht es Ihre PIN",
    "this order does not wait for a look at what the wallet sent":
      "dieser Auftrag wartet nicht darauf, dass jemand ansieht, was die Wallet gesendet hat",
    "this payment costs %1 %2; allow at least so much": "diese Zahlung kostet %1 %2; erlauben Sie mindestens so viel",
    "this payment has expired: nobody answered in time":
      "diese Zahlung ist abgelaufen: Niemand hat rechtzeitig geantwortet",
    "this payment has failed": "diese Zahlung ist fehlgeschlagen",
    "this payment is not ready for an answer yet": "diese Zahlung ist noch nicht bereit für eine Antwort",
    "this payment may be made already": "diese Zahlung ist vielleicht schon gemacht",
    "this payment was approved already": "diese Zahlung wurde schon genehmigt",
    "this payment was approved already, and is being paid":
      "diese Zahlung wurde schon genehmigt und wird gerade gezahlt",
    "this payment was approved already, and is paid": "diese Zahlung wurde schon genehmigt und ist gezahlt",
    "this payment was cancelled": "diese Zahlung wurde zurückgezogen",
    "this payment was denied already": "diese Zahlung wurde schon abgelehnt",
    "this send does not pay what the order asks for to its address":
      "diese Zahlung der Wallet bezahlt nicht, was der Auftrag verlangt, an seine Adresse",
    "too many addresses wait to be paid; use one of them, or raise unpaid_addresses and open_invoices in the configuration":
      "zu viele Adressen warten auf Geld; nehmen Sie eine davon, oder erhöhen Sie unpaid_addresses und open_invoices in der Konfiguration",
    "too many consoles watch already; end one of them": "zu viele Konsolen sehen schon zu; beenden Sie eine",
    "too many wrong PINs: the next try is in %1": "zu viele falsche PINs: Der nächste Versuch ist in %1",
    "too many wrong codes: pairing is locked until %1; the app must connect again after that":
      "zu viele falsche Codes: Das Koppeln ist gesperrt bis %1; danach muss sich die App neu verbinden",
    "up to %1 a day without asking": "bis zu %1 pro Tag ohne Rückfrage",
    "up to %1 a day without asking, only to recipients that you have approved before":
      "bis zu %1 pro Tag ohne Rückfrage, nur an Empfänger, denen Sie schon etwas genehmigt haben",
    "up to %1 a month without asking": "bis zu %1 pro Monat ohne Rückfrage",
    "up to %1 a month without asking, only to recipients that you have approved before":
      "bis zu %1 pro Monat ohne Rückfrage, nur an Empfänger, denen Sie schon etwas genehmigt haben",
    "up to %1 a week without asking": "bis zu %1 pro Woche ohne Rückfrage",
    "up to %1 a week without asking, only to recipients that you have approved before":
      "bis zu %1 pro Woche ohne Rückfrage, nur an Empfänger, denen Sie schon etwas genehmigt haben",
    "what this app may do was changed in this moment; look, and try again":
      "was diese App darf, wurde gerade geändert; sehen Sie nach, und versuchen Sie es noch einmal",
    "you call another app %1 already": "Sie nennen schon eine andere App %1",
  ]
}
