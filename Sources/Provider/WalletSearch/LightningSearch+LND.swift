import BuiltInWallets

/// LND, which has a certificate of its own and wants a macaroon.
extension LightningSearch {
  private static let chains = ["mainnet": "main", "testnet": "test", "testnet4": "test", "regtest": "regtest"]

  func lndWallets() -> [FoundWallet] {
    machine.wallets(of: machine.programs.filter { $0.name == "lnd" }) { program in
      let wallet = lnd(program)
      return program == nil && wallet.obstacle != nil ? nil : wallet
    }
  }

  private func lnd(_ program: RunningProgram?) -> FoundWallet {
    var options = LongOptions(arguments: program?.arguments ?? [])
    let home = machine.home(of: program)
    let base = program?.folder ?? home
    let folder = options["lnddir"].map { absolute($0, in: base, of: program) } ?? home + "/.lnd"
    let file = options["configfile"].map { absolute($0, in: base, of: program) } ?? folder + "/lnd.conf"
    let hasFile = add(file, of: program, to: &options)
    func path(_ key: String, _ usual: String) -> String {
      options[key].map { absolute($0, in: base, of: program) } ?? folder + "/" + usual
    }

    let network =
      ["mainnet", "testnet", "testnet4", "signet", "simnet", "regtest"].first { options["bitcoin." + $0] != nil }
      ?? "mainnet"
    var section = LightningNodeSection(.lnd)
    section.url = "https://" + Self.place(options["restlisten"], usual: ("127.0.0.1", 8080))
    section.chain = Self.chains[network] ?? network
    let (certificate, copied) = (path("tlscertpath", "tls.cert"), machine.home + "/.lnd/tls.cert")
    section.certificateFile = self.file(certificate, of: program) ?? copy(copied, for: program) ?? ""
    // One of its own is enough for payd; that of the owner lets it do everything.
    let macaroon = machine.home + "/.lnd/payport.macaroon"
    let ofOwner =
      options["adminmacaroonpath"].map { absolute($0, in: base, of: program) }
      ?? path("datadir", "data") + "/chain/bitcoin/\(network)/admin.macaroon"
    section.credentialFile =
      self.file(folder + "/payport.macaroon", of: program) ?? copy(macaroon, for: program)
      ?? self.file(ofOwner, of: program) ?? ""
    var wallet = FoundWallet(.lightning(section), name: "lnd", of: program)
    wallet.sources = hasFile ? [file] : []
    if Self.chains[network] == nil {
      wallet.obstacle = FoundWallet.obstacle(unknownChain: network)
    } else if program?.isOwnOrService == false {
      wallet.obstacle = Self.ofAnother
    } else if section.certificateFile.isEmpty {
      wallet.obstacle = "you cannot read its certificate \(certificate); have it copied to \(copied)"
    } else if section.credentialFile.isEmpty {
      let client = network == "mainnet" ? "lncli" : "lncli --network=\(network)"
      wallet.obstacle =
        "it needs a macaroon, which is its permission for payd, in a file of yours; who runs it types: "
        + "(umask 077; \(client) bakemacaroon --save_to \(macaroon) "
        + "info:read offchain:read offchain:write invoices:read invoices:write)"
    }
    return wallet
  }
}
