/// Counts the results of the trials.
struct Tally {
  private struct Line {
    var places = 0
    var tried = 0
    var hit = 0
    var restarts = 0
    var violated = 0
    var outcomes: [String: Int] = [:]
    var seconds = 0.0
  }

  private var lines: [Kind: Line] = [:]
  private var broken: [String] = []
  private let seed: Int

  init(seed: Int) { self.seed = seed }

  /// Whether every invariant held at every place.
  var holds: Bool { broken.isEmpty && lines.values.allSatisfy { $0.violated == 0 } }

  mutating func places(_ kind: Kind, _ count: Int) { lines[kind, default: Line()].places = count }

  mutating func took(_ kind: Kind, _ time: Duration) {
    let (seconds, attoseconds) = time.components
    lines[kind, default: Line()].seconds = Double(seconds) + Double(attoseconds) / 1e18
  }

  mutating func add(_ result: PointResult) {
    lines[result.kind, default: Line()].tried += 1
    if result.hit { lines[result.kind, default: Line()].hit += 1 }
    lines[result.kind, default: Line()].restarts += result.restarts
    lines[result.kind, default: Line()].outcomes[result.violation == nil ? result.outcome : "VIOLATED", default: 0] += 1
    guard let violation = result.violation else { return }
    lines[result.kind, default: Line()].violated += 1
    say(
      """
      VIOLATED \(result.kind.rawValue) at \(result.at), \(result.place): \(violation)
        once more: .build/debug/CrashCampaign \(result.kind.rawValue) --at \(result.at)
      """)
  }

  /// Records that the trials of a kind could not be run.
  mutating func broke(_ kind: Kind, _ why: String) {
    broken.append(kind.rawValue)
    say("BROKE OFF \(kind.rawValue): \(why)")
  }

  var text: String {
    var rows = [["kind", "places", "tried", "hit", "restarts", "violated", "seconds", "outcomes"]]
    var sum = Line()
    for kind in Kind.allCases {
      guard let line = lines[kind] else { continue }
      rows.append(row(kind.rawValue, line))
      sum.places += line.places
      sum.tried += line.tried
      sum.hit += line.hit
      sum.restarts += line.restarts
      sum.violated += line.violated
      sum.seconds += line.seconds
    }
    rows.append(row("all", sum))
    let widths = (0..<7).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      row.enumerated().map { index, cell in
        let pad = index < widths.count ? String(repeating: " ", count: widths[index] - cell.count) : ""
        return index == 0 || index == 7 ? cell + pad : pad + cell
      }.joined(separator: "  ")
    }
    return (lines + ["seed \(seed)"]).joined(separator: "\n")
  }

  private func row(_ name: String, _ line: Line) -> [String] {
    let outcomes = line.outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    let tenths = Int((line.seconds * 10).rounded())
    return [
      name, "\(line.places)", "\(line.tried)", "\(line.hit)", "\(line.restarts)", "\(line.violated)",
      "\(tenths / 10).\(tenths % 10)", outcomes,
    ]
  }
}
