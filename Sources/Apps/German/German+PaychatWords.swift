extension German {
  /// What a network or its transport says in English, as part of a sentence.
  static let paychatWords: KeyValuePairs<String, String> = [
    "(This was sent as a payment card. Nothing proves who wrote it, so it cannot be used.)":
      "(Das wurde als Zahlungskarte gesendet. Nichts beweist, wer sie geschrieben hat, deshalb ist sie nicht verwendbar.)",
    "Answer there what it asks you, or wait.": "Beantworten Sie dort, was sie fragt, oder warten Sie.",
    "Ask them whether they still use it, and connect again with a new link.":
      "Fragen Sie, ob der Kontakt es noch benutzt, und verbinden Sie sich neu mit einem neuen Link.",
    "Connect again, with a new link.": "Verbinden Sie sich neu, mit einem neuen Link.",
    "It is made by itself when both of you are online.":
      "Die Verbindung entsteht von selbst, wenn Sie beide online sind.",
    "It was not possible: delete the contact there, and connect with a new link.":
      "Es war nicht möglich: Löschen Sie dort den Kontakt, und verbinden Sie sich mit einem neuen Link.",
    "Join it there.": "Treten Sie ihr dort bei.",
    "Open the conversation there, and connect.": "Öffnen Sie dort die Unterhaltung, und verbinden Sie sich.",
    "SimpleX Chat cannot write the file": "SimpleX Chat kann die Datei nicht schreiben",
    "SimpleX Chat does not find the group": "SimpleX Chat findet die Gruppe nicht",
    "SimpleX Chat does not know the command; it may be another version":
      "SimpleX Chat kennt den Befehl nicht; vielleicht ist es eine andere Version",
    "SimpleX Chat gives no answer that can be understood": "SimpleX Chat gibt keine verständliche Antwort",
    "SimpleX Chat has already saved the file: %1": "SimpleX Chat hat die Datei schon gespeichert: %1",
    "SimpleX Chat has an internal error": "SimpleX Chat hat einen internen Fehler",
    "SimpleX Chat is stopped": "SimpleX Chat ist angehalten",
    "SimpleX Chat reports %1": "SimpleX Chat meldet %1",
    "The relay %1": "Relay %1",
    "They have asked to be connected: accept it there.":
      "Der Kontakt hat um Verbindung gebeten: Nehmen Sie das dort an.",
    "They have to accept your request. Then it is made by itself.":
      "Der Kontakt muss Ihre Anfrage annehmen. Dann entsteht die Verbindung von selbst.",
    "They have to open the link that you gave them. Then it is made by itself.":
      "Der Kontakt muss den Link öffnen, den Sie ihm gegeben haben. Dann entsteht die Verbindung von selbst.",
    "Write to the moderators there, or wait.": "Schreiben Sie dort den Moderatoren, oder warten Sie.",
    "a moderator of the group has to admit you": "ein Moderator der Gruppe muss Sie zulassen",
    "another profile is active in SimpleX Chat": "in SimpleX Chat ist ein anderes Profil aktiv",
    "nobody of that name has been here yet": "niemand mit diesem Namen war schon hier",
    "the connection with this contact is not made yet": "die Verbindung mit diesem Kontakt steht noch nicht",
    "the conversation was ended": "die Unterhaltung wurde beendet",
    "the file is not on its server any more": "die Datei ist nicht mehr auf ihrem Server",
    "the file is not there any more": "die Datei ist nicht mehr da",
    "the file is on a server that SimpleX Chat does not know; approve it there":
      "die Datei liegt auf einem Server, den SimpleX Chat nicht kennt; genehmigen Sie ihn dort",
    "the file is still on its way; ask again": "die Datei ist noch unterwegs; fragen Sie noch einmal",
    "the file is too large for SimpleX Chat": "die Datei ist zu groß für SimpleX Chat",
    "the file is too large to be taken over; receive it in SimpleX Chat itself":
      "die Datei ist zu groß, um sie zu übernehmen; empfangen Sie sie in SimpleX Chat selbst",
    "the group does not allow messages to single members":
      "die Gruppe erlaubt keine Nachrichten an einzelne Mitglieder",
    "the group has not let you in yet": "die Gruppe hat Sie noch nicht eingelassen",
    "the list of the members is longer than can be read": "die Liste der Mitglieder ist zu lang, um sie zu lesen",
    "the members of the group are not known: %1": "die Mitglieder der Gruppe sind nicht bekannt: %1",
    "the name of the file": "der Name der Datei",
    "the network has tried for days and gave up": "das Netz hat es tagelang versucht und aufgegeben",
    "the other side has deleted the conversation": "die andere Seite hat die Unterhaltung gelöscht",
    "the other side has not fetched its messages for long, and no more are kept for it":
      "die andere Seite hat ihre Nachrichten lange nicht abgeholt, und weitere werden nicht für sie aufbewahrt",
    "the proof is wrong": "der Nachweis ist falsch",
    "the relay cannot write its files": "das Relay kann seine Dateien nicht schreiben",
    "the relay is full": "das Relay ist voll",
    "the sender has taken the file back": "der Absender hat die Datei zurückgenommen",
    "the server has blocked the file": "der Server hat die Datei gesperrt",
    "the server of the file does not answer": "der Server der Datei antwortet nicht",
    "the server of the other side does not take it": "der Server der anderen Seite nimmt es nicht an",
    "the servers on the way do not take it": "die Server auf dem Weg nehmen es nicht an",
    "this cannot be a name": "das kann kein Name sein",
    "this contact does not take messages any more": "dieser Kontakt nimmt keine Nachrichten mehr an",
    "this name belongs to somebody else at this relay": "dieser Name gehört an diesem Relay jemand anderem",
    "you are invited to the group and have not joined it":
      "Sie sind in die Gruppe eingeladen und ihr nicht beigetreten",
    "you are no member of the group any more": "Sie sind kein Mitglied der Gruppe mehr",
    "you have not joined the group": "Sie sind der Gruppe nicht beigetreten",
    "your role in the group does not allow it": "Ihre Rolle in der Gruppe erlaubt es nicht",
  ]
}
