extension German {
  /// What `payctl --help` says of commands and their options, and what is wrong with a command line.
  static let payctlHelp: KeyValuePairs<String, String> = [
    "%1 does not go with %2.": "%1 passt nicht zu %2.",
    "%1 takes no more words.": "%1 verlangt keine weiteren Wörter.",
    "%1 takes one file or document.": "%1 verlangt eine Datei oder ein Dokument.",
    "%1. Type help for the commands, quit to leave.": "%1. Geben Sie help für die Befehle ein, quit zum Verlassen.",
    "'%1' is a payment order, which has one transaction: order-status shows it.":
      "'%1' ist ein Zahlungsauftrag, und der hat eine einzige Transaktion: order-status zeigt sie.",
    "'%1' is a payment order: cancel-order withdraws it.":
      "'%1' ist ein Zahlungsauftrag: cancel-order zieht ihn zurück.",
    "'%1' is a payment order: order-status shows it.": "'%1' ist ein Zahlungsauftrag: order-status zeigt ihn.",
    "'%1' is an invoice: cancel-invoice withdraws it.": "'%1' ist eine Rechnung: cancel-invoice zieht sie zurück.",
    "'%1' is an invoice: invoice-status shows it.": "'%1' ist eine Rechnung: invoice-status zeigt sie.",
    "'%1' is neither an order (ord_…) nor an invoice (inv_…).":
      "'%1' ist weder ein Auftrag (ord_…) noch eine Rechnung (inv_…).",
    "'%1' is no currency code, such as LTC.": "'%1' ist kein Währungskürzel wie LTC.",
    "'%1' is no field: write field=value, such as amount=0.5.":
      "'%1' ist kein Feld: Schreiben Sie Feld=Wert, etwa amount=0.5.",
    "--new-passphrase-file is for key seal only.": "--new-passphrase-file ist nur für key seal.",
    "--state names the folder of this app's keys. To list only what is in a state: --only %1":
      "--state nennt den Ordner mit den Schlüsseln dieser App. Um nur zu zeigen, was in einem Zustand ist: --only %1",
    "--transaction goes with prove payment.": "--transaction gehört zu prove payment.",
    "A new file to write the proof to.": "Eine neue Datei, in die der Nachweis geschrieben wird.",
    "A payment URI; or the currency code (such as LTC), the recipient's address, and the amount in the currency's unit.":
      "Eine Zahlungs-URI; oder das Kürzel der Währung (etwa LTC), die Adresse des Empfängers und der Betrag in der Einheit der Währung.",
    "A quote or a backslash at the end is not finished.":
      "Ein Anführungszeichen oder ein umgekehrter Schrägstrich am Ende ist nicht abgeschlossen.",
    "After this it is not sent any more: 90s, 10m, 2h, 1d.": "Danach wird er nicht mehr gesendet: 90s, 10m, 2h, 1d.",
    "An order has one transaction: --transaction goes with an invoice.":
      "Ein Auftrag hat eine einzige Transaktion: --transaction gehört zu einer Rechnung.",
    "Ask a wallet on this machine for addresses, invoices and payments.":
      "Eine Wallet auf diesem Rechner um Adressen, Rechnungen und Zahlungen bitten.",
    "Begin after this event; 0 is before the first one.": "Nach diesem Ereignis beginnen; 0 ist vor dem ersten.",
    "Call a method of the specification as it is on the wire.":
      "Eine Methode der Spezifikation aufrufen, wie sie auf der Leitung ist.",
    "Confirmations that make it settled.": "Mit wie vielen Bestätigungen sie abgeschlossen ist.",
    "Connect to the provider, and pair with it if that is still to be done.":
      "Mit dem Anbieter verbinden und, wenn das noch aussteht, koppeln.",
    "End after so many events.": "Nach so vielen Ereignissen enden.",
    "End the session; with --forget the pairing too.": "Die Sitzung beenden; mit --forget auch die Kopplung.",
    "Follow the changes of invoices and orders until Ctrl-C.":
      "Änderungen von Rechnungen und Aufträgen verfolgen, bis Strg-C.",
    "Forget the provider's key first: only if the owner tells you that the provider was set up anew.":
      "Erst den Schlüssel des Anbieters vergessen: nur wenn der Eigentümer Ihnen sagt, dass der Anbieter neu eingerichtet wurde.",
    "Give a payment URI, or a currency, an address and an amount.":
      "Nennen Sie eine Zahlungs-URI, oder eine Währung, eine Adresse und einen Betrag.",
    "Go on where the page before ended, by its `next`.": "Weitermachen, wo die vorige Seite endete, mit deren `next`.",
    "Have the wallet itself show an order, an invoice or your payments.":
      "Die Wallet selbst einen Auftrag, eine Rechnung oder Ihre Zahlungen zeigen lassen.",
    "How long the payer has: 90s, 10m, 2h, 1d.": "Wie lange der Zahler Zeit hat: 90s, 10m, 2h, 1d.",
    "How long to look for a provider that is gone or busy.":
      "Wie lange ein Anbieter gesucht wird, der weg oder beschäftigt ist.",
    "How the app's key must be kept: file or libsecret.":
      "Wie der Schlüssel der App aufbewahrt sein muss: file oder libsecret.",
    "ID, or CUR ADDRESS, or CUR AMOUNT.": "ID, oder WHG ADRESSE, oder WHG BETRAG.",
    "Is it a payment URI? payctl pay URI pays it, and payctl uri URI only shows what it says.":
      "Ist es eine Zahlungs-URI? payctl pay URI bezahlt sie, und payctl uri URI zeigt nur, was sie sagt.",
    "Leave; so does Ctrl-D. Ctrl-C interrupts a wait or drops the line.":
      "Verlassen; das tut auch Strg-D. Strg-C unterbricht ein Warten oder verwirft die Zeile.",
    "List all transfers of an invoice, newest first.": "Alle Eingänge einer Rechnung zeigen, neueste zuerst.",
    "List the currencies and whether each can be used now.": "Die Währungen zeigen, und ob sie jetzt verwendbar sind.",
    "List the receiving addresses that were handed to this app, newest first.":
      "Die Empfangsadressen zeigen, die diese App bekommen hat, neueste zuerst.",
    "List the services that the wallet offers.": "Die Dienste zeigen, die die Wallet anbietet.",
    "List this app's invoices, newest first.": "Die Rechnungen dieser App zeigen, neueste zuerst.",
    "List this app's payment orders, newest first.": "Die Zahlungsaufträge dieser App zeigen, neueste zuerst.",
    "Make a fresh receiving address, shown with its QR code.":
      "Eine neue Empfangsadresse anlegen und mit QR-Code zeigen.",
    "Make a statement of what this app received and paid in a period.":
      "Eine Aufstellung machen, was diese App in einem Zeitraum empfangen und gezahlt hat.",
    "Make an invoice, shown with its payment URI and QR code.":
      "Eine Rechnung anlegen und mit Zahlungs-URI und QR-Code zeigen.",
    "Make payctl open the wallet's links on this desktop, or no longer.":
      "Links der Wallet auf diesem Desktop mit diesem Programm öffnen lassen, oder nicht mehr.",
    "Make, sign, submit, list and remove requests as files.":
      "Anfragen als Dateien erstellen, signieren, einreichen, auflisten und entfernen.",
    "Name a period.": "Nennen Sie einen Zeitraum.",
    "Name an order (ord_…) or an invoice (inv_…).": "Nennen Sie einen Auftrag (ord_…) oder eine Rechnung (inv_…).",
    "Name the request: %1.": "Nennen Sie die Anfrage: %1.",
    "Only those in this state.": "Nur die in diesem Zustand.",
    "Order a payment; the wallet's owner is asked.":
      "Eine Zahlung in Auftrag geben; der Eigentümer der Wallet wird gefragt.",
    "Pay the Lightning invoice of the URI, and not its address.":
      "Die Lightning-Rechnung der URI bezahlen und nicht ihre Adresse.",
    "Print results and errors as JSON, one document a line.":
      "Ergebnisse und Fehler als JSON ausgeben, ein Dokument pro Zeile.",
    "Print the methods as an OpenRPC document, and end.": "Die Methoden als OpenRPC-Dokument ausgeben und enden.",
    "Prove a payment, an address or reserves without paying.":
      "Eine Zahlung, eine Adresse oder Reserven nachweisen, ohne zu zahlen.",
    "Remove the pairing: the next connection needs the owner again.":
      "Die Kopplung entfernen: Die nächste Verbindung braucht wieder den Eigentümer.",
    "Repeats a cancellation.": "Wiederholt ein Zurückziehen.",
    "Repeats a request.": "Wiederholt eine Anfrage.",
    "Repeats a request: the same id answers the same address.":
      "Wiederholt eine Anfrage: Dieselbe ID ergibt dieselbe Adresse.",
    "Repeats a request: the same id answers the same invoice.":
      "Wiederholt eine Anfrage: Dieselbe ID ergibt dieselbe Rechnung.",
    "Repeats an order: the same id is never paid twice.":
      "Wiederholt einen Auftrag: Dieselbe ID wird nie zweimal bezahlt.",
    "Run a command of the shell, such as !payd questions.": "Einen Befehl der Shell ausführen, etwa !payd questions.",
    "Serve an app in any language, which starts this program and exchanges lines of JSON with it.":
      "Einer App in beliebiger Programmiersprache dienen, die dieses Programm startet und mit ihm JSON-Zeilen austauscht.",
    "Show a payment order; with --wait once its outcome is certain.":
      "Einen Zahlungsauftrag zeigen; mit --wait erst, wenn sein Ausgang sicher ist.",
    "Show an invoice; with --wait once it is settled or expired.":
      "Eine Rechnung zeigen; mit --wait erst, wenn sie abgeschlossen oder abgelaufen ist.",
    "Show or change how payctl's own key is kept.":
      "Zeigen oder ändern, wie der eigene Schlüssel dieses Programms aufbewahrt wird.",
    "Show the least and the most that can be received and paid now.":
      "Zeigen, wie viel sich jetzt mindestens und höchstens empfangen und zahlen lässt.",
    "Show the link, and do not open it or wait.": "Den Link zeigen, und ihn nicht öffnen oder warten.",
    "Show the requests of a service, and how each is filled in.":
      "Die Anfragen eines Dienstes zeigen, und wie jede ausgefüllt wird.",
    "Show what a link of the scheme payport leads to.": "Zeigen, wohin ein Link mit dem Schema payport führt.",
    "Show what a payment URI says, without paying it.": "Zeigen, was eine Zahlungs-URI sagt, ohne sie zu bezahlen.",
    "Show what the wallet holds; never granted by default.":
      "Zeigen, was die Wallet enthält; wird nie von selbst erlaubt.",
    "Show who is connected to whom, and what was granted.": "Zeigen, wer mit wem verbunden ist und was erlaubt wurde.",
    "Tell what a proof in a file shows, whoever made it.":
      "Sagen, was ein Nachweis in einer Datei zeigt, von wem er auch ist.",
    "The amount in the currency's unit, such as 0.5.": "Der Betrag in der Einheit der Währung, etwa 0.5.",
    "The amount is missing: payctl pay %1 %2 AMOUNT": "Der Betrag fehlt: payctl pay %1 %2 BETRAG",
    "The count must be at least 1.": "--count muss mindestens 1 sein.",
    "The currency code, such as LTC.": "Das Kürzel der Währung, etwa LTC.",
    "The currency is missing: payctl pay CUR ADDRESS AMOUNT, such as payctl pay LTC …":
      "Die Währung fehlt: payctl pay WHG ADRESSE BETRAG, etwa payctl pay LTC …",
    "The file with the new passphrase, in place of asking.": "Die Datei mit der neuen Passphrase, statt zu fragen.",
    "The file with the passphrase of the app's sealed key.":
      "Die Datei mit der Passphrase des versiegelten Schlüssels der App.",
    "The file, or - for standard input.": "Die Datei, oder - für die Standardeingabe.",
    "The folder of a catalogue, which has services.yml.": "Der Ordner eines Katalogs, mit services.yml darin.",
    "The invoice (inv_…) or a part of its id, or the UUID of the request that made it.":
      "Die Rechnung (inv_…) oder ein Teil ihrer ID, oder die UUID der Anfrage, mit der sie angelegt wurde.",
    "The largest fee to accept, in the currency's unit.":
      "Die höchste Gebühr, die Sie annehmen, in der Einheit der Währung.",
    "The least that it has to show, instead of what the file says.":
      "Wie viel er mindestens zeigen muss, statt dem, was die Datei sagt.",
    "The limit must be from 1 to 100.": "--limit muss zwischen 1 und 100 liegen.",
    "The lines that were typed before; the arrow keys bring them back.":
      "Die früher eingegebenen Zeilen; die Pfeiltasten holen sie zurück.",
    "The link.": "Der Link.",
    "The method, such as list_currencies.": "Die Methode, etwa list_currencies.",
    "The most rows to show, 1 to 100; 50 unless told.":
      "Wie viele Zeilen höchstens gezeigt werden, 1 bis 100; ohne Angabe 50.",
    "The order (ord_…) or a part of its id, or the UUID of the request that made it.":
      "Der Auftrag (ord_…) oder ein Teil seiner ID, oder die UUID der Anfrage, mit der er gegeben wurde.",
    "The order (ord_…) or the invoice (inv_…); all payments of this app unless named.":
      "Der Auftrag (ord_…) oder die Rechnung (inv_…); ohne Angabe alle Zahlungen dieser App.",
    "The params are no JSON: %1.": "Die Parameter sind kein JSON: %1.",
    "The params must be a JSON object, such as '{}'.": "Die Parameter müssen ein JSON-Objekt sein, etwa '{}'.",
    "The params, a JSON object.": "Die Parameter, ein JSON-Objekt.",
    "The patience must be from 0 to 3600 seconds.": "--patience muss zwischen 0 und 3600 Sekunden liegen.",
    "The payment URI, such as litecoin:…": "Die Zahlungs-URI, etwa litecoin:…",
    "The request and its fields, the file, or the document's name.":
      "Die Anfrage und ihre Felder, die Datei, oder der Name des Dokuments.",
    "The service, such as payments.": "Der Dienst, etwa payments.",
    "The state folder of a wallet; several times where there are several.":
      "Der Zustandsordner einer Wallet; bei mehreren mehrmals.",
    "There is no command %1. Is it %2? help lists them.":
      "Einen Befehl %1 gibt es nicht. Meinen Sie %2? help zeigt alle.",
    "There is no command %1. help lists them.": "Einen Befehl %1 gibt es nicht. help zeigt alle.",
    "There is no command of that name.": "Einen Befehl mit diesem Namen gibt es nicht.",
    "These are in another order than pay wants them. Is it this: payctl pay %1":
      "pay will das in anderer Reihenfolge. Meinen Sie: payctl pay %1",
    "This list, or all about one command; help states: the words for states.":
      "Diese Liste, oder alles über einen Befehl; help states: die Wörter für Zustände.",
    "Type prove address CUR ADDRESS, such as addresses lists.":
      "Geben Sie prove address WHG ADRESSE ein, mit einer Adresse, wie addresses sie zeigt.",
    "Type prove payment ID: an order (ord_…) or an invoice (inv_…), such as orders and invoices list.":
      "Geben Sie prove payment ID ein: einen Auftrag (ord_…) oder eine Rechnung (inv_…), wie orders und invoices sie zeigen.",
    "Type prove reserve CUR AMOUNT.": "Geben Sie prove reserve WHG BETRAG ein.",
    "Wait for Enter where there is something to read, so that a window that was opened for it stays.":
      "Auf die Eingabetaste warten, wenn es etwas zu lesen gibt, damit ein dafür geöffnetes Fenster bleibt.",
    "Wait until it is confirmed, or certain not to be paid.":
      "Warten, bis er bestätigt ist oder sicher nicht bezahlt wird.",
    "Wait until it is confirmed, or certain not to be paid; Ctrl-C only ends the wait.":
      "Warten, bis er bestätigt ist oder sicher nicht bezahlt wird; Strg-C beendet nur das Warten.",
    "Wait until it is settled or expired; Ctrl-C only ends the wait.":
      "Warten, bis sie abgeschlossen oder abgelaufen ist; Strg-C beendet nur das Warten.",
    "What it is for, kept with it.": "Wofür sie ist; wird mit ihr aufbewahrt.",
    "What it is for; the owner sees it. It replaces what a URI says.":
      "Wofür er ist; der Eigentümer sieht es. Es ersetzt, was eine URI sagt.",
    "What it is for; the payer may see it.": "Wofür sie ist; der Zahler kann es sehen.",
    "What whoever wants the proof asks to be in it, on one line.":
      "Der Text, den der Empfänger des Nachweises darin haben will, in einer Zeile.",
    "Where running providers are found.": "Wo laufende Anbieter zu finden sind.",
    "Where the app's key, pins and journal are kept.":
      "Wo der Schlüssel der App, gemerkte Schlüssel und das Journal liegen.",
    "Whether to draw a QR code of it.": "Ob ein QR-Code davon gezeichnet wird.",
    "Whether to draw a QR code.": "Ob ein QR-Code gezeichnet wird.",
    "Whether to draw a QR code; by default on a terminal.": "Ob ein QR-Code gezeichnet wird; ohne Angabe am Terminal.",
    "Whether to wait for the owner where this app is not paired yet; by default only if somebody can type here. connect always waits, unless told not to.":
      "Ob auf den Eigentümer gewartet wird, wenn diese App noch nicht gekoppelt ist; ohne Angabe nur, wenn hier jemand tippen kann. connect wartet immer, außer mit --no-pair.",
    "Which provider, where several run.": "Welcher Anbieter, wenn mehrere laufen.",
    "Which transaction, where several paid an invoice.":
      "Welche Transaktion, wenn mehrere eine Rechnung bezahlt haben.",
    "With install: the state folder of a wallet; several times where there are several.":
      "Mit install: der Zustandsordner einer Wallet; bei mehreren mehrmals.",
    "With list: those in the archive too.": "Mit list: auch die im Archiv.",
    "With move: file or libsecret.": "Mit move: file oder libsecret.",
    "With new: the file to write.": "Mit new: die Datei, die geschrieben wird.",
    "With remove: even if its request goes on.": "Mit remove: auch wenn seine Anfrage noch läuft.",
    "With submit and status: wait until it has ended, or is refused.":
      "Mit submit und status: warten, bis es abgeschlossen oder abgelehnt ist.",
    "With submit: seal it, so that no other program can read it.":
      "Mit submit: versiegeln, damit kein anderes Programm es lesen kann.",
    "Withdraw a payment order that was not sent yet.":
      "Einen Zahlungsauftrag zurückziehen, der noch nicht gesendet ist.",
    "Withdraw an invoice for which nothing was seen yet.":
      "Eine Rechnung zurückziehen, für die noch nichts zu sehen ist.",
    "move, and only move, takes a place: file or libsecret.":
      "move, und nur move, verlangt einen Ort: file oder libsecret.",
    "new, sign, submit, status, list, remove or folder.": "new, sign, submit, status, list, remove oder folder.",
    "payctl open LINK shows what a link leads to.": "payctl open LINK zeigt, wohin ein Link führt.",
    "payment, address or reserve.": "payment, address oder reserve.",
    "status, install or uninstall.": "status, install oder uninstall.",
    "status, seal, unseal or move.": "status, seal, unseal oder move.",
  ]
}
