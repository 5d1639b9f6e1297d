extension German {
  /// What the people of a shop read at their till. What their customers read stays English.
  static let till: KeyValuePairs<String, String> = [
    "%1  → answer %2 YOUR WORDS": "%1  → answer %2 IHRE WORTE",
    "%1 (customer %2)": "%1 (Kunde %2)",
    "%1 Apr %2": "%1. Apr. %2",
    "%1 Aug %2": "%1. Aug. %2",
    "%1 Dec %2": "%1. Dez. %2",
    "%1 Feb %2": "%1. Feb. %2",
    "%1 Jan %2": "%1. Jan. %2",
    "%1 Jul %2": "%1. Juli %2",
    "%1 Jun %2": "%1. Juni %2",
    "%1 Mar %2": "%1. März %2",
    "%1 May %2": "%1. Mai %2",
    "%1 Nov %2": "%1. Nov. %2",
    "%1 Oct %2": "%1. Okt. %2",
    "%1 Payments wait. %2": "%1 Zahlungen warten. %2",
    "%1 Sep %2": "%1. Sep. %2",
    "%1 and %2": "%1 und %2",
    "%1 are missing": "%1 fehlen",
    "%1 at %2: closed, %3 open purchases go on.": "%1, %2: geschlossen, %3 offene Käufe gehen weiter.",
    "%1 at %2: closed, 1 open purchase goes on.": "%1, %2: geschlossen, 1 offener Kauf geht weiter.",
    "%1 at %2: closed.": "%1, %2: geschlossen.",
    "%1 at %2: open.": "%1, %2: geöffnet.",
    "%1 can be read: %2. But %3 of %4 rates cannot be used now:":
      "%1 ist lesbar: %2. Aber in %3 von %4 Fällen gibt es jetzt keinen brauchbaren Kurs:",
    "%1 can be read: %2. But %3 of 1 rate cannot be used now:":
      "%1 ist lesbar: %2. Aber %3 von 1 Kurs ist jetzt nicht verwendbar:",
    "%1 has ended the conversation. Nothing reaches them; their purchases stay here.":
      "%1 hat die Unterhaltung beendet und ist nicht mehr zu erreichen; die Käufe bleiben hier.",
    "%1 is not in pay_with": "%1 ist nicht in pay_with",
    "%1 is right: %2. Times are those of %3.": "%1 ist richtig: %2. Die Zeiten sind die von %3.",
    "%1 is there twice": "%1 steht zweimal da",
    "%1 more customers have written.": "%1 weitere Kunden haben geschrieben.",
    "%1 more refunds wait for you: payd questions": "%1 weitere Rückzahlungen warten auf Sie: payd questions",
    "%1 things to sell at %2": "%1 Artikel bei %2",
    "%1 writes at %2: %3": "%1 schreibt um %2: %3",
    "1 more customer has written.": "1 weiterer Kunde hat geschrieben.",
    "1 more refund waits for you: payd questions": "1 weitere Rückzahlung wartet auf Sie: payd questions",
    "1 thing to sell at %1": "1 Artikel bei %1",
    "A conversation has another person in it than before: %1. Nothing is read or said there.":
      "In einer Unterhaltung ist jemand anderes als zuvor: %1. Dort wird nichts gelesen oder gesagt.",
    "A customer cannot be written down, and nothing is done for them until it can: is the disk full?":
      "Ein Kunde kann nicht gespeichert werden, und bis dahin geschieht für ihn nichts: Ist die Platte voll?",
    "A refund was asked for at another wallet's provider than the one that is connected. It waits until that one is back, so that it is not paid twice.":
      "Eine Rückzahlung wurde bei einem anderen payd verlangt als dem, das verbunden ist. Sie wartet, bis jenes wieder da ist, damit sie nicht doppelt gezahlt wird.",
    "ARRIVED": "EINGEGANGEN",
    "An answer has 1 to %1 characters.": "Eine Antwort hat 1 bis %1 Zeichen.",
    "Another till of the same name runs already.": "Eine andere Kasse mit demselben Namen läuft schon.",
    "CUSTOMER": "KUNDE",
    "Ctrl-C ends the till.": "Strg-C beendet die Kasse.",
    "Customer %1 is answered.": "Kunde %1 hat Ihre Antwort.",
    "Is it %1? help shows what can be typed.": "Meinen Sie %1? help zeigt, was Sie eingeben können.",
    "Many addresses in %1 were not paid. Only customers who have paid before get more, until somebody pays. limits: {unpaid: N} in the price list allows more; payd quota must allow them too.":
      "Viele Adressen in %1 wurden nicht bezahlt. Bis jemand zahlt, bekommen nur Kunden weitere, die schon einmal gezahlt haben. limits: {unpaid: N} in der Preisliste erlaubt mehr; auch payd quota muss sie erlauben.",
    "Messages to %1 do not arrive: %2.": "Nachrichten an %1 kommen nicht an: %2.",
    "NO": "NR",
    "Name a price list, or one of --example, --check FILE, --status, --close and --open.":
      "Nennen Sie eine Preisliste oder eines von --example, --check DATEI, --status, --close und --open.",
    "Nothing can be sold in %1 for prices in %2. The file %3 has to hold one line such as 80 2026-11-23T13:35:00Z, which is not older than max_age.":
      "Für Preise in %2 kann nichts in %1 verkauft werden. Die Datei %3 muss eine Zeile wie 80 2026-11-23T13:35:00Z enthalten, die nicht älter als max_age ist.",
    "Nothing can be sold in %1 for prices in %2. The program %3 has to print one line such as 80 2026-11-23T13:35:00Z, which is not older than max_age.":
      "Für Preise in %2 kann nichts in %1 verkauft werden. Das Programm %3 muss eine Zeile wie 80 2026-11-23T13:35:00Z ausgeben, die nicht älter als max_age ist.",
    "ORDERED": "BESTELLT",
    "Open it first: paychat till --as NAME PRICES.yml": "Öffnen Sie sie zuerst: paychat till --as NAME PREISE.yml",
    "PRICE": "PREIS",
    "REFUND": "RÜCKZAHLUNG",
    "Restore it from a backup. Without it the till forgets that customer's purchases.":
      "Stellen Sie sie aus einer Sicherung wieder her. Ohne sie vergisst die Kasse die Käufe dieses Kunden.",
    "Say --as NAME with a name for it, such as --as shop.":
      "Nennen Sie mit --as NAME einen Namen für sie, etwa --as laden.",
    "The customers of this till are people of another network: %1, not %2.":
      "Die Kunden dieser Kasse gehören zu einem anderen Netz: %1, nicht %2.",
    "The file %1 does not hold what it should.": "Die Datei %1 enthält nicht, was sie soll.",
    "The purchases cannot be kept: %1 (%2).": "Die Käufe können nicht aufbewahrt werden: %1 (%2).",
    "The shop is closed: nothing new is sold.": "Der Laden ist geschlossen: Nichts Neues wird verkauft.",
    "The shop is closed: nothing new is sold. --open sells again.":
      "Der Laden ist geschlossen: Nichts Neues wird verkauft. --open verkauft wieder.",
    "The shop is closed: nothing new is sold; %1 open purchases go on, while the till runs. --open sells again.":
      "Der Laden ist geschlossen: Nichts Neues wird verkauft; %1 offene Käufe gehen weiter, solange die Kasse läuft. --open verkauft wieder.",
    "The shop is closed: nothing new is sold; 1 open purchase goes on, while the till runs. --open sells again.":
      "Der Laden ist geschlossen: Nichts Neues wird verkauft; 1 offener Kauf geht weiter, solange die Kasse läuft. --open verkauft wieder.",
    "The shop is closed: nothing new is sold; nothing is open. --open sells again.":
      "Der Laden ist geschlossen: Nichts Neues wird verkauft; nichts ist offen. --open verkauft wieder.",
    "The shop is open.": "Der Laden ist geöffnet.",
    "The wallet is connected: %1.": "Die Wallet ist verbunden: %1.",
    "The wallet makes no more addresses in %1 for this till. Orders wait. payd quota allows more.":
      "Die Wallet macht für diese Kasse keine Adressen in %1 mehr. Bestellungen warten. payd quota erlaubt mehr.",
    "The wallet's owner has to let the till in: payd approve %1 --code %2":
      "Der Eigentümer der Wallet muss die Kasse zulassen: payd approve %1 --code %2",
    "There is no current rate for %1 in %2: nothing is sold for it until there is one. Look at the file or program of the rate: one line such as 80 2026-11-23T13:35:00Z, not older than max_age.":
      "Für %1 gibt es keinen aktuellen Kurs in %2: Bis es einen gibt, wird dafür nichts verkauft. Prüfen Sie die Datei oder das Programm des Kurses: eine Zeile wie 80 2026-11-23T13:35:00Z, nicht älter als max_age.",
    "There is no customer %1.": "Es gibt keinen Kunden %1.",
    "There is no till of that name here yet.": "Eine Kasse mit diesem Namen gibt es hier noch nicht.",
    "To ask again, end the till and start it.":
      "Um noch einmal zu fragen, beenden Sie die Kasse, und starten Sie sie neu.",
    "Today, %1: %2 sold for %3, %4 being confirmed.": "Heute, %1: %2 verkauft für %3, %4 in Bestätigung.",
    "Today, %1: %2 sold for %3.": "Heute, %1: %2 verkauft für %3.",
    "Today, %1: nothing sold yet, %2 being confirmed.": "Heute, %1: noch nichts verkauft, %2 in Bestätigung.",
    "Today, %1: nothing sold yet.": "Heute, %1: noch nichts verkauft.",
    "Too many messages wait for customer %1, who does not get them now.":
      "Zu viele Nachrichten warten auf Kunde %1 und kommen jetzt nicht an.",
    "Type answer, the customer's number, and your words.":
      "Geben Sie answer, die Nummer des Kunden und Ihre Worte ein.",
    "Use that network, or another name with --as.": "Verwenden Sie jenes Netz, oder mit --as einen anderen Namen.",
    "Use that one, or another name with --as.": "Verwenden Sie jene, oder mit --as einen anderen Namen.",
    "WHAT": "WAS",
    "Waits for you: %1 gets back %2 of purchase %3. Your yes is:":
      "Wartet auf Sie: %1 bekommt %2 von Kauf %3 zurück. Ihr Ja ist:",
    "Which till?": "Welche Kasse?",
    "Whom, and what?": "Wem, und was?",
    "a currency has 2 to 12 of A-Z 0-9, such as LTC": "eine Währung hat 2 bis 12 Zeichen aus A-Z 0-9, etwa LTC",
    "a list of one to %1 things to sell": "hier steht eine Liste von einem bis %1 Artikeln",
    "a list of one to eight currencies of the wallet, such as [LTC, XMR]":
      "hier steht eine Liste von einer bis acht Währungen der Wallet, etwa [LTC, XMR]",
    "a list of rates": "hier steht eine Liste von Kursen",
    "a name has 1 to 40 characters, none of them / * _ ` # ~ ! @ < > |":
      "ein Name hat 1 bis 40 Zeichen, darunter keines von / * _ ` # ~ ! @ < > |",
    "a price has a point before its decimals, and no comma: write %1.%2":
      "ein Preis hat einen Punkt vor den Nachkommastellen und kein Komma: Schreiben Sie %1.%2",
    "a price is an amount above zero and a currency, such as 2.50 EUR":
      "ein Preis ist ein Betrag über null und eine Währung, etwa 2.50 EUR",
    "a rate comes from a file or from a program: one of both":
      "ein Kurs kommt aus einer Datei oder von einem Programm: eines von beiden",
    "a second price in %1": "ein zweiter Preis in %1",
    "a time such as 30s, 15m, 2h or 1d, from %1 seconds to %2 hours":
      "hier steht eine Zeit wie 30s, 15m, 2h oder 1d, von %1 Sekunden bis %2 Stunden",
    "a time zone of the system, such as Europe/Berlin or UTC":
      "hier steht eine Zeitzone des Systems, etwa Europe/Berlin oder UTC",
    "a whole number from %1 to %2": "hier steht eine ganze Zahl von %1 bis %2",
    "a whole path, which begins with /": "hier steht ein vollständiger Pfad, der mit / beginnt",
    "a word is 1 to 24 of a-z 0-9 and begins with a letter":
      "ein Wort hat 1 bis 24 Zeichen aus a-z 0-9 und beginnt mit einem Buchstaben",
    "answer 3 Yes, green tea. says that to customer 3; close sells nothing new; open sells again; quit ends the till.":
      "answer 3 Ja, grüner Tee. sagt das zu Kunde 3; close verkauft nichts Neues; open verkauft wieder; quit beendet die Kasse.",
    "customers use the word %1 for something else": "Kunden verwenden das Wort %1 für etwas anderes",
    "help shows what can be typed.": "help zeigt, was Sie eingeben können.",
    "help shows what you can type; Ctrl-C ends the till.":
      "help zeigt, was Sie eingeben können; Strg-C beendet die Kasse.",
    "names with values are wanted here": "hier stehen Namen mit Werten",
    "nobody can pay this: a price in %1, or a rate": "das kann niemand zahlen: Nötig ist ein Preis in %1 oder ein Kurs",
    "not paid in time": "nicht rechtzeitig bezahlt",
    "not possible": "nicht möglich",
    "not sold": "nicht verkauft",
    "not sold, the money goes back": "nicht verkauft, das Geld geht zurück",
    "one moment": "einen Augenblick",
    "one of %1": "hier steht eines von %1",
    "one rate for %1 in %2, and none of a currency in itself":
      "es gibt nur einen Kurs für %1 in %2 und keinen einer Währung in sich selbst",
    "one to eight prices": "hier stehen ein bis acht Preise",
    "paid and confirmed": "bezahlt und bestätigt",
    "paychat till --check FILE reads it again.": "paychat till --check DATEI liest sie noch einmal.",
    "payment seen, waiting for confirmation": "Zahlung gesehen, wartet auf Bestätigung",
    "payment taken back": "Zahlung zurückgenommen",
    "refused: %1": "abgelehnt: %1",
    "till> ": "Kasse> ",
    "unknown; here may stand %1": "unbekannt; hier kann stehen: %1",
    "waiting": "wartet",
    "waiting for your payment": "wartet auf Zahlung",
  ]
}
