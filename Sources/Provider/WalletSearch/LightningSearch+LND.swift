import BuiltInWallets

/// LND, which has a certificate of its own and wants a macaroon.
extension LightningSearch {
  private static let chains = ["mainnet": "main", "testnet": "test", "testnet4": "test", "regtest": "regtest"]

  func lndWallets() -> [FoundWallet] {
    let running = machine.programs.filter { $0.name == "lnd" }
    if !running.isEmpty { return running.map(lnd) }
    let atRest = lnd(nil)
    return atRest.obstacle == nil ? [atRest] : []
  }

  private func lnd(_ program: RunningProgram?) -> FoundWallet {
    var options = LongOptions(arguments: program?.arguments ?? [])
    let home = home(of: program)
    let base = program?.folder ?? home
    let folder = options["lnddir"].map { absolute($0, in: base, of: program) } ?? home + "/.lnd"
    let file = options["configfile"].map { absolute($0, in: base, of: program) } ?? folder + "/lnd.conf"
    let hasFile = add(file, to: &options)
    func path(_ key: String, _ usual: String) -> String {
      options[key].map { absolute($0, in: base, of: program) } ?? folder + "/" + usual
    }

    let network =
      ["mainnet", "testnet", "testnet4", "signet", "simnet", "regtest"].first { options["bitcoin." + $0] != nil }
      ?? "mainnet"
    var section = LightningNodeSection(.lnd)
    section.url = "https://" + Self.place(options["restlisten"], usual: ("127.0.0.1", 8080))
    section.chain = Self.chains[network] ?? network
    let certificates = [path("tlscertpath", "tls.cert"), machine.home + "/.lnd/tls.cert"]
    section.certificateFile = certificates.first(where: canRead) ?? certificates[0]
    // One of its own is enough for payd; that of the owner lets it do everything.
    let macaroons = [
      folder + "/payport.macaroon", machine.home + "/.lnd/payport.macaroon",
      options["adminmacaroonpath"].map { absolute($0, in: base, of: program) }
        ?? path("datadir", "data") + "/chain/bitcoin/\(network)/admin.macaroon",
    ]
    section.credentialFile = macaroons.first(where: canRead) ?? macaroons[1]
    var wallet = FoundWallet(.lightning(section), program: "lnd", process: program?.process)
    wallet.sources = hasFile ? [file] : []
    wallet.obstacle = obstacle(section, network)
    return wallet
  }

  private func obstacle(_ section: LightningNodeSection, _ network: String) -> String? {
    if Self.chains[network] == nil { return Self.unknown(network) }
    guard canRead(section.certificateFile) else {
      return "you cannot read its certificate \(section.certificateFile); "
        + "have it copied to \(machine.home)/.lnd/tls.cert"
    }
    guard canRead(section.credentialFile) else {
      let client = network == "mainnet" ? "lncli" : "lncli --network=\(network)"
      return "it needs a macaroon, which is its permission for payd, in a file of yours; who runs it types: "
        + "(umask 077; \(client) bakemacaroon --save_to \(section.credentialFile) "
        + "info:read offchain:read offchain:write invoices:read invoices:write)"
    }
    return nil
  }
}
