import Dispatch
import Files
package import PaymentsModel
import Platform
import Processes

/// Where the till reads its rates.
package protocol RateReading: Sendable {
  /// Returns the rate of a rule; `nil` if its source gives none.
  func rate(_ rule: RateRule) async -> Rate?
}

extension RateReading {
  /// Returns the rules of a price list whose sources give no rate that counts now.
  package func rulesWithoutRate(in list: PriceList, now: Timestamp) async -> [RateRule] {
    var rules: [RateRule] = []
    for rule in list.rates where await rate(rule)?.isUsable(rule, now: now) != true { rules.append(rule) }
    return rules
  }
}

/// Reads rates from the owner's files and programs.
package struct RateReader: RateReading {
  private static let limit = 200

  private let patience: Duration

  /// Creates a reader that gives each program so much time.
  package init(patience: Duration = .seconds(10)) { self.patience = patience }

  package func rate(_ rule: RateRule) async -> Rate? {
    await withCheckedContinuation { continuation in
      // Files and programs can block for a while.
      DispatchQueue.global().async {
        continuation.resume(returning: bytes(rule.source).flatMap { Rate(parsing: $0) })
      }
    }
  }

  private func bytes(_ source: RateRule.Source) -> [UInt8]? {
    switch source {
    case .file(let path):
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard file >= 0 else { return nil }
      defer { close(file) }
      // Whoever can write the rate decides what is paid for the goods.
      guard (try? TrustedFile.check(file)) != nil else { return nil }
      return Self.read(file, until: nil)
    case .program(let path):
      guard access(path, X_OK) == 0, (try? TrustedFile.check(path: path)) != nil, let pair = SocketPair(),
        let process = ChildProgram(path).start(
          input: pair.theirs, output: pair.theirs, error: nil, isDetached: true, closesOthers: true)
      else { return nil }
      pair.closeTheirs()
      let deadline = ContinuousClock.now + patience
      let bytes = Self.read(pair.ours, until: deadline)
      let isOver = bytes != nil && ChildProgram.hasEnded(process, by: deadline)
      // It leads a group, in which are all programs that it has started and that did not leave it.
      if !isOver { kill(-process, SIGKILL) }
      let code = ChildProgram.end(of: process)
      return isOver && code == 0 ? bytes : nil
    }
  }

  /// Reads to the end. It returns `nil` for more than the limit, an error, or no end in time.
  private static func read(_ file: Int32, until deadline: ContinuousClock.Instant?) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: limit + 1)
    while true {
      if let deadline {
        let left = max(.zero, deadline - .now).components
        var ready = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        let count = poll(&ready, 1, Int32(left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
      }
      let count = buffer.withUnsafeMutableBytes { systemRead(file, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { return nil }
    }
  }
}
