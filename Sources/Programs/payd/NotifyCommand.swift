import ArgumentParser
import OwnerAPI
import TerminalUI

struct Notify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Say that a wallet may know something new: for the hooks of its daemon."),
    discussion: """
      payd then asks the wallet at once, and not only at the next interval. Calls may come as often as they like: many \
      within a second are as good as one. Nothing is printed.

      litecoind -walletnotify='payd notify LTC' -blocknotify='payd notify LTC'
      monerod --block-notify '/usr/bin/payd notify XMR'
      monero-wallet-rpc --tx-notify '/usr/bin/payd notify XMR'
      """)
  @Argument(help: .localized("The currency, such as LTC."), completion: OwnerCompletion.currencies) var currency: String
  @OptionGroup var folders: FolderOptions

  func run() throws {
    _ = try folders.ask(NotifyOfNews.self, .init(currency: currency))
  }
}
