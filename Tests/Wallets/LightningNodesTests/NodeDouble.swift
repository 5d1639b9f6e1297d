import BitcoinWallet
import Cryptography
import Dispatch
import Foundation
import LightningInvoices
import LightningNodes
import LightningWallet
import PaymentsModel
import Synchronization
import TestSupport
import WalletBackend

/// A node that a test plays, behind a real server for HTTP. It speaks as the published sources of CLN, LND and phoenixd say
/// that the programs do; none of that was tried on a real one. Where a shape stands is told beside it, for these commits:
/// ElementsProject/lightning 090f4b0e6, lightningnetwork/lnd 90ea05d5a, ACINQ/phoenixd 402c2ea, ACINQ/lightning-kmp 1ee34a2c
/// and grpc-ecosystem/grpc-gateway 06138c86.
final class NodeDouble: Sendable {
  enum Program: String, Sendable, CaseIterable {
    case cln, lnd, phoenixd
  }

  /// What the node tells of the hash.
  enum Shown: Sendable {
    case none
    case pending
    /// All parts are said to have failed.
    case failed
    /// All parts are said to have failed, and a channel still holds the money of one.
    case failedAndInChannel
    case paid
    /// As paid, with an amount that is no whole number.
    case paidWithFraction
    case paidWithOtherPreimage
    /// As paid, and of another hash.
    case paidForOther
  }

  /// How the node answers the call that pays.
  enum Paying: Sendable {
    /// It answers at once, and then tells this of the hash.
    case answers(Shown)
    /// The connection ends, and the node tells this of the hash.
    case breaks(Shown)
    /// It answers when the test says so.
    case waits
    /// It lets nobody pay.
    case refuses
  }

  struct State: Sendable {
    var shown = Shown.none
    var paying = Paying.answers(.paid)
    /// The bodies of the calls that pay.
    var attempts: [String] = []
    /// When the parts that failed were sent, in seconds.
    var createdAt: Int64 = NodeDouble.start.milliseconds / 1_000
    var network: String
    var version: String
    var isBehind = false
    var letsIn = true
    /// Answers in place of those that the program would give, by a part of the request's line.
    var instead: [String: ScriptedServer.Step] = [:]
    /// The invoice that is handed out, and the list of those that were.
    var invoice = ""
    var invoices: [String] = []
    var isLocked = false
  }

  static let start = Timestamp(milliseconds: 1_700_000_000_000)
  static let preimage = [UInt8](repeating: 9, count: 32)
  static let macaroon: [UInt8] = [2, 1, 3, 0xAB]

  let program: Program
  let server: ScriptedServer
  let clock = ManualWallClock(start)
  let hash: String
  /// The public key of the node, which is also the payee of the invoices that tests sign.
  let identity: String
  private let answers: Answers
  private let folder: ScratchFolder

  var macaroonPath: String { folder.path + "/admin.macaroon" }

  /// What the thread of a connection needs.
  final class Answers: Sendable {
    let state: Mutex<State>
    let program: Program
    let hash: String
    let identity: String
    let end = DispatchSemaphore(value: 0)

    init(_ program: Program, hash: String, identity: String) {
      (self.program, self.hash, self.identity) = (program, hash, identity)
      let (network, version) =
        switch program {
        case .cln: ("testnet", "v24.11")
        case .lnd: ("testnet", "0.18.3-beta commit=v0.18.3-beta")
        case .phoenixd: ("testnet3", "0.5.0-402c2ea")
        }
      state = Mutex(State(network: network, version: version))
    }
  }

  init(_ program: Program) throws {
    self.program = program
    let sample = try SignedInvoice(prefix: "tb", paymentHash: SHA256.hash(Self.preimage)).text()
    let invoice = try LightningInvoice(sample)
    (hash, identity) = (invoice.paymentHash, invoice.payee)
    let answers = Answers(program, hash: invoice.paymentHash, identity: invoice.payee)
    self.answers = answers
    server = try ScriptedServer { request in answers.steps(for: request) }
    folder = try ScratchFolder()
    try Data(Self.macaroon).write(to: URL(filePath: folder.path + "/admin.macaroon"))
  }

  /// Changes what the node says and does.
  func change(_ body: (inout State) -> Void) { answers.state.withLock { body(&$0) } }
  func shows(_ shown: Shown) { change { $0.shown = shown } }
  var attempts: [String] { answers.state.withLock { $0.attempts } }
  /// Lets a call that waits be answered.
  func endAttempt() { answers.end.signal() }

  /// A backend for the node, as a program has one that was just started.
  func node(macaroon: String? = nil) throws -> any StandaloneNode {
    var configuration = NodeConfiguration(
      chain: .test, url: server.url, credential: .secret("secret"), timeout: .seconds(5))
    switch program {
    case .cln: return try CLNNode(configuration, clock: clock)
    case .lnd:
      configuration.credential = .macaroon(path: macaroon ?? macaroonPath)
      return try LNDNode(configuration)
    case .phoenixd: return try PhoenixdNode(configuration)
    }
  }

  /// A wallet of the node alone, as a program has one that was just started.
  ///
  /// - Parameter patience: how long a commit waits for an attempt.
  func wallet(patience: Duration = .seconds(120)) throws -> LightningWallet {
    LightningWallet(alone: try node(), clock: clock, patience: patience, uptime: clock.uptime)
  }
}

extension NodeDouble.Answers {
  func steps(for request: ScriptedServer.Request) -> [ScriptedServer.Step] {
    let state = state.withLock { $0 }
    guard state.letsIn, isLetIn(request) else { return [refusal(request, state)] }
    if let instead = state.instead.first(where: { request.line.contains($0.key) }) { return [instead.value] }
    if request.line.contains(payingPath) { return pay(String(decoding: request.body, as: UTF8.self)) }
    switch program {
    case .cln: return [cln(request, state)]
    case .lnd: return lnd(request, state)
    case .phoenixd: return [phoenixd(request, state)]
    }
  }

  private var payingPath: String {
    switch program {
    case .cln: "/v1/xpay"
    case .lnd: "/v2/router/send"
    case .phoenixd: "/payinvoice"
    }
  }

  private func isLetIn(_ request: ScriptedServer.Request) -> Bool {
    switch program {
    case .cln: request.headers["rune"] == "secret"
    case .lnd: request.headers["grpc-metadata-macaroon"] == "020103ab"
    // `:secret` in base64.
    case .phoenixd: request.headers["authorization"] == "Basic OnNlY3JldA=="
    }
  }

  private func pay(_ body: String) -> [ScriptedServer.Step] {
    let paying = state.withLock { state in
      if case .refuses = state.paying { return state.paying }
      state.attempts.append(body)
      switch state.paying {
      case .answers(let shown), .breaks(let shown): state.shown = shown
      case .waits, .refuses: break
      }
      return state.paying
    }
    switch paying {
    case .answers(let shown): return [paidAnswer(shown)]
    case .breaks: return [.close]
    case .waits:
      end.wait()
      return [paidAnswer(state.withLock { $0.shown })]
    case .refuses: return [.answer("", status: "401 Unauthorized")]
    }
  }

  private func paidAnswer(_ shown: NodeDouble.Shown) -> ScriptedServer.Step {
    switch program {
    case .cln: clnPaid(shown)
    case .lnd: lndPaid(shown)
    case .phoenixd: phoenixdPaid(shown)
    }
  }

  private func refusal(_ request: ScriptedServer.Request, _ state: NodeDouble.State) -> ScriptedServer.Step {
    switch program {
    // plugins/rest-plugin/src/shared.rs:50 and structs.rs:36 of CLN.
    case .cln: .answer(#"{"code":1502,"message":"Rune is not valid","data":null}"#, status: "401 Unauthorized")
    // The state is told to everybody (rpcperms/interceptor.go:893 of LND); all else is an error of no known kind.
    case .lnd where request.line.contains("/v1/state"): lndState(state)
    case .lnd:
      .answer(
        #"{"code":2,"message":"verification failed: signature mismatch after caveat verification","details":[]}"#,
        status: "500 Internal Server Error")
    // src/commonMain/kotlin/fr/acinq/phoenixd/Api.kt:102 of phoenixd.
    case .phoenixd:
      .answer(
        "Invalid authentication (use basic auth with the http password set in phoenix.conf)", status: "401 Unauthorized"
      )
    }
  }

  var preimage: String { NodeDouble.preimage.hexadecimal }
  var other: String { String(repeating: "ab", count: 32) }
}
