import CWebKitGTK

/// The thread that runs GTK, which is the only one that may call it.
enum MainThread {
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs a job soon, after those that were handed over before it. It may be called from any thread.
  static func submit(_ job: @escaping @Sendable () -> Void) {
    g_idle_add_full(
      G_PRIORITY_DEFAULT,
      { data in
        guard let data else { return 0 }
        Unmanaged<Work>.fromOpaque(data).takeRetainedValue().run()
        return 0
      }, Unmanaged.passRetained(Work(job)).toOpaque(), nil)
  }
}
