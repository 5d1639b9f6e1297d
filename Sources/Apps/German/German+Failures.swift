extension German {
  /// What is to be done where something failed.
  static let failures: KeyValuePairs<String, String> = [
    "%1 tries are left before you have to wait": "noch %1 Versuche, bevor Sie warten müssen",
    ", as payd audit head prints it": ", wie payd audit head sie ausgibt",
    ". Look first: payd sends": ". Sehen Sie zuerst nach: payd sends",
    "1 try is left before you have to wait": "noch 1 Versuch, bevor Sie warten müssen",
    ": add, for example, --per day AMOUNT": ": fügen Sie zum Beispiel hinzu: --per day BETRAG",
    ": install it beside payd": ": installieren Sie es neben payd",
    ": payd is not running here; start it with: payd run": ": payd läuft hier nicht; starten Sie es mit: payd run",
    ": raise the limit with payd limit, or deny it": ": erhöhen Sie das Limit mit payd limit, oder lehnen Sie ab",
    "; ask again with: payd status": "; fragen Sie noch einmal mit: payd status",
    "; ask again without --fee": "; fragen Sie noch einmal ohne --fee",
    "; look at it again with payd questions": "; sehen Sie sie mit payd questions noch einmal an",
    "; look at payd questions again": "; sehen Sie noch einmal nach: payd questions",
    "; look at payd questions in a moment": "; sehen Sie gleich noch einmal nach: payd questions",
    "; look first: payd sends": "; sehen Sie zuerst nach: payd sends",
    "; name the other's folder by --state": "; nennen Sie den Ordner des anderen mit --state",
    "; note that its last day is the one before --to": "; beachten Sie, dass sein letzter Tag der vor --to ist",
    "; payd abandon without one lists them": "; payd abandon ohne Angabe listet sie auf",
    "; say an order that payd sends lists, own, or forgotten":
      "; nennen Sie einen Auftrag, den payd sends auflistet, own oder forgotten",
    "; see: payd apps": "; siehe: payd apps",
    "; see: payd questions": "; siehe: payd questions",
    "; see: payd sends --all": "; siehe: payd sends --all",
    "; see: payd sessions": "; siehe: payd sessions",
    "; see: payd status": "; siehe: payd status",
    "; start payd once, then ask again": "; starten Sie payd einmal, und fragen Sie dann noch einmal",
    "; to let it in again, type at the payd that writes: payd daemons add %1 KEY (payd daemons key shows the key)":
      "; um es wieder einzulassen, geben Sie bei dem payd, das schreibt, ein: payd daemons add %1 SCHLÜSSEL (payd daemons key zeigt den Schlüssel)",
    "; type it when asked, or give a file that holds it: --pin-file":
      "; geben Sie sie auf Nachfrage ein, oder nennen Sie eine Datei, die sie enthält: --pin-file",
    "another payd%1 uses this state folder; stop it, or give --state another folder":
      "ein anderes payd%1 benutzt diesen Zustandsordner; beenden Sie es, oder geben Sie --state einen anderen Ordner",
    "cannot use the ledger: %1": "das Kontobuch ist nicht brauchbar: %1",
    "keep it, and give this wallet one of its own, with its own key: move the state folder away, as by\n  mv %1 %2-before\nor start payd with another one: payd run --state FOLDER (with ledger: postgresql://…, name another database)":
      "behalten Sie es, und geben Sie dieser Wallet ein eigenes mit eigenem Schlüssel: Verschieben Sie den Zustandsordner, etwa mit\n  mv %1 %2-before\noder starten Sie payd mit einem anderen: payd run --state ORDNER (mit ledger: postgresql://… nennen Sie eine andere Datenbank)",
    "payd is stopping; nothing was changed": "payd beendet sich gerade; nichts wurde geändert",
    "payd%1 is starting or stopping; ask again in a moment":
      "payd%1 startet oder beendet sich gerade; fragen Sie gleich noch einmal",
    "the next try is in %1 minutes": "der nächste Versuch ist in %1 Minuten",
    "the next try is in %1 seconds": "der nächste Versuch ist in %1 Sekunden",
    "the wallet has not told yet what it sent before payd was started; try again once it is ready":
      "die Wallet hat noch nicht gesagt, was sie vor dem Start von payd gesendet hat; versuchen Sie es noch einmal, sobald sie bereit ist",
  ]
}
