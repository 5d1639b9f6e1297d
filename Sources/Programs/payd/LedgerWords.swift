import Provider
import TerminalUI

/// Explains to the owner why the ledger cannot be used, and what to do about it.
struct LedgerWords: CustomStringConvertible {
  let fault: LedgerFault
  let folder: String

  /// The explanation for a restored copy. It may lack payments, so that the wallets are asked before anything is paid.
  private static var afterwards: String {
    localized(
      """
      payd then asks the wallets what they sent since. If the copy does not know all of that, payd pays nothing until you \
      have looked: payd sends
      """)
  }

  var description: String {
    switch fault {
    case .damaged:
      localized(
        """
        \(folder) is damaged, and payd never pays from a damaged ledger. Stop here and restore the newest good copy of the \
        whole folder. \(Self.afterwards). Without a copy: look in the wallet itself what was paid, move the folder away, and \
        pair the apps again
        """)
    case .changedOutside:
      localized(
        """
        ledger.sqlite in \(folder) is not what payd wrote last: it is damaged, or another program wrote to it. Stop here and \
        restore the newest good copy of the whole folder. \(Self.afterwards). If you know that another program did it \
        (opening it with sqlite3 after a crash is enough), remove ledger.pages from the folder
        """)
    case .lostItsEnd:
      localized(
        """
        \(folder) lacks its most recent data; continuing with it could repeat payments that were made. Stop \
        here and restore the newest good copy of the whole folder. \(Self.afterwards). Without a copy: look in the wallet \
        itself what was paid, and if you then want to continue with the rest, remove ledger.mark from the folder
        """)
    case .diskFull, .diskFailed, .restoreUnfinished: fault.words(in: folder)
    case .putBack(let database):
      localized(
        """
        the database \(database) lacks its most recent data, as after an older copy was restored or a standby took over that \
        lagged; continuing with it could repeat payments that were made. If `ledger` in the configuration was changed to \
        another database, change it back. Otherwise stop here and go on with the newest good copy, if there is one. \(Self.afterwards). Without one: look in the wallet itself what was paid, and if you then want to continue \
        with the rest, remove ledger.mark and ledger.epoch from \(folder)
        """)
    case .unreachable(let why):
      localized(
        """
        \(folder) cannot be reached: \(why). Look at `ledger` in the configuration, and whether the server runs and takes \
        writes
        """)
    case .movedAway:
      localized(
        """
        the ledger was moved from \(folder) to another place by payd ledger copy, and goes on there. Change `ledger` in the \
        configuration, or end this payd for good: two ledgers of one wallet could pay the same twice
        """)
    case .moveUnfinished:
      localized(
        """
        the ledger was being moved from \(folder) into a database when that was interrupted. Type the same payd ledger copy \
        --to ADDRESS again: it finds out which of them has the ledger, and finishes
        """)
    case .ofOtherProvider(let key):
      localized(
        """
        \(folder) belongs to a provider with another key (\(key)). All providers of one ledger need the same key: put its \
        identity.json into the state folder of this one, or change `ledger` in the configuration
        """)
    case .writtenBeforeRelease:
      localized(
        """
        \(folder) was written by a payd from before the first release, and this one cannot read it. Finish with that payd \
        what is under way, move the folder away, and pair the apps anew
        """)
    case .writtenLater:
      localized(
        """
        \(folder) was written by a later version of payd, and this one cannot read it. Install that version again; nothing \
        was changed. To go on with this one, restore a backup from before the later one was installed: payd restore FILE \
        --replace. \(Self.afterwards)
        """)
    }
  }
}
