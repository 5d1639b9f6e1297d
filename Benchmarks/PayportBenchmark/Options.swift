import Platform

/// The options from the command line.
struct Options {
  static let usage = """
    usage: PayportBenchmark [--json] [--rounds N] [--milliseconds N] [--frame BYTES]
      [--folder Benchmarks] [--tools FOLDER] [--payd PATH]
      [--only footprint,throughput,handshakes,orders,wallets,electrum,payouts,growth,rest] [--objects N,N…]
           PayportBenchmark --fill FOLDER --objects N: only writes old payments into a ledger that nobody uses
    """

  /// The longest time that a run may take, in seconds. After that it ends its servers and itself.
  var longestSeconds: Int { 1200 + (parts.contains(.growth) ? objects.reduce(0, +) / 500 : 0) }

  /// Whether standard output gets JSON instead of the table.
  var json = false
  /// The number of repetitions of each measurement. The median counts.
  var rounds = 9
  /// The number of repetitions on real wallets, where a round takes a minute.
  var walletRounds: Int { min(rounds, 3) }
  /// The duration of a measurement in one round.
  var milliseconds: UInt64 = 400
  /// The payload of a request's WebSocket message in bytes, including sealing.
  var frameSize = 200
  /// The folder with the sources of the comparison servers.
  var folder = "Benchmarks"
  /// The folder with the built comparison servers. The files of a run are created below it too.
  var tools = ".build/benchmark"
  /// The daemon to measure.
  var payd = ".build/release/payd"

  /// The sizes of the ledgers whose growth is measured, the smallest first.
  var objects = [1000, 100_000]

  /// The folder of a ledger that is filled, in place of all measurements.
  var filled: String?

  /// The parts that are measured.
  var parts = Set(Part.allCases)

  enum Part: String, CaseIterable {
    case footprint, throughput, handshakes, orders, wallets, electrum, payouts, growth, rest
  }

  func tool(_ name: String) -> String {
    tools + "/" + name
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func number(_ text: String?) throws -> Int {
      guard let text, let value = Int(text), value > 0 else { throw BenchmarkError(Self.usage) }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": json = true
      case "--rounds": rounds = try number(rest.popFirst())
      case "--milliseconds": milliseconds = UInt64(try number(rest.popFirst()))
      case "--frame": frameSize = try number(rest.popFirst())
      case "--folder": folder = rest.popFirst() ?? folder
      case "--tools": tools = rest.popFirst() ?? tools
      case "--objects":
        objects = try (rest.popFirst() ?? "").split(separator: ",").map { try number(String($0)) }
        guard !objects.isEmpty, objects == objects.sorted() else { throw BenchmarkError(Self.usage) }
      case "--fill": filled = rest.popFirst()
      case "--payd": payd = rest.popFirst() ?? payd
      case "--only":
        let names = (rest.popFirst() ?? "").split(separator: ",")
        parts = Set(names.compactMap { Part(rawValue: String($0)) })
        guard !names.isEmpty, parts.count == names.count else { throw BenchmarkError(Self.usage) }
      default: throw BenchmarkError(Self.usage)
      }
    }
  }
}

/// Writes progress to standard error.
func note(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
