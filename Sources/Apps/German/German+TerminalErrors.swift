extension German {
  /// What went wrong between an app and its provider, and what can be done.
  static let errors: KeyValuePairs<String, String> = [
    "%1 (%2: not allowed)": "%1 (%2: nicht erlaubt)",
    "%1 cannot be read or written (%2).": "%1 kann nicht gelesen oder geschrieben werden (%2).",
    "%1 cannot be trusted: somebody else may own or change it.":
      "%1 ist nicht zu trauen: Jemand anderem kann es gehören, oder jemand anderes kann es ändern.",
    "%1 does not offer this: it offers %2.": "%1 bietet das nicht an, sondern: %2.",
    "%1 is no field of this request": "%1 ist kein Feld dieser Anfrage",
    "%1 is not there.": "%1 ist nicht da.",
    "%1 minutes": "%1 Minuten",
    "%1 seconds": "%1 Sekunden",
    "'%1' is no name of a document.": "'%1' ist kein Name für ein Dokument.",
    "1 second": "1 Sekunde",
    "A request with this id was made to another provider, %1, and its outcome is not known.":
      "Eine Anfrage mit dieser ID ging an einen anderen Anbieter, %1, und ihr Ausgang ist nicht bekannt.",
    "Another document %1 lies in the folder already.": "Im Ordner liegt schon ein anderes Dokument %1.",
    "Ask %1 for its outcome before you make the request here.":
      "Fragen Sie %1 nach dem Ausgang, bevor Sie die Anfrage hier stellen.",
    "Ask for it again.": "Fragen Sie noch einmal danach.",
    "Ask the provider for the folder anew.": "Fragen Sie den Anbieter neu nach dem Ordner.",
    "Cancel the order or the invoice where that is still possible.":
      "Ziehen Sie den Auftrag oder die Rechnung zurück, wo das noch geht.",
    "Check that payd runs, then try again.": "Prüfen Sie, ob payd läuft, und versuchen Sie es noch einmal.",
    "Choose one of them.": "Wählen Sie einen davon.",
    "Choose one with --provider NAME.": "Wählen Sie einen mit --provider NAME.",
    "Do not believe it. The lists of invoices and orders tell what is true.":
      "Glauben Sie ihr nicht. Was stimmt, sagen die Listen der Rechnungen und Aufträge.",
    "Documents that have ended are in the archive.": "Abgeschlossene Dokumente sind im Archiv.",
    "Give this one another name.": "Geben Sie diesem einen anderen Namen.",
    "If an older payd was installed on purpose, forget the provider's key.":
      "Wenn absichtlich ein älteres payd installiert wurde, vergessen Sie den Schlüssel des Anbieters.",
    "If an older payd was installed on purpose: %1 --provider %2.":
      "Wenn absichtlich ein älteres payd installiert wurde: %1 --provider %2.",
    "If that was a mistake, connect again then.": "Wenn das ein Versehen war, verbinden Sie sich dann noch einmal.",
    "Install compatible versions of both.": "Installieren Sie von beiden Versionen, die zueinander passen.",
    "It may be another program in its place. Forget the old key only if the owner tells you that the provider was set up anew.":
      "An seiner Stelle kann ein anderes Programm sein. Vergessen Sie den alten Schlüssel nur, wenn der Eigentümer Ihnen sagt, dass der Anbieter neu eingerichtet wurde.",
    "It may be another program in its place. Only if the owner tells you that the provider was set up anew: %1 --provider %2.":
      "An seiner Stelle kann ein anderes Programm sein. Nur wenn der Eigentümer Ihnen sagt, dass der Anbieter neu eingerichtet wurde: %1 --provider %2.",
    "It must belong to you, and nobody else may change it.": "Es muss Ihnen gehören, und niemand sonst darf es ändern.",
    "Letters, digits, - and _, and .yml at the end: 20240320110125_payment_order.yml.":
      "Buchstaben, Ziffern, - und _, und am Ende .yml: 20240320110125_payment_order.yml.",
    "Line %1, column %2: %3": "Zeile %1, Spalte %2: %3",
    "Line %1: %2": "Zeile %1: %2",
    "Move it away to begin anew; a new key must be paired again.":
      "Verschieben Sie sie, um neu zu beginnen; ein neuer Schlüssel muss neu gekoppelt werden.",
    "No provider is running.": "Es läuft kein Anbieter.",
    "Nothing is paid before the owner has looked at what the wallet sent.":
      "Nichts wird gezahlt, bevor der Eigentümer angesehen hat, was die Wallet gesendet hat.",
    "Nothing was submitted: correct the document and submit it again.":
      "Nichts wurde eingereicht: Berichtigen Sie das Dokument, und reichen Sie es noch einmal ein.",
    "Only the owner can change that, by another wallet in payd's configuration.":
      "Nur der Eigentümer kann das ändern, durch eine andere Wallet in der Konfiguration von payd.",
    "Pair the app first; documents: in payd's configuration says whether any are taken.":
      "Koppeln Sie zuerst die App; ob Dokumente angenommen werden, sagt documents: in der Konfiguration von payd.",
    "See payd status and payd's log: it may have too many connections, or run for another user.":
      "Sehen Sie payd status und das Protokoll von payd an: Es hat vielleicht zu viele Verbindungen oder läuft für einen anderen Benutzer.",
    "See payd's log.": "Sehen Sie das Protokoll von payd an.",
    "See the app's folder in the state folder.": "Sehen Sie im Ordner der App im Zustandsordner nach.",
    "Several providers run: %1.": "Mehrere Anbieter laufen: %1.",
    "Start it again with payd run.": "Starten Sie ihn wieder mit payd run.",
    "Start it with payd run, with the same --runtime folder.":
      "Starten Sie ihn mit payd run, mit demselben Ordner --runtime.",
    "Stop payd, remove the file from the runtime folder, and start payd again.":
      "Beenden Sie payd, entfernen Sie die Datei aus dem Laufzeitordner, und starten Sie payd wieder.",
    "That describes a whole wallet, with its secret keys, and no payment. Show it to nobody.":
      "Das beschreibt eine ganze Wallet mit ihren geheimen Schlüsseln und keine Zahlung. Zeigen Sie es niemandem.",
    "That is no URI: it has no scheme, or a character that must be percent-encoded.":
      "Das ist keine URI: Sie hat kein Schema oder ein Zeichen, das prozentkodiert sein muss.",
    "The URI asks to pay several recipients at once, which is not supported here.":
      "Die URI verlangt, mehrere Empfänger auf einmal zu bezahlen, und das geht hier nicht.",
    "The URI has a separate payment id, which Monero gave up: ask the payee for an integrated address or a subaddress.":
      "Die URI hat eine gesonderte Payment-ID, die Monero aufgegeben hat: Bitten Sie den Empfänger um eine integrierte Adresse oder eine Unteradresse.",
    "The URI has no address in the chain; it can be paid by %1 only, which is not supported here.":
      "Die URI hat keine Adresse in der Kette; sie kann nur mit %1 bezahlt werden, und das geht hier nicht.",
    "The URI has no proper address after its colon.": "Die URI hat nach dem Doppelpunkt keine richtige Adresse.",
    "The URI is longer than %1 bytes.": "Die URI ist länger als %1 Bytes.",
    "The URI is of no currency that is known here.": "Die URI gehört zu keiner Währung, die hier bekannt ist.",
    "The URI must not be paid by those who do not support its parameter %1, which is not supported here.":
      "Die URI darf nicht bezahlen, wer ihren Parameter %1 nicht unterstützt, und hier wird er nicht unterstützt.",
    "The URI names no address.": "Die URI nennt keine Adresse.",
    "The amount in the URI has more decimal places than the currency, which has %1.":
      "Der Betrag in der URI hat mehr Nachkommastellen als die Währung, die %1 hat.",
    "The amount in the URI is no plain number: digits, and at most one point.":
      "Der Betrag in der URI ist keine einfache Zahl: Ziffern und höchstens ein Punkt.",
    "The amount in the URI is too large for any currency.": "Der Betrag in der URI ist für jede Währung zu groß.",
    "The amount in the URI is zero.": "Der Betrag in der URI ist null.",
    "The answer %1 is not the provider's: its signature does not fit.":
      "Die Antwort %1 ist nicht vom Anbieter: Ihre Signatur passt nicht.",
    "The answering program did not prove to be the provider (%1).":
      "Das Programm, das geantwortet hat, konnte nicht beweisen, dass es der Anbieter ist (%1).",
    "The app's own file %1 cannot be used (%2).": "Die eigene Datei %1 der App ist nicht verwendbar (%2).",
    "The app's own file %1 is damaged.": "Die eigene Datei %1 der App ist beschädigt.",
    "The app's own files cannot be trusted: %1, %2.": "Den eigenen Dateien der App ist nicht zu trauen: %1 (%2).",
    "The app's own key cannot be used: %1.": "Der eigene Schlüssel der App ist nicht verwendbar: %1.",
    "The app's own manifest is wrong.": "Das Manifest der App selbst ist falsch.",
    "The connection to the provider was lost.": "Die Verbindung zum Anbieter ist verloren gegangen.",
    "The discovery file of %1 cannot be read (%2).":
      "Die Datei, durch die %1 zu finden ist, kann nicht gelesen werden (%2).",
    "The discovery file of %1 cannot be trusted: %2.":
      "Der Datei, durch die %1 zu finden ist, ist nicht zu trauen: %2.",
    "The discovery file of %1 is damaged (%2).": "Die Datei, durch die %1 zu finden ist, ist beschädigt (%2).",
    "The discovery files cannot be read (%1).":
      "Die Dateien, durch die Anbieter zu finden sind, können nicht gelesen werden (%1).",
    "The discovery files' folder cannot be trusted: %1.":
      "Dem Ordner, in dem Anbieter zu finden sind, ist nicht zu trauen: %1.",
    "The document cannot be signed or sealed.": "Das Dokument kann nicht signiert oder versiegelt werden.",
    "The document is another request than those that belong into this folder.":
      "Das Dokument ist eine andere Anfrage als die, die in diesen Ordner gehören.",
    "The document is no acceptable YAML.": "Das Dokument ist kein zulässiges YAML.",
    "The document is not signed: payctl document sign does that.":
      "Das Dokument ist nicht signiert: Das macht payctl document sign.",
    "The document is wrong: %1": "Das Dokument ist falsch: %1",
    "The document was sealed with another key, or under another name.":
      "Das Dokument wurde mit einem anderen Schlüssel oder unter einem anderen Namen versiegelt.",
    "The document was signed by another app than the one whose folder it lies in.":
      "Das Dokument wurde von einer anderen App signiert als der, in deren Ordner es liegt.",
    "The document was signed too long ago, or in the future: sign it again.":
      "Das Dokument wurde vor zu langer Zeit oder in der Zukunft signiert: Signieren Sie es noch einmal.",
    "The file is too large.": "Die Datei ist zu groß.",
    "The file may be another's: it is a link, belongs to another user, or others can change it.":
      "Die Datei kann von jemand anderem sein: Sie ist ein Link, gehört einem anderen Benutzer, oder andere können sie ändern.",
    "The lists of invoices and orders show how everything stands.":
      "Die Listen der Rechnungen und Aufträge zeigen, wie alles steht.",
    "The owner has locked paying.": "Der Eigentümer hat das Zahlen gesperrt.",
    "The owner is asked too much already.": "Der Eigentümer wird schon zu viel gefragt.",
    "The owner is asked too much already; this app may ask again in %1.":
      "Der Eigentümer wird schon zu viel gefragt; diese App darf in %1 wieder fragen.",
    "The owner looks with payd sends; then try again.":
      "Der Eigentümer sieht mit payd sends nach; versuchen Sie es dann noch einmal.",
    "The owner of the file must be you, its mode 0600 and its folder's 0700.":
      "Die Datei muss Ihnen gehören und die Zugriffsrechte 0600 haben, ihr Ordner 0700.",
    "The owner refused this app a short while ago; it may ask again in %1.":
      "Der Eigentümer hat diese App vor Kurzem abgelehnt; sie darf in %1 wieder fragen.",
    "The owner sees what to do with payd status.": "Was zu tun ist, sieht der Eigentümer mit payd status.",
    "The owner unlocks it in the wallet; then try again.":
      "Der Eigentümer entsperrt sie in der Wallet selbst; versuchen Sie es dann noch einmal.",
    "The owner unlocks it with payd unlock; then try again.":
      "Der Eigentümer entsperrt es mit payd unlock; versuchen Sie es dann noch einmal.",
    "The parameter %1 has an address of another network.": "Der Parameter %1 hat eine Adresse eines anderen Netzes.",
    "The parameter %1 is not written as it must be.": "Der Parameter %1 ist nicht so geschrieben, wie er sein muss.",
    "The parameter %1 stands in the URI more than once.": "Der Parameter %1 steht mehrmals in der URI.",
    "The provider %1 ended without tidying up.": "Der Anbieter %1 ist beendet, ohne aufzuräumen.",
    "The provider %1 has another key than when it was first met; nothing was sent to it.":
      "Der Anbieter %1 hat einen anderen Schlüssel als bei der ersten Begegnung; nichts wurde an ihn gesendet.",
    "The provider %1 is not running.": "Der Anbieter %1 läuft nicht.",
    "The provider %1 offers only versions below %2, which it offered before.":
      "Der Anbieter %1 bietet nur Versionen unter %2 an, die er früher angeboten hat.",
    "The provider %1 speaks version %2 of this, and this app version %3; nothing was sent to it.":
      "Der Anbieter %1 spricht hiervon Version %2 und diese App Version %3; nichts wurde an ihn gesendet.",
    "The provider broke the protocol.": "Der Anbieter hat das Protokoll verletzt.",
    "The provider did not answer in time.": "Der Anbieter hat nicht rechtzeitig geantwortet.",
    "The provider does not take this version of the request.": "Der Anbieter nimmt diese Version der Anfrage nicht an.",
    "The provider is busy, or about to start or to end.":
      "Der Anbieter ist beschäftigt oder startet oder beendet sich gerade.",
    "The provider keeps events for some time only: those after %1 and up to %2 are gone.":
      "Der Anbieter bewahrt Ereignisse nur eine Zeit lang auf: Die nach %1 bis %2 sind weg.",
    "The provider reads too slowly; nothing was sent.": "Der Anbieter liest zu langsam; nichts wurde gesendet.",
    "The provider refused the connection.": "Der Anbieter hat die Verbindung abgelehnt.",
    "The provider takes no documents of this app.": "Der Anbieter nimmt keine Dokumente dieser App an.",
    "The received file is not the one that the provider announced.":
      "Die empfangene Datei ist nicht die, die der Anbieter angekündigt hat.",
    "The request is too large; nothing was sent.": "Die Anfrage ist zu groß; nichts wurde gesendet.",
    "The request of %1 goes on; removing it would not end that.":
      "Die Anfrage von %1 läuft noch; es zu entfernen würde sie nicht beenden.",
    "The signature does not fit the document.": "Die Signatur passt nicht zum Dokument.",
    "The wallet cannot be used: %1.": "Die Wallet ist nicht verwendbar: %1.",
    "The wallet has no keys to pay with.": "Die Wallet hat keine Schlüssel, um zu zahlen.",
    "The wallet has only just been started.": "Die Wallet ist gerade erst gestartet.",
    "The wallet is behind the network.": "Die Wallet liegt hinter dem Netz zurück.",
    "The wallet's owner has not granted this app the permission %1.":
      "Der Eigentümer der Wallet hat dieser App das Recht %1 nicht gegeben.",
    "There is no document %1.": "Ein Dokument %1 gibt es nicht.",
    "Try again if payd was just restarted; otherwise another program may be in its place.":
      "Versuchen Sie es noch einmal, wenn payd gerade neu gestartet wurde; sonst kann ein anderes Programm an seiner Stelle sein.",
    "Try again in a few seconds. If it stays, see payd status and payd's log.":
      "Versuchen Sie es in einigen Sekunden noch einmal. Bleibt es dabei, sehen Sie payd status und das Protokoll von payd an.",
    "Try again in a moment.": "Versuchen Sie es gleich noch einmal.",
    "Try again.": "Versuchen Sie es noch einmal.",
    "Try again; a request with the same --request-id is never done twice.":
      "Versuchen Sie es noch einmal; eine Anfrage mit derselben --request-id wird nie zweimal ausgeführt.",
    "Try again; the same request is never done twice.":
      "Versuchen Sie es noch einmal; dieselbe Anfrage wird nie zweimal ausgeführt.",
    "Wait until it has caught up.": "Warten Sie, bis sie aufgeholt hat.",
    "Wallets offer payments, chats offer messaging: choose another provider.":
      "Wallets bieten payments an, Chats messaging: Wählen Sie einen anderen Anbieter.",
    "has no value of the right form": "hat keinen Wert der richtigen Form",
    "it has no keys to pay with": "sie hat keine Schlüssel, um zu zahlen",
    "it is behind the network": "sie liegt hinter dem Netz zurück",
    "it is encrypted and locked": "sie ist verschlüsselt und gesperrt",
    "it is on another network than the provider expects": "sie ist in einem anderen Netz, als der Anbieter erwartet",
    "its owner has locked paying": "ihr Eigentümer hat das Zahlen gesperrt",
    "its owner has to look at what it sent": "ihr Eigentümer muss ansehen, was sie gesendet hat",
    "its program answers something that is not understood": "ihr Programm antwortet etwas Unverständliches",
    "its program does not answer": "ihr Programm antwortet nicht",
    "its program does not run": "ihr Programm läuft nicht",
    "its program has not opened the wallet": "ihr Programm hat die Wallet nicht geöffnet",
    "its program is too old": "ihr Programm ist zu alt",
    "its program refuses the provider's password or call":
      "ihr Programm lehnt das Passwort oder den Aufruf des Anbieters ab",
    "just started": "gerade gestartet",
    "must be a UUID": "muss eine UUID sein",
    "must be a currency code in capital letters, such as LTC":
      "muss ein Währungskürzel in Großbuchstaben sein, etwa LTC",
    "must be a day such as 2026-03-01, or a moment in UTC such as 2026-03-20T11:00:00Z":
      "muss ein Tag wie 2026-03-01 oder ein Zeitpunkt in UTC wie 2026-03-20T11:00:00Z sein",
    "must be a moment in UTC, such as 2026-03-20T11:00:00Z":
      "muss ein Zeitpunkt in UTC sein, etwa 2026-03-20T11:00:00Z",
    "must be above zero": "muss über null sein",
    "must be an address": "muss eine Adresse sein",
    "must be an amount: digits and at most one point, such as 0.5":
      "muss ein Betrag sein: Ziffern und höchstens ein Punkt, etwa 0.5",
    "must not be empty": "darf nicht leer sein",
    "the request": "die Anfrage",
    "unknown member": "unbekanntes Feld",
  ]
}
