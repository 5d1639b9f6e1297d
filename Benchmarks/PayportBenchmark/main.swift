import Cryptography
import Dispatch
import JSON
import PaymentsModel
import Platform

/// Makes the whole run. Parts whose programs are missing are left out with a note.
func run(_ options: Options) async throws -> Report {
  var measurements = Measurements()
  let folder = try RunFolder(below: options.tools)
  let identity = try Ed25519.SigningKey(from: SystemRandom())
  var result =
    #"{"currencies":[{"code":"XMR","name":"Monero","decimals":12,"network":"mainnet","ready":"ready","#
    + #""confirmations":10,"uri_scheme":"monero"}]}"#
  var payd: BenchmarkedPayd?
  var paydTarget: PaydTarget?
  if access(options.payd, X_OK) == 0 {
    if options.parts.contains(.footprint) {
      try Footprint(options: options).measure(folder: folder, identity: identity, into: &measurements)
    }
    let started = try BenchmarkedPayd(options: options, folder: folder)
    let target = try started.target(identity: identity, frameSize: options.frameSize)
    if !options.parts.contains(.footprint) { try started.pair(target) }
    result = try resultText(of: try target.connect().call(Request.text))
    payd = started
    paydTarget = target
  } else {
    note("\(options.payd) is not there: payd is left out")
  }
  defer { payd?.process.stop() }
  let yardsticks = try Yardsticks(options: options, replySize: nil, node: result)
  defer { yardsticks.stop() }
  let targets: [any Target] = yardsticks.targets + (paydTarget.map { [$0] } ?? [])
  if options.parts.contains(.throughput) {
    try Throughput(options: options).measure(targets, into: &measurements)
  }
  if paydTarget != nil, options.parts.contains(.throughput) {
    // The measurement is repeated with replies as long as payd's, which shows the effect of the reply's size.
    let size = result.utf8.count + 36 + Protection.sealedOverhead
    let longer = try Yardsticks(options: options, replySize: size, node: nil)
    defer { longer.stop() }
    try Throughput(options: options).measure(longer.targets, connectionCounts: [64], into: &measurements)
  }
  if options.parts.contains(.handshakes) {
    try Handshakes(options: options).measure(targets, into: &measurements)
  }
  payd?.process.stop()
  if payd != nil, options.parts.contains(.orders) {
    try OrderBenchmark(options: options).measure(identity: identity, into: &measurements)
  }
  if payd != nil, options.parts.contains(.wallets) {
    try await RealWallets(options: options, identity: identity).measure(into: &measurements)
  }
  if payd != nil, options.parts.contains(.electrum) {
    try await RealWallets(options: options, identity: identity).measureElectrum(into: &measurements)
  }
  if payd != nil, options.parts.contains(.payouts) {
    try await RealWallets(options: options, identity: identity).measurePayouts(into: &measurements)
  }
  if payd != nil, options.parts.contains(.growth) {
    try await Growth(options: options).measure(identity: identity, into: &measurements)
  }
  if payd != nil, options.parts.contains(.rest) {
    try await Rest(options: options, identity: identity).measure(into: &measurements)
  }
  return Report(options: options, targets: targets, measurements: measurements)
}

/// Returns the JSON text of the member `result` of a reply.
func resultText(of reply: String) throws -> String {
  guard let result = try JSONValue(parsing: reply)["result"] else { throw BenchmarkError("payd answers: \(reply)") }
  return String(decoding: result.encoded(style: .compact), as: UTF8.self)
}

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  raiseDescriptorLimit()
  if let folder = options.filled, let count = options.objects.last {
    _ = try await LedgerFiller(count: count, now: Timestamp(milliseconds: wallMilliseconds())).fill(folder: folder)
    exit(0)
  }
  let watch = Watch(seconds: options.longestSeconds)
  defer { watch.cancel() }
  let report = try await run(options)
  print(options.json ? report.json : report.text)
} catch {
  note("PayportBenchmark: \(error)")
  RunningProcesses.endAll()
  exit(70)
}

/// Raises the limit of open files, because a thousand sessions need two thousand sockets. Children inherit the limit.
func raiseDescriptorLimit() {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  limit.rlim_cur = min(limit.rlim_max, 65_536)
  setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
