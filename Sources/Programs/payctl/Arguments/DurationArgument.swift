import ArgumentParser

/// A duration as people type it: `90`, `90s`, `10m`, `2h` or `1d`.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? Substring(argument) : argument.dropLast()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(digits),
      (1...3_153_600_000).contains(count)
    else { return nil }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow, seconds <= 315_360_000 else { return nil }
    duration = .seconds(seconds)
  }
}
