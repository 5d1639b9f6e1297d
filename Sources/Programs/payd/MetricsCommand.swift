import ArgumentParser
import OwnerAPI
import TerminalUI

struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", abstract: localized("Print the daemon's metrics as OpenMetrics text."),
    discussion: """
      They tell how the daemon does: sessions, requests, orders and invoices by state, wallets, the ledger, the process. \
      One that stands by tells what it knows itself of the ledger that it shares, and of its process. \
      They have no amounts, addresses, identifiers or names of apps. Counters begin at 0 when the daemon starts.

      There is no port to scrape. For Prometheus, have a timer write them for the textfile collector of node_exporter, \
      as the user of the daemon, into a file of another name first, so that no half of it is read:
        payd metrics >payd.prom.new && mv payd.prom.new payd.prom || rm -f payd.prom payd.prom.new
      """)
  @OptionGroup var folders: FolderOptions

  func run() throws {
    try Terminal.standard.write(folders.ask(GetMetrics.self).text)
  }
}
