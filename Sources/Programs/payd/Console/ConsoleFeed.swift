import Dispatch
import JSON
import OwnerAPI
import OwnerSocket
import Platform

/// Watches the daemon, and again when it comes back after it ended.
final class ConsoleFeed: Sendable {
  enum News: Sendable {
    case connected
    case told(OwnerNews)
    case lost
  }

  private let path: String
  private let queue = DispatchQueue(label: "payport.console-feed")

  init(path: String) {
    self.path = path
  }

  /// Connects for the first time, and tells from then on, on a thread of its own.
  ///
  /// - Throws: ``OwnerFailure`` where no daemon is there: then nothing is told.
  func start(_ tell: @escaping @Sendable (News) -> Void) throws(OwnerFailure) {
    let first = try OwnerSocketWatch(path: path)
    queue.async { [self] in
      var watch: OwnerSocketWatch? = first
      while true {
        if let watch { follow(watch, tell) }
        usleep(300_000)
        watch = found()
      }
    }
  }

  // These two are not inlined: the optimiser of Swift 6.3.1 does not come to an end with the loop above otherwise.

  /// The daemon, if it is there again; until then there is nothing to tell.
  @inline(never) private func found() -> OwnerSocketWatch? { try? OwnerSocketWatch(path: path) }

  @inline(never) private func follow(_ watch: OwnerSocketWatch, _ tell: (News) -> Void) {
    tell(.connected)
    watch.forEach { message in
      // News of a kind that only a later version knows are left out.
      if let news = try? JSONValueDecoder().decode(OwnerNews.self, from: message) { tell(.told(news)) }
      return true
    }
    tell(.lost)
  }
}
