/// A value that a result should reach.
struct Goal {
  enum Bound {
    case atLeast
    case below
  }

  let name: String
  let value: Double?
  let bound: Bound
  let limit: Double

  /// Whether the run reached the value; `nil` if it did not measure it.
  var reached: Bool? {
    value.map { bound == .atLeast ? $0 >= limit : $0 <= limit }
  }
}

/// The output at the end of a run.
struct Report {
  let options: Options
  let targets: [any Target]
  let measurements: Measurements

  var goals: [Goal] { serverGoals + RealWallets.wallets.flatMap(walletGoals) + payoutGoals + growthGoals + restGoals }

  /// The goals of payouts that leave together, for the wallets that were measured.
  private var payoutGoals: [Goal] {
    RealWallets.payouts.compactMap { wallet, _, _ in
      let name = "payouts.\(wallet)"
      guard let ratio = measurements.ratio("\(name).together", "\(name).alone") else { return nil }
      return Goal(name: "\(wallet): payouts together / alone", value: ratio, bound: .atLeast, limit: 10)
    }
  }

  /// The goals of a ledger with many objects, compared with the smallest one.
  private var growthGoals: [Goal] {
    guard let least = options.objects.first, let most = options.objects.last, least < most,
      measurements["growth.start.\(most)"] != nil
    else { return [] }
    let size = format(Double(most))
    let start = Goal(
      name: "\(size) objects: start to ready, ms", value: measurements["growth.start.\(most)"], bound: .below,
      limit: 1000)
    let memory = Goal(
      name: "\(size) / \(format(Double(least))) objects: memory",
      value: measurements.ratio("growth.memory.\(most)", "growth.memory.\(least)"), bound: .below, limit: 1.5)
    return [start, memory]
      + Growth.Work.allCases.map { work in
        Goal(
          name: "\(size) / \(format(Double(least))) objects: \(work.rawValue)",
          value: measurements.ratio("growth.\(work.rawValue).\(most)", "growth.\(work.rawValue).\(least)"),
          bound: .atLeast, limit: 1 / 1.2)
      }
      + Growth.Work.allCases.map { work in
        Goal(
          name: "the same, CPU time a call: \(work.rawValue)",
          value: measurements.ratio("growth.cpu.\(work.rawValue).\(most)", "growth.cpu.\(work.rawValue).\(least)"),
          bound: .below, limit: 1.2)
      }
  }

  private var restGoals: [Goal] {
    guard measurements["rest.payd"] != nil else { return [] }
    let invoices = "with \(format(Double(Rest.invoices))) open invoices"
    return [
      Goal(name: "payd at rest \(invoices), % of a core", value: measurements["rest.payd"], bound: .below, limit: 1),
      Goal(
        name: "litecoind at rest \(invoices), % of a core", value: measurements["rest.litecoind"], bound: .below,
        limit: 2),
    ]
  }

  /// The goals on a real wallet: the worse of one caller and of eight.
  private func walletGoals(_ wallet: String) -> [Goal] {
    func worst(_ prefix: String, _ kind: RealWallets.Kind, _ choose: ([Double]) -> Double?) -> Double? {
      choose(
        RealWallets.callers.compactMap { callers in
          measurements.ratio(
            "\(prefix)\(kind).\(wallet).payd.\(callers)", "\(prefix)\(kind).\(wallet).direct.\(callers)")
        })
    }
    guard worst("", .payment, { $0.min() }) != nil else { return [] }
    return [
      Goal(
        name: "\(wallet): invoices / direct", value: worst("", .invoice) { $0.min() }, bound: .atLeast, limit: 0.9),
      Goal(
        name: "\(wallet): payments / direct", value: worst("", .payment) { $0.min() }, bound: .atLeast, limit: 0.9),
      Goal(
        name: "\(wallet): daemon's CPU a payment / direct", value: worst("cpu.", .payment) { $0.max() }, bound: .below,
        limit: 1.1),
    ]
  }

  private var serverGoals: [Goal] {
    [
      Goal(
        name: "payd / sealed C echo, messages/s at 64 connections",
        value: measurements.ratio("throughput.payd.64", "throughput.sealed.64"), bound: .atLeast, limit: 0.4),
      Goal(
        name: "payd / sealed C echo, median at 1 connection, one CPU",
        value: measurements.ratio("median.payd.together", "median.sealed.together"), bound: .below, limit: 2),
      Goal(
        name: "payd / sealed C echo, median at 1 connection, own CPUs",
        value: measurements.ratio("median.payd.apart", "median.sealed.apart"), bound: .below, limit: 2),
      Goal(
        name: "payd / Node ws plain, messages/s at 64 connections",
        value: measurements.ratio("throughput.payd.64", "throughput.node.64"), bound: .atLeast, limit: 1),
      // The same two comparisons in CPU time instead of rates, which are also valid on a machine that others use.
      Goal(
        name: "payd / sealed C echo, CPU time a message, 64 conn.",
        value: measurements.ratio("cpu.payd.64", "cpu.sealed.64"), bound: .below, limit: 2.5),
      Goal(
        name: "payd / Node ws plain, CPU time a message, 64 conn.",
        value: measurements.ratio("cpu.payd.64", "cpu.node.64"), bound: .below, limit: 1),
      Goal(
        name: "durable orders / SQLite FULL commit", value: measurements.ratio("orders.payd", "commits.sqlite"),
        bound: .atLeast, limit: 0.5),
      Goal(name: "payd idle, MB", value: measurements["memory.idle"].map { $0 / 1024 }, bound: .below, limit: 24),
      Goal(name: "handshakes/s", value: measurements["handshakes.payd"], bound: .atLeast, limit: 1500),
      Goal(name: "payd stops with many sessions, ms", value: measurements["stop.sessions"], bound: .below, limit: 300),
      Goal(name: "each idle session, KB", value: measurements["memory.session"], bound: .below, limit: 20),
    ]
  }

  /// The measurements and goals as a JSON object. The names come from this program and need no escaping.
  var json: String {
    let numbers = measurements.all.map { #"    {"name":"\#($0.name)","value":\#($0.value),"unit":"\#($0.unit)"}"# }
    let goals = self.goals.map { goal in
      let value = goal.value.map { "\($0)" } ?? "null"
      let bound = goal.bound == .atLeast ? "at_least" : "at_most"
      let reached = goal.reached.map { "\($0)" } ?? "null"
      return #"    {"name":"\#(goal.name)","value":\#(value),"\#(bound)":\#(goal.limit),"reached":\#(reached)}"#
    }
    return """
      {
        "rounds": \(options.rounds), "milliseconds": \(options.milliseconds), "request_bytes": \(options.frameSize),
        "measurements": [
      \(numbers.joined(separator: ",\n"))
        ],
        "goals": [
      \(goals.joined(separator: ",\n"))
        ]
      }
      """
  }
}
