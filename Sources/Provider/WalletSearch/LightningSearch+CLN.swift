import BuiltInWallets

/// Core Lightning: `lightningd`, whose plugin clnrest listens where a port is set, and wants a rune.
extension LightningSearch {
  /// What the rune is for, as CLN writes it down.
  private static let restrictions = """
    '[["method=getinfo","method=listpeerchannels","method=listsendpays","method=listinvoices","method=invoice",\
    "method=xpay"]]'
    """

  private static let chains = ["bitcoin": "main", "testnet": "test", "testnet4": "test", "regtest": "regtest"]

  func clnWallets() -> [FoundWallet] {
    machine.wallets(of: machine.programs.filter { $0.name == "lightningd" }) { program in
      let wallet = cln(program)
      return program == nil && wallet.obstacle != nil ? nil : wallet
    }
  }

  private func cln(_ program: RunningProgram?) -> FoundWallet {
    var options = LongOptions(arguments: program?.arguments ?? [])
    let home = machine.home(of: program)
    let base = program?.folder ?? home
    let folder = options["lightning-dir"].map { absolute($0, in: base, of: program) } ?? home + "/.lightning"
    var sources: [String] = []
    let file = options["conf"].map { absolute($0, in: base, of: program) } ?? folder + "/config"
    if add(file, of: program, to: &options) { sources.append(file) }
    let network = Self.network(options)
    let below = folder + "/" + network
    if options["conf"] == nil, add(below + "/config", of: program, to: &options) { sources.append(below + "/config") }

    var section = LightningNodeSection(.cln)
    let protocolName = options["clnrest-protocol"] == "http" ? "http" : "https"
    // The certificate of clnrest is for this name.
    let place = options["clnrest-host"].map { "\($0):\(options["clnrest-port"] ?? "")" } ?? options["clnrest-port"]
    section.url = "\(protocolName)://" + Self.place(place, usual: ("localhost", 3010))
    let certificates = options["clnrest-certs"].map { absolute($0, in: below, of: program) } ?? below
    let certificate = protocolName == "https" ? certificates + "/ca.pem" : nil
    section.certificateFile = certificate.flatMap { self.file($0, of: program) } ?? ""
    let rune = machine.home + "/.lightning/payport.rune"
    section.credentialFile = self.file(folder + "/payport.rune", of: program) ?? copy(rune, for: program) ?? ""
    section.chain = Self.chains[network] ?? network
    var wallet = FoundWallet(.lightning(section), name: "lightningd", of: program)
    wallet.sources = sources
    if Self.chains[network] == nil {
      wallet.obstacle = FoundWallet.obstacle(unknownChain: network)
    } else if program?.isOwnOrService == false {
      wallet.obstacle = Self.ofAnother
    } else if options["clnrest-port"] == nil {
      wallet.obstacle = "it takes no calls by HTTP; write clnrest-port=3010 into \(file), and start it again"
    } else {
      wallet.obstacle = Self.lack(section, network, rune: rune, certificate: certificate)
    }
    return wallet
  }

  /// What it takes to be let in and is not there.
  ///
  /// - Parameters:
  ///   - rune: where one for payd is put.
  ///   - certificate: where its certificate is; `nil` if it needs none.
  private static func lack(
    _ section: LightningNodeSection, _ network: String, rune: String, certificate: String?
  ) -> String? {
    guard !section.credentialFile.isEmpty else {
      let client = network == "bitcoin" ? "lightning-cli" : "lightning-cli --network=\(network)"
      return "it needs a rune, which is its permission for payd; type: "
        + "(umask 077; \(client) createrune restrictions=\(restrictions) | "
        + #"sed -n 's/.*"rune": "\([^"]*\)".*/\1/p' > \#(rune))"#
    }
    if let certificate, section.certificateFile.isEmpty {
      return "you cannot read its certificate \(certificate); copy it to a place where you can, and name "
        + "that in provider.yml as certificate_file"
    }
    return nil
  }

  private static func network(_ options: LongOptions) -> String {
    if let network = options["network"] { return network }
    return ["testnet4", "testnet", "signet", "regtest"].first { options[$0] != nil } ?? "bitcoin"
  }
}
