import Dispatch
import Platform

/// Ends a run that was interrupted or takes too long: its servers by their ids, its folders, and then this process.
final class Watch {
  private let sources: [any DispatchSourceProtocol]

  init(seconds: Int) {
    let queue = DispatchQueue(label: "payport.benchmark.watch")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .seconds(seconds))
    timer.setEventHandler { Self.giveUp("the benchmark took longer than \(seconds) s", status: 75) }
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      // The signals are not set to be ignored, because the servers would inherit that.
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { Self.giveUp("interrupted", status: 128 + number) }
      return source
    }
    sources = [timer] + signals
    for source in sources { source.activate() }
  }

  func cancel() {
    for source in sources { source.cancel() }
  }

  private static func giveUp(_ why: String, status: Int32) -> Never {
    note("PayportBenchmark: \(why)")
    RunningProcesses.endAll()
    RunFolder.removeAll()
    // The main thread is still at work and must not continue.
    _exit(status)
  }
}
