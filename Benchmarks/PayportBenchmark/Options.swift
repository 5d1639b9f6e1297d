import Platform

/// What the command line asks for.
struct Options {
  static let usage = """
    usage: PayportBenchmark [--json] [--rounds N] [--milliseconds N] [--frame BYTES]
      [--folder Benchmarks] [--tools FOLDER] [--payd PATH]
      [--only footprint,throughput,handshakes,orders]
    """

  /// The longest that a run may take; it then ends what it started, and itself.
  static let longestSeconds = 235

  /// JSON on standard output instead of the table.
  var json = false
  /// How often each measurement is repeated; the median counts.
  var rounds = 9
  /// How long one measurement of a round takes.
  var milliseconds: UInt64 = 400
  /// The payload of a request's WebSocket message in bytes, sealing included.
  var frameSize = 200
  /// The folder of the yardsticks' sources.
  var folder = "Benchmarks"
  /// The folder of the built yardsticks; the run's files are made below it too.
  var tools = ".build/benchmark"
  /// The daemon to measure.
  var payd = ".build/release/payd"

  /// What is measured.
  var parts = Set(Part.allCases)

  enum Part: String, CaseIterable {
    case footprint, throughput, handshakes, orders
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

/// Progress, on standard error.
func note(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
