/// Formats the report as tables for people.
extension Report {
  var text: String {
    ([
      subject, throughput, work, disturbance, latency(.together, title: "µs, 1 connection, one CPU"),
      latency(.apart, title: "µs, 1 connection, own CPUs"), longerReplies, handshakes, orders, wallets, payouts,
      growth, footprint, goalTable,
    ] as [String?]).compactMap { $0 }.joined(separator: "\n\n")
  }

  /// A description of a message, without which the numbers cannot be interpreted.
  private var subject: String {
    var lines = [
      "A request is a WebSocket message of \(options.frameSize) bytes, as long for each server: the JSON text of",
      "list_currencies with blanks behind it; in a sealed one, flag and tag are \(Protection.sealedOverhead) of them.",
      "The echo servers return what came; replies of JSON text, in bytes:",
    ]
    let sizes = targets.compactMap { target in
      measurements["reply.\(target.key)"].map { "\(target.name) \(format($0))" }
    }
    lines[2] += " " + sizes.joined(separator: ", ") + "."
    lines.append(
      "Median of \(options.rounds) rounds of \(options.milliseconds) ms in turn; each connection asks and waits.")
    return lines.joined(separator: "\n")
  }

  private var throughput: String {
    let counts = Throughput.connectionCounts
    var table = ReportTable(
      header: ["messages/s, closed loop"] + counts.flatMap { ["\($0) conn.", "/bare", "/sealed"] })
    for target in targets {
      table.rows.append(
        [target.name]
          + counts.flatMap { count in
            let name = "throughput.\(target.key).\(count)"
            return [
              format(measurements[name]),
              format(measurements.ratio(name, "throughput.bare.\(count)"), decimals: 2),
              format(measurements.ratio(name, "throughput.sealed.\(count)"), decimals: 2),
            ]
          })
    }
    return table.text
  }

  private var work: String {
    let counts = Throughput.connectionCounts
    var table = ReportTable(
      header: ["server's CPU time, µs a message"] + counts.flatMap { ["\($0) conn.", "/sealed", "CPU busy"] })
    for target in targets {
      table.rows.append(
        [target.name]
          + counts.flatMap { count in
            [
              format(measurements["cpu.\(target.key).\(count)"], decimals: 1),
              format(measurements.ratio("cpu.\(target.key).\(count)", "cpu.sealed.\(count)"), decimals: 2),
              format(measurements["busy.\(target.key).\(count)"].map { $0 * 100 }) + " %",
            ]
          })
    }
    return table.text
  }

  /// A warning if the servers could not use their CPU although the clients never let them wait.
  private var disturbance: String? {
    guard let busy = measurements["busy.sealed.64"], busy < 0.85 else { return nil }
    return """
      The sealed echo got \(format(busy * 100)) % of a CPU at 64 connections, where it can use all of one: others use \
      this machine.
      Rates are then a matter of luck; what counts is the CPU time a message.
      """
  }

  private func latency(_ placement: Placement, title: String) -> String {
    var table = ReportTable(header: [title, "median", "/sealed", "p99", "/sealed"])
    for target in targets {
      table.rows.append(
        [target.name]
          + ["median", "p99"].flatMap { kind in
            let name = "\(kind).\(target.key).\(placement)"
            return [
              format(measurements[name], decimals: 1),
              format(measurements.ratio(name, "\(kind).sealed.\(placement)"), decimals: 2),
            ]
          })
    }
    return table.text
  }

  /// The results of the echo servers with replies as long as payd's.
  private var longerReplies: String? {
    guard measurements["throughput.sealed.reply.64"] != nil else { return nil }
    var table = ReportTable(header: [
      "replies as long as payd's, 64 conn.", "messages/s", "/sealed", "CPU µs", "/sealed",
    ])
    for (key, name) in [
      ("bare.reply", "bare C echo"), ("sealed.reply", "sealed C echo"), ("payd", "payd, encrypted"),
    ] {
      let (rate, cost) = ("throughput.\(key).64", "cpu.\(key).64")
      table.rows.append([
        name, format(measurements[rate]), format(measurements.ratio(rate, "throughput.sealed.reply.64"), decimals: 2),
        format(measurements[cost], decimals: 1),
        format(measurements.ratio(cost, "cpu.sealed.reply.64"), decimals: 2),
      ])
    }
    return table.text
  }

  private var handshakes: String {
    var table = ReportTable(header: ["connections opened", "1/s", "/bare", "CPU µs"])
    for target in targets {
      let name = "handshakes.\(target.key)"
      guard measurements[name] != nil else { continue }
      table.rows.append([
        target.name, format(measurements[name]), format(measurements.ratio(name, "handshakes.bare"), decimals: 2),
        format(measurements["handshakes.cpu.\(target.key)"]),
      ])
    }
    return table.text
  }

  private var orders: String? {
    guard measurements["orders.payd"] != nil else { return nil }
    var table = ReportTable(header: [
      "durable work, one disk", "1/s", "/commit", "median ms", "p99 ms", "calls", "CPU µs",
    ])
    table.rows.append([
      "SQLite, one row a commit, WAL, FULL", format(measurements["commits.sqlite"]), "1.00", "", "", "", "",
    ])
    table.rows.append([
      "payd, \(OrderBenchmark.connections) orders at once", format(measurements["orders.payd"]),
      format(measurements.ratio("orders.payd", "commits.sqlite"), decimals: 2),
      format(measurements["orders.median"].map { $0 / 1000 }, decimals: 1),
      format(measurements["orders.p99"].map { $0 / 1000 }, decimals: 1),
      format(measurements["orders.calls"], decimals: 1), format(measurements["orders.cpu"]),
    ])
    return table.text
  }

  /// The results on real wallets, beside the direct calls.
  private var wallets: String? {
    var table = ReportTable(header: ["real wallets", "direct 1/s", "payd 1/s", "ratio", "CPU ms", "payd", "ratio"])
    for kind in RealWallets.Kind.allCases {
      for wallet in RealWallets.wallets {
        for callers in RealWallets.callers {
          let (direct, payd) = ("\(kind).\(wallet).direct.\(callers)", "\(kind).\(wallet).payd.\(callers)")
          guard measurements[payd] != nil else { continue }
          table.rows.append([
            "\(wallet), \(kind), \(callers) at once", format(measurements[direct], decimals: 1),
            format(measurements[payd], decimals: 1), format(measurements.ratio(payd, direct), decimals: 2),
            format(measurements["cpu.\(direct)"], decimals: 1), format(measurements["cpu.\(payd)"], decimals: 1),
            format(measurements.ratio("cpu.\(payd)", "cpu.\(direct)"), decimals: 2),
          ])
        }
      }
    }
    return table.rows.isEmpty ? nil : table.text
  }

  /// The results of payouts that leave together, beside those that leave alone.
  private var payouts: String? {
    var table = ReportTable(header: [
      "payouts to different recipients", "alone 1/s", "together 1/s", "ratio", "CPU ms", "together", "ratio",
      "transactions",
    ])
    for (wallet, count, atOnce) in RealWallets.payouts {
      let (alone, together) = ("payouts.\(wallet).alone", "payouts.\(wallet).together")
      guard measurements[alone] != nil else { continue }
      table.rows.append([
        "\(wallet), \(count) payouts, \(atOnce) at once",
        format(measurements[alone], decimals: 1), format(measurements[together], decimals: 1),
        format(measurements.ratio(together, alone), decimals: 2),
        format(measurements["cpu.\(alone)"], decimals: 1), format(measurements["cpu.\(together)"], decimals: 1),
        format(measurements.ratio("cpu.\(together)", "cpu.\(alone)"), decimals: 2),
        format(measurements["transactions.\(alone)"]) + ", " + format(measurements["transactions.\(together)"]),
      ])
    }
    return table.rows.isEmpty ? nil : table.text
  }

  /// The rates with ledgers of several sizes.
  private var growth: String? {
    let sizes = options.objects.filter { measurements["growth.start.\($0)"] != nil }
    guard !sizes.isEmpty else { return nil }
    var table = ReportTable(
      header: ["objects in the ledger"] + sizes.flatMap { [format(Double($0)), "CPU µs"] })
    table.rows.append(["start to ready, ms"] + sizes.flatMap { [format(measurements["growth.start.\($0)"]), ""] })
    table.rows.append(["memory, KiB"] + sizes.flatMap { [format(measurements["growth.memory.\($0)"]), ""] })
    for work in Growth.Work.allCases {
      table.rows.append(
        ["\(work.rawValue), 1/s"]
          + sizes.flatMap { size in
            ["", "cpu."].map { format(measurements["growth.\($0)\(work.rawValue).\(size)"]) }
          })
    }
    return table.text
  }

  private var footprint: String? {
    guard measurements["memory.idle"] != nil else { return nil }
    var table = ReportTable(header: ["payd at rest", ""])
    table.rows = [
      ["resident memory, MB", format(measurements["memory.idle"].map { $0 / 1024 }, decimals: 1)],
      [
        "the same, shared pages divided among their users, MB",
        format(measurements["memory.idle.pss"].map { $0 / 1024 }, decimals: 1),
      ],
      [
        "resident with \(format(Double(Footprint.sessions))) idle sessions, MB",
        format(measurements["memory.sessions"].map { $0 / 1024 }, decimals: 1),
      ],
      ["each further idle session, KB", format(measurements["memory.session"], decimals: 1)],
      ["stop with those sessions, ms", format(measurements["stop.sessions"], decimals: 1)],
      ["start to ready, ms", format(measurements["startup"], decimals: 1)],
      ["start to ready, the first time, ms", format(measurements["startup.first"], decimals: 1)],
    ]
    return table.text
  }

  private var goalTable: String {
    var table = ReportTable(header: ["goal", "wanted", "measured", ""])
    for goal in goals {
      let decimals = goal.limit < 10 ? 2 : 1
      table.rows.append([
        goal.name, (goal.bound == .atLeast ? "≥ " : "≤ ") + format(goal.limit, decimals: decimals),
        format(goal.value, decimals: decimals), goal.reached.map { $0 ? "reached" : "MISSED" } ?? "not measured",
      ])
    }
    return table.text
  }
}
