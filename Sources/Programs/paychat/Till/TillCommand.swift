import ArgumentParser
import ChatPayments
import Consumer
import Files
import TerminalUI
import Till

/// The command `paychat till --as shop PRICES.yml`.
struct TillCommand: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "till",
    abstract: localized(
      "Sell to the people of the chat: they write and tap, the till makes addresses and watches the payments."),
    discussion: """
      The price list is a file in YAML: --example prints one to begin with, and --check FILE says whether it is right. The \
      customers' side needs no paychat: any SimpleX Chat will do, with --simplex PORT here.

      The screen shows purchases, refunds that wait for you, what customers write, and what was sold today. Typed there: \
      answer N WORDS answers customer N, close sells nothing new, open sells again, quit ends the till.

      From another terminal, with the same --as: --status lists the purchases, --close stops selling and finishes what is open, --open sells \
      again.

      Exit status of --check: 0 right; 65 not a price list; 69 right, but a rate is missing, so that something cannot be sold.
      """)

  @Argument(help: ArgumentHelp(localized("The file with the price list.")), completion: .file())
  var prices: String?

  @OptionGroup var person: PersonOptions

  @Option(help: ArgumentHelp(localized("Read a price list, say what is wrong with it, and end."), valueName: "file"))
  var check: String?

  @Flag(help: ArgumentHelp(localized("Print a price list to begin with, and end.")))
  var example = false

  @Flag(help: ArgumentHelp(localized("Ring the terminal's bell when somebody orders, pays or writes.")))
  var bell = false

  @Flag(help: ArgumentHelp(localized("List the purchases of the till, and end.")))
  var status = false

  @Flag(help: ArgumentHelp(localized("Stop selling; what is open is finished.")))
  var close = false

  @Flag(help: ArgumentHelp(localized("Sell again.")))
  var open = false

  @OptionGroup var network: NetworkOptions

  @Option(help: ArgumentHelp(localized("How the till's key must be kept: file or libsecret."), valueName: "place"))
  var keys: KeyKeeping?

  @Option(
    help: ArgumentHelp(localized("The file with the passphrase of the till's sealed key."), valueName: "file"),
    completion: .file()
  )
  var passphraseFile: String?

  func validate() throws {
    let modes = [check != nil, example, status, close, open, prices != nil].count { $0 }
    guard modes == 1 else {
      throw ValidationError(
        localized("Name a price list, or one of --example, --check FILE, --status, --close and --open."))
    }
  }

  func run(in terminal: Terminal) async throws -> TerminalUI.ExitStatus {
    if let check { return try await checkList(check, terminal) }
    if example {
      try terminal.write(TillExample.text)
      return .ok
    }
    let manifest = try manifest()
    let folder = person.folders.directories.consumer(appID: manifest.appID) + "/till"
    if status { return try showStatus(folder, terminal) }
    if close || open { return try setShop(folder, terminal) }
    guard let prices else { return .usage }
    let list = try PriceListFile.read(prices)
    let network = try await network.join(as: person, files: folder + "/simplex")
    let client = PaymentsClient(
      manifest,
      options: ClientOptions(
        directories: person.folders.directories, keys: keys,
        passphrase: TerminalPassphrase.source(file: passphraseFile),
        // The till asks again by itself.
        provider: self.network.provider, patience: .seconds(1)))
    do {
      let till = try await openTill(list, network: network, client: client, folder: folder)
      let program = try TillProgram(
        till: till, client: client, network: network, list: list, terminal: terminal, folder: folder, rings: bell)
      await program.run()
      await client.close()
      await network.transport.close()
      return .ok
    } catch {
      await client.close()
      await network.transport.close()
      throw error
    }
  }

  private func checkList(_ path: String, _ terminal: Terminal) async throws -> TerminalUI.ExitStatus {
    let list = try PriceListFile.read(path)
    let count = list.items.count
    let things =
      count == 1 ? localized("1 thing to sell at \(list.shop)") : localized("\(count) things to sell at \(list.shop)")
    let missing = await RateReader().rulesWithoutRate(in: list, now: SystemWallClock().now())
    guard !missing.isEmpty else {
      try terminal.writeLines([
        localized("\(SafeText(path)) is right: \(things). Times are those of \(list.zoneWords).")
      ])
      return .ok
    }
    let rates = list.rates.count
    let lack =
      rates == 1
      ? localized("\(SafeText(path)) can be read: \(things). But \(missing.count) of 1 rate cannot be used now:")
      : localized(
        "\(SafeText(path)) can be read: \(things). But \(missing.count) of \(rates) rates cannot be used now:")
    try terminal.writeLines([lack] + missing.map { TillAlertText.noRate($0) })
    return .unavailable
  }

  private func openTill(
    _ list: PriceList, network: any ChatNetwork, client: PaymentsClient, folder: String
  ) async throws -> Till {
    do {
      return try await Till(
        list, network: network.name, transport: network.transport, wallet: client, storage: TillFiles(folder))
    } catch let error as KeptFolderError {
      throw TillFailureText.failure(error)
    } catch let error as TillOfOtherNetwork {
      throw TillFailureText.failure(error)
    }
  }

  /// The name of the till. One for SimpleX Chat needs none.
  private func name() throws(CommandFailure) -> String? {
    guard person.person == nil else { return try person.name() }
    return network.simplex == nil ? nil : "simplex"
  }

  /// The manifest that the wallet's owner sees. A till is another app than the chat of the same person.
  private func manifest() throws(CommandFailure) -> Manifest {
    guard let name = try name() else {
      throw CommandFailure(
        .usage, reason: "usage", localized("Which till?"),
        advice: localized("Say --as NAME with a name for it, such as --as shop."))
    }
    return Manifest(
      appID: "payport.till.\(name.replacing("_", with: "-"))", name: "paychat till (\(name))",
      version: ProgramVersion.text, scopes: [.receive, .pay, .prove])
  }

  private func showStatus(_ folder: String, _ terminal: Terminal) throws -> TerminalUI.ExitStatus {
    do throws(KeptFolderError) {
      let (customers, isClosed) = try TillFiles.look(at: folder)
      let purchases = customers.flatMap { customer in customer.purchases.map { (customer, $0) } }
      func table() -> Table {
        TillTable.table(purchases.sorted { $0.1.madeAt < $1.1.madeAt }, now: SystemWallClock().now())
      }
      // A program that reads the list finds the same words in it, whatever the language of the person.
      let list = terminal.isTTY(.output) ? table() : Translation.$ofTask.withValue(Translation.none) { table() }
      try? terminal.writeLines(list.lines(for: terminal))
      let newest = purchases.map(\.1).max { $0.madeAt < $1.madeAt }
      // What is for people does not mix with the list, which another program may read.
      let notes =
        // The shop's zone is that of its price list, which each purchase has kept.
        [TillHead.sales(purchases.map(\.1), now: SystemWallClock().now(), in: newest?.zone ?? .system)]
        + TillHead.refunds(purchases.map { ($0.0, $0.1) })
      try? terminal.writeLines(notes, to: .error)
      if isClosed { try? terminal.writeLines([localized("The shop is closed: nothing new is sold.")], to: .error) }
      return .ok
    } catch {
      throw TillFailureText.failure(error)
    }
  }

  private func setShop(_ folder: String, _ terminal: Terminal) throws -> TerminalUI.ExitStatus {
    do throws(KeptFolderError) {
      try TillFiles.setShop(at: folder, closed: close)
    } catch {
      throw TillFailureText.failure(error)
    }
    guard close else {
      try terminal.writeLines([localized("The shop is open.")])
      return .ok
    }
    let purchases: [Purchase]
    do throws(KeptFolderError) {
      purchases = try TillFiles.look(at: folder).customers.flatMap(\.purchases)
    } catch {
      // That something is open is not known then, and neither is that nothing is.
      try terminal.writeLines([localized("The shop is closed: nothing new is sold. --open sells again.")])
      throw TillFailureText.failure(error)
    }
    let now = SystemWallClock().now()
    let open = purchases.count { $0.isOpen(now: now) }
    let closed =
      switch open {
      case 0: localized("The shop is closed: nothing new is sold; nothing is open. --open sells again.")
      case 1:
        localized(
          "The shop is closed: nothing new is sold; 1 open purchase goes on, while the till runs. --open sells again.")
      default:
        localized(
          "The shop is closed: nothing new is sold; \(open) open purchases go on, while the till runs. "
            + "--open sells again.")
      }
    try terminal.writeLines([closed])
    return .ok
  }
}

/// Reads the file of a price list.
enum PriceListFile {
  static func read(_ path: String) throws -> PriceList {
    let bytes = try LocalFile.readTrusted(path, limit: 65_536)
    let list: PriceList
    do throws(PriceListFailure) {
      list = try PriceList(parsing: bytes)
    } catch {
      throw CommandFailure(
        .dataError, reason: "price_list", "\(path), \(error.position): \(error.words)",
        advice: localized("paychat till --check FILE reads it again."))
    }
    for rule in list.rates {
      switch rule.source {
      case .file(let path), .program(let path): try LocalFile.checkTrusted(path)
      }
    }
    var located = list
    if located.zone == nil { located.zone = .system }
    return located
  }
}

extension PriceList {
  /// The time zone in words.
  fileprivate var zoneWords: String { SafeText((zone ?? .utc).name, limit: 60).text }
}

/// The failures of the till's own files in words.
enum TillFailureText {
  static func failure(_ error: AnswerRefusal, _ number: Int) -> CommandFailure {
    switch error {
    case .unknownCustomer:
      CommandFailure(.dataError, reason: "unknown_customer", localized("There is no customer \(number)."))
    case .length:
      CommandFailure(
        .dataError, reason: "answer", localized("An answer has 1 to \(AnswerRefusal.longest) characters."))
    case .full:
      CommandFailure(
        .tryAgain, reason: "answer",
        localized("Too many messages wait for customer \(number), who does not get them now."))
    }
  }

  static func failure(_ error: KeptFolderError) -> CommandFailure {
    switch error {
    case .inUse:
      CommandFailure(
        .config, reason: "till_in_use", localized("Another till of the same name runs already."),
        advice: localized("Use that one, or another name with --as."))
    case .file(_, .missing):
      CommandFailure(
        .dataError, reason: "no_till", localized("There is no till of that name here yet."),
        advice: localized("Open it first: paychat till --as NAME PRICES.yml"))
    case .file(let name, let error):
      CommandFailure(
        .ioError, reason: "till_failed", localized("The purchases cannot be kept: \(name) (\(error))."),
        advice: localized("See the folder that --state names."))
    case .damaged(let name):
      CommandFailure(
        .config, reason: "till_damaged", localized("The file \(name) does not hold what it should."),
        advice: localized("Restore it from a backup. Without it the till forgets that customer's purchases."))
    }
  }

  static func failure(_ error: TillOfOtherNetwork) -> CommandFailure {
    CommandFailure(
      .config, reason: "other_network",
      localized(
        "The customers of this till are people of another network: \(NetworkWords.shown(error.expected, limit: 60)), not "
          + "\(NetworkWords.shown(error.found, limit: 60))."),
      advice: localized("Use that network, or another name with --as."))
  }
}
