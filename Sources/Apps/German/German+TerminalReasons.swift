extension German {
  /// Why a request was refused, and what can be done about it. The reasons begin with no noun, since they also stand in brackets.
  static let reasons: KeyValuePairs<String, String> = [
    "A rule of the owner's refuses this.": "Eine Regel des Eigentümers lehnt das ab.",
    "Allow a higher fee, or try later when fees are lower.":
      "Erlauben Sie eine höhere Gebühr, oder versuchen Sie es später, wenn Gebühren niedriger sind.",
    "An earlier request has this id: see what has become of it before you make a new one.":
      "Eine frühere Anfrage hat diese ID: Sehen Sie nach, was aus ihr wurde, bevor Sie eine neue stellen.",
    "Ask for an address of the wallet's own network.": "Bitten Sie um eine Adresse aus dem Netz der Wallet.",
    "Check that the wallet's daemon runs; payd status tells more.":
      "Prüfen Sie, ob das Programm der Wallet läuft; payd status sagt mehr.",
    "Check the address for a missing or wrong character.":
      "Prüfen Sie, ob in der Adresse ein Zeichen fehlt oder falsch ist.",
    "Choose a currency that the wallet serves.": "Wählen Sie eine Währung, die die Wallet hat.",
    "Choose a service that the wallet offers.": "Wählen Sie einen Dienst, den die Wallet anbietet.",
    "Choose an amount that the wallet can handle.": "Wählen Sie einen Betrag, den die Wallet verarbeiten kann.",
    "End another app that uses this key; the owner sees them with payd sessions.":
      "Beenden Sie eine andere App, die diesen Schlüssel verwendet; der Eigentümer sieht sie mit payd sessions.",
    "Events after the cursor were dropped: list what there is, then subscribe from the newest.":
      "Die Ereignisse nach dem Cursor sind weg: Listen Sie auf, was es gibt, und folgen Sie dann vom neuesten an.",
    "If that was a mistake, connect again, after a minute at the earliest.":
      "Wenn das ein Versehen war, verbinden Sie sich noch einmal, frühestens nach einer Minute.",
    "Invalid Request": "Ungültige Anfrage",
    "It cannot be cancelled any more.": "Es kann nicht mehr zurückgezogen werden.",
    "It is kept for some minutes only: ask for it again.":
      "Das wird nur einige Minuten aufbewahrt: Fragen Sie noch einmal danach.",
    "Leave decimal places away; nothing is rounded for you.":
      "Lassen Sie Nachkommastellen weg; für Sie wird nichts gerundet.",
    "Let some invoices end or be paid; the owner sees and raises it with payd quota.":
      "Lassen Sie einige Rechnungen enden oder bezahlt werden; der Eigentümer sieht und erhöht das mit payd quota.",
    "Look at the list of this app's own.": "Sehen Sie in der Liste nach, was diese App hat.",
    "Look at what it has become instead.": "Sehen Sie nach, was stattdessen daraus wurde.",
    "Make a new request with more time.": "Stellen Sie eine neue Anfrage mit mehr Zeit.",
    "Make room on the provider's disk, then try again; nothing was done.":
      "Schaffen Sie Platz auf der Platte des Anbieters, und versuchen Sie es dann noch einmal; nichts wurde getan.",
    "Name a shorter period, or one currency.": "Nennen Sie einen kürzeren Zeitraum oder eine Währung.",
    "Nothing was paid by it; order again with a new request.":
      "Damit wurde nichts gezahlt; geben Sie den Auftrag mit einer neuen Anfrage noch einmal.",
    "Nothing was paid yet that could be proven.": "Noch wurde nichts gezahlt, was sich beweisen ließe.",
    "Nothing was paid; try later with a new request, or ask for an address instead.":
      "Nichts wurde gezahlt; versuchen Sie es später mit einer neuen Anfrage, oder bitten Sie stattdessen um eine Adresse.",
    "Only keys of the wallet sign, and only for addresses that have a single one.":
      "Nur Schlüssel der Wallet signieren, und nur für Adressen mit einem einzigen.",
    "Only payments that were settled in the chat have a person behind them.":
      "Nur hinter Zahlungen, die im Chat abgemacht wurden, steht eine Person.",
    "Only the owner can change that, in payd's configuration.":
      "Nur der Eigentümer kann das ändern, in der Konfiguration von payd.",
    "Parse error": "Nicht lesbar",
    "Pay less, or wait until the wallet has more; the fee counts too.":
      "Zahlen Sie weniger, oder warten Sie, bis die Wallet mehr hat; die Gebühr zählt mit.",
    "Pay less; the owner can raise the limit with payd limit.":
      "Zahlen Sie weniger; der Eigentümer kann das Limit mit payd limit erhöhen.",
    "Put the file into the app's folder again, and announce what is in it.":
      "Legen Sie die Datei noch einmal in den Ordner der App, und kündigen Sie an, was darin ist.",
    "Remove messages that are not needed any more.": "Entfernen Sie Nachrichten, die nicht mehr gebraucht werden.",
    "See payd status and payd's log.": "Sehen Sie payd status und das Protokoll von payd an.",
    "See the pointer and the rule for what to change.": "Was zu ändern ist, sagen die Stelle und die Regel.",
    "Send the message without files.": "Senden Sie die Nachricht ohne Dateien.",
    "The address belongs to another network.": "Die Adresse gehört zu einem anderen Netz.",
    "The amount has more decimal places than the currency.": "Der Betrag hat mehr Nachkommastellen als die Währung.",
    "The amount is outside of the range that can be handled.":
      "Der Betrag ist kleiner oder größer, als es möglich ist.",
    "The app has had made for it what the owner allows.":
      "Die App hat schon so viel anlegen lassen, wie der Eigentümer erlaubt.",
    "The app has to ask for it in its manifest, and the owner has to allow it, with payd grant.":
      "Die App muss in ihrem Manifest darum bitten, und der Eigentümer muss es mit payd grant erlauben.",
    "The app has too many connections open.": "Die App hat zu viele Verbindungen offen.",
    "The app needs a URL scheme of its own.": "Die App braucht ein eigenes URL-Schema.",
    "The app was not granted the currency.": "Der App wurde diese Währung nicht erlaubt.",
    "The app was not granted the scope.": "Der App wurde dieses Recht nicht gegeben.",
    "The app's messages fill what there is for them: remove some.":
      "Der Platz für die Nachrichten der App ist voll: Entfernen Sie einige.",
    "The callback_scheme of the manifest cannot lead back to an app.":
      "Das callback_scheme im Manifest kann nicht zu einer App zurückführen.",
    "The chat carries no files.": "Der Chat überträgt keine Dateien.",
    "The chat knows nobody behind this payment.": "Der Chat kennt niemanden hinter dieser Zahlung.",
    "The chat may show the reason.": "Der Chat zeigt vielleicht den Grund.",
    "The chat network refused the message.": "Das Chat-Netz hat die Nachricht abgelehnt.",
    "The cursor is none of this provider's.": "Der Cursor ist keiner von diesem Anbieter.",
    "The fee would be above max_fee.": "Die Gebühr läge über max_fee.",
    "The file has another size or digest than the request says.":
      "Die Datei hat eine andere Größe oder Prüfsumme, als die Anfrage sagt.",
    "The file is not in the app's folder, or may not be read.":
      "Die Datei ist nicht im Ordner der App oder darf nicht gelesen werden.",
    "The order or the invoice was paid.": "Der Auftrag oder die Rechnung ist bezahlt.",
    "The order was submitted; its outcome is not known yet.":
      "Der Auftrag ist abgegeben; sein Ausgang ist noch nicht bekannt.",
    "The owner answers with payd questions, payd approve NUMBER and payd deny NUMBER.":
      "Der Eigentümer antwortet mit payd questions, payd approve NUMMER und payd deny NUMMER.",
    "The owner approves with payd approve --code DIGITS.": "Der Eigentümer genehmigt mit payd approve --code ZIFFERN.",
    "The owner can grant more, with payd grant.": "Der Eigentümer kann mit payd grant mehr erlauben.",
    "The owner has not approved this app yet.": "Der Eigentümer hat diese App noch nicht genehmigt.",
    "The owner must look first at what the wallet sent; nothing was done.":
      "Der Eigentümer muss erst ansehen, was die Wallet gesendet hat; nichts wurde getan.",
    "The owner must unlock the wallet, or paying, first.":
      "Der Eigentümer muss erst die Wallet oder das Zahlen entsperren.",
    "The owner must unlock the wallet; then try again.":
      "Der Eigentümer muss die Wallet entsperren; versuchen Sie es dann noch einmal.",
    "The owner refused this app.": "Der Eigentümer hat diese App abgelehnt.",
    "The owner refuses all payments of this app in this currency; only the owner can change that, with payd limit.":
      "Der Eigentümer lehnt alle Zahlungen dieser App in dieser Währung ab; nur er kann das ändern, mit payd limit.",
    "The owner rejected the payment.": "Der Eigentümer hat die Zahlung abgelehnt.",
    "The owner revoked this app.": "Der Eigentümer hat dieser App die Erlaubnis entzogen.",
    "The params do not match the method's schema.": "Die Parameter passen nicht zum Schema der Methode.",
    "The payment did not reach the recipient.": "Die Zahlung hat den Empfänger nicht erreicht.",
    "The period has too many payments for one statement.": "Der Zeitraum hat für einen Auszug zu viele Zahlungen.",
    "The provider cannot reach its ledger at present; nothing was done.":
      "Der Anbieter erreicht sein Kontobuch gerade nicht; nichts wurde getan.",
    "The provider does not serve this currency.": "Der Anbieter hat diese Währung nicht.",
    "The provider failed; ask for the outcome by request_id.":
      "Der Anbieter hat versagt; fragen Sie mit request_id nach dem Ausgang.",
    "The provider has no such service.": "Der Anbieter hat keinen solchen Dienst.",
    "The provider is of another version than the app.": "Der Anbieter ist von einer anderen Version als die App.",
    "The provider is stopping; nothing was done.": "Der Anbieter beendet sich gerade; nichts wurde getan.",
    "The provider's disk is full; nothing was done.": "Die Platte des Anbieters ist voll; nichts wurde getan.",
    "The request's expires_at has passed.": "Das expires_at der Anfrage ist vorbei.",
    "The service begins nothing new, or not in the owner's country.":
      "Der Dienst beginnt nichts Neues, oder nicht im Land des Eigentümers.",
    "The transaction can never take effect.": "Die Transaktion kann nie wirksam werden.",
    "The wallet answered something that makes no sense.": "Die Wallet hat etwas Unsinniges geantwortet.",
    "The wallet cannot be reached.": "Die Wallet ist nicht erreichbar.",
    "The wallet cannot make or verify such a proof.":
      "Die Wallet kann einen solchen Nachweis nicht erstellen oder prüfen.",
    "The wallet did not answer in time.": "Die Wallet hat nicht rechtzeitig geantwortet.",
    "The wallet has not enough, fee included.": "Die Wallet hat nicht genug, Gebühr eingeschlossen.",
    "There is no such address of this app.": "Eine solche Adresse dieser App gibt es nicht.",
    "There is no such invoice of this app.": "Eine solche Rechnung dieser App gibt es nicht.",
    "There is no such message of this app.": "Eine solche Nachricht dieser App gibt es nicht.",
    "There is no such method.": "Eine solche Methode gibt es nicht.",
    "There is no such opening of this app any more.":
      "Einen solchen Aufruf der Wallet durch diese App gibt es nicht mehr.",
    "There is no such payment order of this app.": "Einen solchen Zahlungsauftrag dieser App gibt es nicht.",
    "There is no such statement of this app any more.": "Einen solchen Auszug dieser App gibt es nicht mehr.",
    "This does not fit into what the owner allows the app.":
      "Das passt nicht in das, was der Eigentümer der App erlaubt.",
    "This is a fault of the provider or of the app; see payd's log.":
      "Das ist ein Fehler des Anbieters oder der App; siehe das Protokoll von payd.",
    "This is not an address of the currency.": "Das ist keine Adresse dieser Währung.",
    "This request_id was used with other params.": "Diese request_id wurde mit anderen Parametern verwendet.",
    "To ask to be let in again, connect again.": "Um wieder um Zulassung zu bitten, verbinden Sie sich noch einmal.",
    "Too many questions wait for the owner.": "Zu viele Fragen warten auf den Eigentümer.",
    "Too many requests are unanswered.": "Zu viele Anfragen sind unbeantwortet.",
    "Too many requests.": "Zu viele Anfragen.",
    "Too many wrong codes: pairing is locked for a while.":
      "Zu viele falsche Codes: Das Koppeln ist eine Weile gesperrt.",
    "Try again in a moment; the owner sees more in payd's log. Nothing was done.":
      "Versuchen Sie es gleich noch einmal; mehr sieht der Eigentümer im Protokoll von payd. Nichts wurde getan.",
    "Try again when payd is back; nothing was done.":
      "Versuchen Sie es noch einmal, wenn payd wieder da ist; nichts wurde getan.",
    "Wait a moment and try again.": "Warten Sie einen Moment, und versuchen Sie es noch einmal.",
    "Wait for its outcome.": "Warten Sie auf seinen Ausgang.",
    "Wait ten minutes, then connect again.": "Warten Sie zehn Minuten, und verbinden Sie sich dann noch einmal.",
    "Wait until the network has the payment.": "Warten Sie, bis das Netz die Zahlung hat.",
    "Wait until the wallet has caught up.": "Warten Sie, bis die Wallet aufgeholt hat.",
  ]
}
