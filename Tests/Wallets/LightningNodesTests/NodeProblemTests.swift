import BitcoinWallet
import LightningNodes
import LightningWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// What a glance says of a node that cannot be used.
@Suite struct NodeProblemTests {
  private func endpoint(_ node: NodeDouble) -> WalletEndpoint {
    let names: [NodeDouble.Program: String] = [.cln: "lightningd", .lnd: "lnd", .phoenixd: "phoenixd"]
    return WalletEndpoint(program: names[node.program] ?? "", url: node.server.url)
  }

  @Test(arguments: NodeDouble.Program.allCases) func aNodeThatIsWellIsReady(_ program: NodeDouble.Program) async throws
  {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let glance = await wallet.glance()
    #expect((glance.status, glance.problem, glance.height) == (.ready, nil, 114))
    #expect(await wallet.glance().digest == glance.digest)
    #expect(try await wallet.balance().available == Amount(atomicUnits: 80_000))
    #expect(try await wallet.largestPayment() == Amount(atomicUnits: 80_000))
    #expect(wallet.currency.network == "testnet")
  }

  @Test(arguments: NodeDouble.Program.allCases) func whatIsWrongIsTold(_ program: NodeDouble.Program) async throws {
    func problem(_ change: (inout NodeDouble.State) -> Void) async throws -> (WalletProblem?, WalletEndpoint) {
      let node = try NodeDouble(program)
      node.change(change)
      return (await (try node.wallet()).glance().problem, endpoint(node))
    }
    var (found, place) = try await problem { $0.network = "mainnet" }
    #expect(found == .wrongNetwork(expected: "test", found: "mainnet", place))
    let (old, needed) = [NodeDouble.Program.cln: ("v24.08.2", "24.11"), .lnd: ("0.17.5-beta", "0.18.0")][
      program, default: ("0.4.2-abcdef0", "0.5.0")]
    (found, place) = try await problem { $0.version = old }
    #expect(found == .tooOld(found: old, needed: needed, place))
    (found, place) = try await problem { $0.letsIn = false }
    #expect(found == .unauthorized(place))
    (found, place) = try await problem { $0.instead["getinfo"] = .answer("<html>Ein Fehler</html>") }
    #expect(found == .notUnderstood(code: nil, place))
    (found, place) = try await problem { $0.instead["getinfo"] = .close }
    #expect(found == .lost(place))
    if program != .phoenixd {
      (found, place) = try await problem { $0.isBehind = true }
      #expect(found == .syncing(SyncProgress(height: 114, endpoint: place)))
    }
    let gone = try NodeDouble(program)
    gone.server.stop()
    #expect(await (try gone.wallet()).glance().problem == .refused(endpoint(gone)))
  }

  @Test func lndIsLockedOrHasNoMacaroon() async throws {
    let node = try NodeDouble(.lnd)
    node.change { $0.isLocked = true }
    #expect(await (try node.wallet()).glance().problem == .noWalletOpen(endpoint(node)))
    let none = LightningWallet(alone: try node.node(macaroon: "/nonexistent/admin.macaroon"), clock: node.clock)
    #expect(await none.glance().problem == .noCookie(path: "/nonexistent/admin.macaroon", endpoint(node)))
  }

  /// What has another certificate is told so, and gets no macaroon.
  @Test func lndIsKnownByItsCertificate() async throws {
    let node = try NodeDouble(.lnd)
    let server = try await TLSServer()
    func problem(_ certificate: String) async throws -> WalletProblem? {
      var configuration = NodeConfiguration(
        chain: .test, url: server.url, credential: .macaroon(path: node.macaroonPath))
      configuration.certificates = certificate
      return await LightningWallet(alone: try LNDNode(configuration), clock: node.clock).glance().problem
    }
    let place = WalletEndpoint(program: "lnd", url: server.url)
    #expect(try await problem(server.certificate) == .notUnderstood(code: nil, place))
    #expect(try await problem(server.otherCertificate) == .untrusted(place))
    try await server.stop()
  }

  /// Another program may use the port after a restart: it is asked who it is before it is believed.
  @Test(arguments: NodeDouble.Program.allCases)
  func whatIsBehindTheURLIsAskedAgain(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    _ = try await wallet.balance()
    let path = program == .cln ? "listpeerchannels" : program == .lnd ? "/v1/channels" : "/getbalance"
    node.change { $0.instead[path] = .close }
    await #expect(throws: WalletError.unavailable) { _ = try await wallet.balance() }
    node.change { state in
      state.instead = [:]
      state.network = "mainnet"
    }
    await #expect(throws: WalletError.protocolViolation(code: nil)) { _ = try await wallet.balance() }
  }

  @Test(arguments: NodeDouble.Program.allCases)
  func amountsThatAreNoWholeNumbersAreRefused(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    node.change { state in
      switch program {
      case .cln:
        state.instead["listpeerchannels"] = .answer(
          #"{"channels":[{"state":"CHANNELD_NORMAL","peer_connected":true,"spendable_msat":8.0e7}]}"#,
          status: "201 Created")
      case .lnd:
        state.instead["/v1/channels"] = .answer(
          #"{"channels":[{"active":true,"num_updates":"7","pending_htlcs":[],"local_balance":81000,"#
            + #""local_constraints":{"chan_reserve_sat":"1000"}}]}"#)
      case .phoenixd:
        state.instead["getbalance"] = .answer(#"{"balanceSat":80000.0,"feeCreditSat":0}"#)
      }
    }
    let wallet = try node.wallet()
    await #expect(throws: WalletError.protocolViolation(code: nil)) { _ = try await wallet.balance() }
    #expect(await wallet.glance().status == .ready)
  }
}
