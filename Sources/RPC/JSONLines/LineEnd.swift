/// The two ends of a program that lives as long as its input: nothing more is read, and what was begun is finished.
package enum LineEnd {
  /// Reads until the input has ended or the task is cancelled. A read that waits for bytes cannot be interrupted: if the
  /// task is cancelled first, the end of the process ends it.
  package static func wait(for reading: @escaping @Sendable () async -> Void) async {
    let (ended, ending) = AsyncStream.makeStream(of: Void.self)
    Task {
      await reading()
      ending.finish()
    }
    for await _ in ended {}
  }

  /// Waits until work has ended, at most for some time: whoever has started the program may keep the other end of its
  /// output open and not read it.
  package static func finish(_ work: Task<Void, Never>, within limit: Duration = .seconds(5)) async {
    // A task of its own, because the one that waits here has been cancelled where a signal ends the program.
    await Task {
      let (finished, finishing) = AsyncStream.makeStream(of: Void.self)
      Task {
        await work.value
        finishing.finish()
      }
      let timer = Task {
        do { try await Task.sleep(for: limit) } catch { return }
        finishing.finish()
      }
      for await _ in finished {}
      timer.cancel()
    }.value
  }
}
