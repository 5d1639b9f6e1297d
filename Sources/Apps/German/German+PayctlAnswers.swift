extension German {
  /// What `payctl` answers to commands, why it could not do one, and what to type next.
  static let payctlAnswers: KeyValuePairs<String, String> = [
    "%1 The other daemons of the provider are used.": "%1 Die anderen Daemons des Anbieters werden verwendet.",
    "%1 is missing or not of the form": "%1 fehlt oder hat nicht die richtige Form",
    "%1 is no proof: %2.": "%1 ist kein Nachweis: %2.",
    "%1 of the catalogue cannot be read (%2).": "%1 im Katalog kann nicht gelesen werden (%2).",
    "%1 of the catalogue is wrong: %2.": "%1 im Katalog ist falsch: %2.",
    "%1 tells how far it is.": "%1 sagt, wie weit es ist.",
    "--lightning is for a payment URI.": "--lightning ist für eine Zahlungs-URI.",
    "A Lightning invoice is given in place of the address, without it.":
      "Eine Lightning-Rechnung steht an der Stelle der Adresse, ohne diese Option.",
    "A schema is malformed: %1.": "Ein Schema ist fehlerhaft: %1.",
    "Another program opens links of the wallet: %1 (%2).": "Links der Wallet öffnet ein anderes Programm: %1 (%2).",
    "Approved.": "Genehmigt.",
    "Ask for an address of the network that payctl currencies shows.":
      "Bitten Sie um eine Adresse aus dem Netz, das payctl currencies zeigt.",
    "Ask the payee for a new one; nothing was ordered.":
      "Bitten Sie den Empfänger um eine neue; nichts wurde in Auftrag gegeben.",
    "Ask the payee for another URI, or for the address and the amount. Nothing was ordered.":
      "Bitten Sie den Empfänger um eine andere URI oder um die Adresse und den Betrag. Nichts wurde in Auftrag gegeben.",
    "Disconnected, and the pairing is removed.": "Getrennt, und die Kopplung ist entfernt.",
    "Disconnected; the pairing stays.": "Getrennt; die Kopplung bleibt.",
    "Do not believe it. payctl orders and payctl invoices tell what is true.":
      "Glauben Sie ihr nicht. payctl orders und payctl invoices sagen, was stimmt.",
    "End another payctl or app that uses this key; the owner sees them with payd sessions.":
      "Beenden Sie eine andere App oder ein payctl, die diesen Schlüssel verwenden; der Eigentümer sieht sie mit payd sessions.",
    "Give --folder the .services folder in the state folder of payd.":
      "Geben Sie --folder den Ordner .services im Zustandsordner von payd.",
    "Give more of it: %1.": "Geben Sie mehr davon an: %1.",
    "Give the currency before the URI.": "Nennen Sie die Währung vor der URI.",
    "Go back to where it came from.": "Gehen Sie dorthin zurück, wo er herkam.",
    "If that was a mistake: payctl connect asks again, after a minute at the earliest.":
      "Wenn das ein Versehen war: payctl connect fragt noch einmal, frühestens nach einer Minute.",
    "In a shell, put the URI between single quotes. Nothing was ordered.":
      "Setzen Sie die URI in einer Shell in einfache Anführungszeichen. Nichts wurde in Auftrag gegeben.",
    "It is never paid twice if you repeat the same command with --request-id %1; or ask: %2.":
      "Sie wird nie zweimal gezahlt, wenn Sie denselben Befehl mit --request-id %1 wiederholen; oder fragen Sie nach: %2.",
    "It may need a newer payctl.": "Vielleicht braucht er ein neueres payctl.",
    "Its owner must be you, the mode of files 0600 and that of folders 0700.":
      "Er muss Ihnen gehören, mit den Zugriffsrechten 0600 für Dateien und 0700 für Ordner.",
    "Leave --lightning out to pay its address; nothing was ordered.":
      "Lassen Sie --lightning weg, um ihre Adresse zu bezahlen; nichts wurde in Auftrag gegeben.",
    "Leave out --from, or use a cursor that this provider sent.":
      "Lassen Sie --from weg, oder verwenden Sie einen Cursor, den dieser Anbieter gesendet hat.",
    "Leave out --request-id for a new request, or repeat the first one unchanged.":
      "Lassen Sie --request-id für eine neue Anfrage weg, oder wiederholen Sie die erste unverändert.",
    "Leave the amount out to pay what the URI asks for; to pay something else, give currency, address and amount.":
      "Lassen Sie den Betrag weg, um zu zahlen, was die URI verlangt; um etwas anderes zu zahlen, nennen Sie Währung, Adresse und Betrag.",
    "Leave the currency out: the URI names it.": "Lassen Sie die Währung weg: Die URI nennt sie.",
    "Move both files into %1": "Verschieben Sie beide Dateien nach %1",
    "Name a shorter period with --from and --to, or one currency.":
      "Nennen Sie einen kürzeren Zeitraum mit --from und --to oder eine Währung.",
    "Name another file, or add --force.": "Nennen Sie eine andere Datei, oder fügen Sie --force hinzu.",
    "No program opens links of the wallet on this desktop.":
      "Auf diesem Desktop öffnet kein Programm Links der Wallet.",
    "No program opens links of the wallet; payctl links install makes payctl do it.":
      "Kein Programm öffnet Links der Wallet; payctl links install richtet das ein.",
    "Nobody finished looking at it in time.": "Niemand hat es rechtzeitig zu Ende angesehen.",
    "Nothing was ordered.": "Nichts wurde in Auftrag gegeben.",
    "Nothing was submitted. payctl document new shows how such a document looks.":
      "Nichts wurde eingereicht. payctl document new zeigt, wie ein solches Dokument aussieht.",
    "Pairing was interrupted.": "Das Koppeln wurde unterbrochen.",
    "Raise --max-fee, or try later when fees are lower.":
      "Erhöhen Sie --max-fee, oder versuchen Sie es später, wenn Gebühren niedriger sind.",
    "Removed %1.": "%1 ist entfernt.",
    "Request %1": "Anfrage %1",
    "Several currencies have URIs of %1: %2.": "Mehrere Währungen haben URIs mit %1: %2.",
    "Several have '%1' in their ids.": "Mehrere haben '%1' in ihren IDs.",
    "Signed: %1": "Signiert: %1",
    "Submitted as %1, request %2.": "Eingereicht als %1, Anfrage %2.",
    "Submitted as %1.": "Eingereicht als %1.",
    "The URI asks for %1 %2, not for %3.": "Die URI verlangt %1 %2 und nicht %3.",
    "The URI has no Lightning invoice.": "Die URI hat keine Lightning-Rechnung.",
    "The URI is of %1, not of %2.": "Die URI gehört zu %1 und nicht zu %2.",
    "The URI names no amount.": "Die URI nennt keinen Betrag.",
    "The URI was good until %1 only.": "Die URI galt nur bis %1.",
    "The catalogue cannot be trusted: %1, %2.": "Dem Katalog ist nicht zu trauen: %1 (%2).",
    "The key of the provider %1 is forgotten.": "Der Schlüssel des Anbieters %1 ist vergessen.",
    "The owner has looked at it.": "Der Eigentümer hat es angesehen.",
    "The owner types it at the owner's console:": "Der Eigentümer gibt ihn in seiner Konsole ein:",
    "The payment is approved: payctl order-status %1 shows it.":
      "Die Zahlung ist genehmigt: payctl order-status %1 zeigt sie.",
    "The provider is gone or busy; looking for it for %1 s.":
      "Der Anbieter ist weg oder beschäftigt; er wird %1 s lang gesucht.",
    "The system does not tell the path of payctl.": "Das System nennt den Pfad dieses Programms nicht.",
    "The text of the message may say what it is about.": "Der Text der Nachricht sagt vielleicht, worum es geht.",
    "The text of the message says what it is about.": "Der Text der Nachricht sagt, worum es geht.",
    "The wait was interrupted; the invoice %1 can still be paid.":
      "Das Warten wurde unterbrochen; die Rechnung %1 kann noch bezahlt werden.",
    "The wait was interrupted; the order %1 goes on.": "Das Warten wurde unterbrochen; der Auftrag %1 läuft weiter.",
    "The wait was interrupted; the request of %1 goes on.":
      "Das Warten wurde unterbrochen; die Anfrage von %1 läuft weiter.",
    "The wallet serves no currency with URIs of %1.": "Die Wallet hat keine Währung mit URIs mit %1.",
    "The wallet shows it now.": "Die Wallet zeigt es jetzt.",
    "The wallet that the link is for may open links by itself: payctl links status.":
      "Die Wallet, für die der Link ist, öffnet Links vielleicht selbst: payctl links status.",
    "The wallet's owner has to let this app in. Pairing code:":
      "Der Eigentümer der Wallet muss diese App zulassen. Code zum Koppeln:",
    "The wallet's program payd is not installed here.": "Das Programm payd der Wallet ist hier nicht installiert.",
    "This card is of a later version than this payctl knows.":
      "Diese Karte ist von einer späteren Version, als dieses Programm kennt.",
    "This error is newer than this payctl.": "Dieser Fehler ist neuer als dieses payctl.",
    "This is no link that can be opened: %1.": "Das ist kein Link, der sich öffnen lässt: %1.",
    "This link holds no card.": "Dieser Link enthält keine Karte.",
    "This request was made before; nothing new was ordered.":
      "Diese Anfrage wurde schon gestellt; nichts Neues wurde in Auftrag gegeben.",
    "To ask to be let in again: payctl connect.": "Um wieder um Zulassung zu bitten: payctl connect.",
    "To wait again: %1.": "Um weiter zu warten: %1.",
    "To wait again: %1. To withdraw it, while it was not sent: %2.":
      "Um weiter zu warten: %1. Um ihn zurückzuziehen, solange er nicht gesendet ist: %2.",
    "Type it after the URI, such as 0.5.": "Geben Sie ihn nach der URI ein, etwa 0.5.",
    "Wait for its outcome: payctl order-status ID --wait.":
      "Warten Sie auf seinen Ausgang: payctl order-status ID --wait.",
    "Wait until the network has the payment: payctl order-status ID, payctl invoice-status ID.":
      "Warten Sie, bis das Netz die Zahlung hat: payctl order-status ID, payctl invoice-status ID.",
    "Wait until the wallet has caught up; payctl currencies tells.":
      "Warten Sie, bis die Wallet aufgeholt hat; payctl currencies sagt es.",
    "Waiting for that; Ctrl-C gives up.": "Darauf wird gewartet; Strg-C gibt auf.",
    "Whether the payment was ordered is not known.": "Ob die Zahlung in Auftrag gegeben wurde, ist nicht bekannt.",
    "Written to %1. Fill in %2; then %3 submits it.": "Geschrieben nach %1. Füllen Sie %2 aus; dann reicht %3 es ein.",
    "Written to %1; %2 submits it.": "Geschrieben nach %1; %2 reicht es ein.",
    "Written to %1; %2 tells what it shows.": "Geschrieben nach %1; %2 sagt, was er zeigt.",
    "it is no JSON: %1": "sie ist kein JSON: %1",
    "payctl addresses CUR lists yours; only those can be proven.":
      "payctl addresses WHG zeigt Ihre; nur diese lassen sich nachweisen.",
    "payctl cancel-order or cancel-invoice ends it where it can be; --force removes the document anyway.":
      "payctl cancel-order oder cancel-invoice beendet sie, wo das geht; --force entfernt das Dokument trotzdem.",
    "payctl connect begins it anew, with another code.": "payctl connect beginnt es neu, mit einem anderen Code.",
    "payctl connect pairs it; documents: in payd's configuration says whether any are taken.":
      "payctl connect koppelt sie; ob Dokumente angenommen werden, sagt documents: in der Konfiguration von payd.",
    "payctl connect shows six digits, which the owner types with payd approve; --pair waits for that here.":
      "payctl connect zeigt sechs Ziffern, die der Eigentümer mit payd approve eingibt; --pair wartet hier darauf.",
    "payctl currencies lists the schemes that can be paid. Nothing was ordered.":
      "payctl currencies zeigt die Schemas, die bezahlt werden können. Nichts wurde in Auftrag gegeben.",
    "payctl currencies lists what it serves.": "payctl currencies zeigt, welche sie hat.",
    "payctl currencies lists what the wallet serves.": "payctl currencies zeigt, welche die Wallet hat.",
    "payctl currencies tells the decimal places; nothing is rounded for you.":
      "payctl currencies sagt, wie viele Nachkommastellen es gibt; für Sie wird nichts gerundet.",
    "payctl document list --archived shows all.": "payctl document list --archived zeigt alle.",
    "payctl invoices lists yours.": "payctl invoices zeigt Ihre.",
    "payctl links install makes payctl do it; payctl view --print shows the link.":
      "payctl links install richtet das ein; payctl view --print zeigt den Link.",
    "payctl opens links of the wallet (%1).": "Links der Wallet öffnet payctl (%1).",
    "payctl orders and payctl invoices show how everything stands; leave out --from to go on.":
      "payctl orders und payctl invoices zeigen, wie alles steht; lassen Sie --from weg, um weiterzumachen.",
    "payctl orders and payctl invoices show how everything stands; then payctl events --from %1 goes on, or --from %2 with the events that are left.":
      "payctl orders und payctl invoices zeigen, wie alles steht; dann geht es weiter mit payctl events --from %1, oder mit --from %2 bei den Ereignissen, die noch da sind.",
    "payctl orders lists yours.": "payctl orders zeigt Ihre.",
    "payctl prove … --output FILE writes such a file; one made by hand needs currency, kind, proof and signed_message.":
      "payctl prove … --output DATEI schreibt eine solche Datei; eine von Hand gemachte braucht currency, kind, proof und signed_message.",
    "payctl range CUR tells the least and the most.":
      "payctl range WHG sagt, wie viel es mindestens und höchstens sein darf.",
    "payctl range CUR tells what is left; the owner can raise it with payd limit.":
      "payctl range WHG sagt, was übrig ist; der Eigentümer kann es mit payd limit erhöhen.",
    "payctl services lists what the wallet offers.": "payctl services zeigt, was die Wallet anbietet.",
    "payctl services tells; only the owner can change that, in payd's configuration.":
      "payctl services sagt es; nur der Eigentümer kann das ändern, in der Konfiguration von payd.",
    "payctl session asks the provider anew where it is.": "payctl session fragt den Anbieter neu, wo es ist.",
    "payctl session asks the provider for the document key anew.":
      "payctl session fragt den Anbieter neu nach dem Schlüssel für Dokumente.",
    "payctl session shows what was granted; the owner can grant more.":
      "payctl session zeigt, was erlaubt wurde; der Eigentümer kann mehr erlauben.",
    "rpc.discover lists the methods: payctl call rpc.discover '{}'.":
      "rpc.discover zeigt die Methoden: payctl call rpc.discover '{}'.",
    "the whole is missing or not of the form": "das Ganze fehlt oder hat nicht die richtige Form",
    "there is no such folder": "den Ordner gibt es nicht",
  ]
}
