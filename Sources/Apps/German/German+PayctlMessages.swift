extension German {
  /// What the provider says of a proof that an app had checked.
  static let payctlMessages: KeyValuePairs<String, String> = [
    "Nothing is shown: the network does not know the transaction, as far as this wallet can see. It was never sent, was taken back, or cannot be looked up here.":
      "Nichts ist gezeigt: Das Netz kennt die Transaktion nicht, soweit diese Wallet sehen kann. Sie wurde nie gesendet, wurde zurückgenommen oder lässt sich hier nicht nachschlagen.",
    "Nothing is shown: the proof is about another transaction or address.":
      "Nichts ist gezeigt: Der Nachweis betrifft eine andere Transaktion oder Adresse.",
    "Nothing is shown: the signature is not one of this text by the key in question. The text, the proof, or what it is said to be about was changed, or somebody else signed.":
      "Nichts ist gezeigt: Die Signatur ist keine dieses Textes mit dem fraglichen Schlüssel. Der Text, der Nachweis oder das, worum es gehen soll, wurde geändert, oder jemand anderes hat signiert.",
    "The amount is not shown: it is less, or part of it was spent since.":
      "Der Betrag ist nicht gezeigt: Er ist kleiner, oder ein Teil davon wurde seitdem ausgegeben.",
    "Whoever has this proof knows what the recipient of the invoice gives away when %1 arrives. Who paid is not shown, and nobody signed the text: whoever sees the proof can hand it on.":
      "Wer diesen Nachweis hat, weiß, was der Empfänger der Rechnung preisgibt, wenn %1 eingehen. Wer gezahlt hat, ist nicht gezeigt, und niemand hat den Text signiert: Wer den Nachweis sieht, kann ihn weitergeben.",
    "Whoever signed the text had part in making the transaction, which pays the address %1 and waits for a block: it can still be taken back. Who holds the address is not shown.":
      "Wer den Text signiert hat, war an der Transaktion beteiligt, die der Adresse %1 zahlt und auf einen Block wartet: Sie kann noch zurückgenommen werden. Wem die Adresse gehört, ist nicht gezeigt.",
    "Whoever signed the text had part in making the transaction, which pays the address %1 with %2 confirmations. Who holds the address is not shown.":
      "Wer den Text signiert hat, war an der Transaktion beteiligt, die der Adresse %1 zahlt, mit %2 Bestätigungen. Wem die Adresse gehört, ist nicht gezeigt.",
    "Whoever signed the text had part in making the transaction, which pays the address %1 with 1 confirmation. Who holds the address is not shown.":
      "Wer den Text signiert hat, war an der Transaktion beteiligt, die der Adresse %1 zahlt, mit 1 Bestätigung. Wem die Adresse gehört, ist nicht gezeigt.",
    "Whoever signed the text holds %1, unspent now. It may be spent at any time, and the same money can be shown to others as well.":
      "Wer den Text signiert hat, besitzt %1, jetzt nicht ausgegeben. Es kann jederzeit ausgegeben werden, und dasselbe Geld lässt sich auch anderen zeigen.",
    "Whoever signed the text holds the key of the address, which the transaction pays %1 and waits for a block: it can still be taken back. Who paid is not shown.":
      "Wer den Text signiert hat, hat den Schlüssel der Adresse, der die Transaktion %1 zahlt; sie wartet auf einen Block und kann noch zurückgenommen werden. Wer gezahlt hat, ist nicht gezeigt.",
    "Whoever signed the text holds the key of the address, which the transaction pays %1 with %2 confirmations. Who paid is not shown.":
      "Wer den Text signiert hat, hat den Schlüssel der Adresse, der die Transaktion %1 zahlt, mit %2 Bestätigungen. Wer gezahlt hat, ist nicht gezeigt.",
    "Whoever signed the text holds the key of the address, which the transaction pays %1 with 1 confirmation. Who paid is not shown.":
      "Wer den Text signiert hat, hat den Schlüssel der Adresse, der die Transaktion %1 zahlt, mit 1 Bestätigung. Wer gezahlt hat, ist nicht gezeigt.",
    "Whoever signed the text holds the key of the address. That anything was paid there is not shown.":
      "Wer den Text signiert hat, hat den Schlüssel der Adresse. Dass dorthin etwas gezahlt wurde, ist nicht gezeigt.",
  ]
}
