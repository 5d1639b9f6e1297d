import CSimulation
import Platform

/// `Simulation [--seeds COUNT] [--first SEED] [--steps COUNT] [--hours COUNT] [--only STEP,…] [--at-once COUNT] [--story]
/// [--traces FOLDER] [--server]`: plays stories of a provider, each in one process, in simulated time and in an order that a seed decides. A
/// violation is told with its seed, and with the fewest steps that still have it.
@main
struct EntryPoint {
  private var seeds = 100
  private var first = UInt64.random(in: 1...UInt64(1 << 40))
  private var steps = 120
  private var hours = 0
  private var kinds = Step.Kind.allCases
  private var atOnce = 2
  private var isStory = false
  private var isTrial = false
  private var traces: String?

  static func main() throws {
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    simulation_be_repeatable(&arguments)
    try EntryPoint(CommandLine.arguments.dropFirst()).run()
  }

  private init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let option = rest.popFirst() {
      switch option {
      case "--seeds": seeds = rest.popFirst().flatMap { Int($0) } ?? seeds
      case "--first": first = rest.popFirst().flatMap { UInt64($0) } ?? first
      case "--steps": steps = rest.popFirst().flatMap { Int($0) } ?? steps
      case "--hours": hours = rest.popFirst().flatMap { Int($0) } ?? hours
      case "--only":
        let names = (rest.popFirst() ?? "").split(separator: ",").map { String($0) }
        kinds = names.compactMap { Step.Kind(rawValue: $0) }
        guard !kinds.isEmpty, kinds.count == names.count else {
          print("steps: \(Step.Kind.allCases.map(\.rawValue).joined(separator: ","))")
          exit(64)
        }
      case "--at-once": atOnce = rest.popFirst().flatMap { Int($0) } ?? atOnce
      case "--story": isStory = true
      case "--traces": traces = rest.popFirst()
      case "--server": isTrial = true
      default:
        print(
          "Simulation [--seeds COUNT] [--first SEED] [--steps COUNT] [--hours COUNT] [--only STEP,…] "
            + "[--at-once COUNT] [--story] [--traces FOLDER] [--server]")
        exit(64)
      }
    }
  }

  private func run() throws {
    if isTrial { exit(try ServerTrial.run() ? 0 : 1) }
    // The same for all stories, and read before the first.
    _ = SimulatedDaemon.schemas
    SimulatedServer.readSchema()
    let series = try Series()
    defer { series.end() }
    try series.warmUp()
    var (orders, crashes, milliseconds, digest) = (0, 0, Int64(0), UInt64(0))
    let stories = (first..<first + UInt64(seeds)).lazy.map {
      Story(seed: $0, count: steps, hours: hours, of: kinds, traces: traces)
    }
    try series.play(stories, atOnce: atOnce) { story, outcome in
      orders += outcome.orders
      crashes += outcome.crashes
      milliseconds += outcome.milliseconds
      digest = digest &* 31 &+ outcome.digest
      if isStory { print(outcome.transcript.joined(separator: "\n")) }
      guard let violation = outcome.violation else { return true }
      print("seed \(story.seed): \(violation)")
      guard !isStory else { exit(1) }
      let least = try story.shrunk(series.play)
      print("in \(least.story.steps.count) of \(story.steps.count) steps: \(least.outcome.violation ?? "")")
      print(least.story.steps.map { "\($0.kind)" }.joined(separator: ", "))
      print(least.outcome.transcript.suffix(60).joined(separator: "\n"))
      let only = kinds.count < Step.Kind.allCases.count ? " --only \(kinds.map(\.rawValue).joined(separator: ","))" : ""
      print(
        "repeat it with: Simulation --first \(story.seed) --seeds 1 --steps \(steps) --hours \(hours)\(only) --story")
      series.end()
      exit(1)
    }
    let seconds = Self.secondsOfStories
    print(
      "simulation: seeds \(first) to \(first + UInt64(seeds) - 1), \(orders) orders, \(crashes) crashes, "
        + "\(milliseconds / 3_600_000) simulated hours, \(Int(Double(orders) / seconds)) orders a second of CPU, "
        + "digest \(String(digest, radix: 16))")
  }

  /// The CPU time of the processes that have played stories.
  private static var secondsOfStories: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
