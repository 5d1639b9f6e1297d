extension German {
  /// Why a relay or SimpleX Chat cannot be used, and what is to be known of them.
  static let paychatNetworks: KeyValuePairs<String, String> = [
    "%1 has ended the conversation. Cards with them stay as they are; nobody can answer them.":
      "%1 hat die Unterhaltung beendet. Karten daraus bleiben, wie sie sind; niemand kann sie beantworten.",
    "'%1' cannot be a name at a relay.": "'%1' kann an einem Relay kein Name sein.",
    "'%1' cannot be a relay's name.": "'%1' kann kein Name eines Relays sein.",
    "/to NAME writes to one.": "/to NAME schreibt einer.",
    "A relay %1 runs already.": "Ein Relay %1 läuft schon.",
    "Another program uses the same port of the chat and takes news away from paychat. It is read again every few seconds; end the other program.":
      "Ein anderes Programm benutzt denselben Port des Chats und nimmt paychat Neuigkeiten weg. Sie werden alle paar Sekunden neu gelesen; beenden Sie das andere Programm.",
    "Choose one with --relay NAME.": "Wählen Sie eines mit --relay NAME.",
    "Contacts are made in SimpleX Chat.": "Kontakte entstehen in SimpleX Chat.",
    "End it, remove its file from the runtime folder, and start it again.":
      "Beenden Sie es, entfernen Sie seine Datei aus dem Laufzeitordner, und starten Sie es neu.",
    "Groups are made in SimpleX Chat.": "Gruppen entstehen in SimpleX Chat.",
    "Its owner must be you, its mode 0600 and its folder's 0700.":
      "Sie muss Ihnen gehören und die Zugriffsrechte 0600 haben, ihr Ordner 0700.",
    "Look whether the right profile is active in SimpleX Chat, then remove the file.":
      "Prüfen Sie, ob in SimpleX Chat das richtige Profil aktiv ist, und entfernen Sie dann die Datei.",
    "Make the former profile active there (/user NAME), or give this one its own paychat: --as NAME":
      "Machen Sie dort das frühere Profil aktiv (/user NAME), oder geben Sie diesem ein eigenes paychat: --as NAME",
    "No SimpleX Chat answers at port %1.": "Kein SimpleX Chat antwortet am Port %1.",
    "No relay is running.": "Kein Relay läuft.",
    "Nobody has a profile in that SimpleX Chat.": "In diesem SimpleX Chat hat niemand ein Profil.",
    "Others come in with paychat --as NAME.": "Andere kommen mit paychat --as NAME herein.",
    "Run simplex-chat once without -p.": "Starten Sie simplex-chat einmal ohne -p.",
    "See the folder that --state names.": "Prüfen Sie den Ordner, den --state nennt.",
    "Several relays run: %1.": "Mehrere Relays laufen: %1.",
    "SimpleX Chat answers with another database. Nothing is sent or read: the same numbers mean other people there.":
      "SimpleX Chat antwortet mit einer anderen Datenbank. Nichts wird gesendet oder gelesen: Dieselben Nummern bedeuten dort andere Leute.",
    "SimpleX Chat answers with another profile, %1 instead of %2. Nothing is sent or read: the same numbers mean other people there.":
      "SimpleX Chat antwortet mit einem anderen Profil, %1 statt %2. Nichts wird gesendet oder gelesen: Dieselben Nummern bedeuten dort andere Leute.",
    "Start it in another terminal: paychat relay %1": "Starten Sie es in einem anderen Terminal: paychat relay %1",
    "Start it in another terminal: simplex-chat -p %1": "Starten Sie es in einem anderen Terminal: simplex-chat -p %1",
    "Start one in another terminal: paychat relay": "Starten Sie eines in einem anderen Terminal: paychat relay",
    "Take another one with --as, or use the --state folder of the one who has it.":
      "Nehmen Sie mit --as einen anderen, oder den Ordner (--state) dessen, der ihn hat.",
    "The chat answers with more than %1 at once, which cannot be read.":
      "Der Chat antwortet mit mehr als %1 auf einmal, was nicht gelesen werden kann.",
    "The file %1 is damaged.": "Die Datei %1 ist beschädigt.",
    "The group %1 cannot be used yet: %2.": "Die Gruppe %1 ist noch nicht verwendbar: %2.",
    "The group %1 cannot be used, because its members are not known: %2. It is asked for again; other conversations work.":
      "Die Gruppe %1 ist nicht verwendbar, weil ihre Mitglieder nicht bekannt sind: %2. Es wird noch einmal danach gefragt; andere Unterhaltungen gehen.",
    "The group %1 was deleted.": "Die Gruppe %1 wurde gelöscht.",
    "The key that proves your name cannot be used (%1).":
      "Der Schlüssel, der Ihren Namen beweist, ist nicht brauchbar (%1).",
    "The name %1 belongs to somebody else at this relay.": "Der Name %1 gehört an diesem Relay jemand anderem.",
    "The program that answers is not the relay %1.": "Das Programm, das antwortet, ist nicht das Relay %1.",
    "The relay %1 is not running.": "Das Relay %1 läuft nicht.",
    "The relay's file %1 is damaged.": "Die Datei %1 des Relays ist beschädigt.",
    "The relay's file cannot be used (%1).": "Die Datei des Relays ist nicht brauchbar (%1).",
    "The relay's files cannot be used: %1 (%2).": "Die Dateien des Relays sind nicht brauchbar: %1 (%2).",
    "The system could not create a thread.": "Das System konnte keinen Thread anlegen.",
    "The system could not provide a thread or random bytes.":
      "Das System konnte keinen Thread oder keine Zufallszahlen bereitstellen.",
    "The system does not let the relay listen (%1).": "Das System lässt das Relay nicht lauschen (%1).",
    "Use it, or give this one another name.": "Verwenden Sie es, oder geben Sie diesem einen anderen Namen.",
    "Which profile of SimpleX Chat is used cannot be remembered (%1).":
      "Welches Profil von SimpleX Chat verwendet wird, lässt sich nicht merken (%1).",
    "You are no member of %1 any more.": "Sie sind kein Mitglied von %1 mehr.",
    "You can write to %1 again when its moderators have admitted you.":
      "Sie können %1 wieder schreiben, wenn die Moderatoren Sie zugelassen haben.",
    "the relay %1 is ready; Ctrl-C ends it.": "Das Relay %1 ist bereit; Strg-C beendet es.",
  ]
}
