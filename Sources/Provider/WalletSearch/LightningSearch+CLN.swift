import BuiltInWallets

/// Core Lightning: `lightningd`, whose plugin clnrest listens where a port is set, and wants a rune.
extension LightningSearch {
  /// What the rune is for, as CLN writes it down.
  private static let rune = """
    '[["method=getinfo","method=listpeerchannels","method=listsendpays","method=listinvoices","method=invoice",\
    "method=xpay"]]'
    """

  private static let chains = ["bitcoin": "main", "testnet": "test", "testnet4": "test", "regtest": "regtest"]

  func clnWallets() -> [FoundWallet] {
    let running = machine.programs.filter { $0.name == "lightningd" }
    if !running.isEmpty { return running.map(cln) }
    let atRest = cln(nil)
    return atRest.obstacle == nil ? [atRest] : []
  }

  private func cln(_ program: RunningProgram?) -> FoundWallet {
    var options = LongOptions(arguments: program?.arguments ?? [])
    let home = home(of: program)
    let base = program?.folder ?? home
    let folder = options["lightning-dir"].map { absolute($0, in: base, of: program) } ?? home + "/.lightning"
    var sources: [String] = []
    let file = options["conf"].map { absolute($0, in: base, of: program) } ?? folder + "/config"
    if add(file, to: &options) { sources.append(file) }
    let network = Self.network(options)
    let below = folder + "/" + network
    if options["conf"] == nil, add(below + "/config", to: &options) { sources.append(below + "/config") }

    var section = LightningNodeSection(.cln)
    let protocolName = options["clnrest-protocol"] == "http" ? "http" : "https"
    // The certificate of clnrest is for this name.
    let place = options["clnrest-host"].map { "\($0):\(options["clnrest-port"] ?? "")" } ?? options["clnrest-port"]
    section.url = "\(protocolName)://" + Self.place(place, usual: ("localhost", 3010))
    if protocolName == "https" {
      let certificates = options["clnrest-certs"].map { absolute($0, in: below, of: program) } ?? below
      section.certificateFile = certificates + "/ca.pem"
    }
    let places = [folder + "/payport.rune", machine.home + "/.lightning/payport.rune"]
    section.credentialFile = places.first(where: canRead) ?? places[1]
    section.chain = Self.chains[network] ?? network
    var wallet = FoundWallet(.lightning(section), program: "lightningd", process: program?.process)
    wallet.sources = sources
    wallet.obstacle = obstacle(section, network, hasPort: options["clnrest-port"] != nil, file: file)
    return wallet
  }

  private func obstacle(_ section: LightningNodeSection, _ network: String, hasPort: Bool, file: String) -> String? {
    if Self.chains[network] == nil { return Self.unknown(network) }
    guard hasPort else {
      return "it takes no calls by HTTP; write clnrest-port=3010 into \(file), and start it again"
    }
    guard canRead(section.credentialFile) else {
      let client = network == "bitcoin" ? "lightning-cli" : "lightning-cli --network=\(network)"
      return "it needs a rune, which is its permission for payd; type: "
        + "(umask 077; \(client) createrune restrictions=\(Self.rune) | "
        + #"sed -n 's/.*"rune": "\([^"]*\)".*/\1/p' > \#(section.credentialFile))"#
    }
    guard section.certificateFile.isEmpty || canRead(section.certificateFile) else {
      return "you cannot read its certificate \(section.certificateFile); copy it to a place where you can, and name "
        + "that in provider.yml as certificate_file"
    }
    return nil
  }

  private static func network(_ options: LongOptions) -> String {
    if let network = options["network"] { return network }
    return ["testnet4", "testnet", "signet", "regtest"].first { options[$0] != nil } ?? "bitcoin"
  }
}
