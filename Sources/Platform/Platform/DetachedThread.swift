import CPlatform

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A separate thread for blocking work, so that it does not block a thread of the concurrency pool or a dispatch queue.
public enum DetachedThread {
  /// Starts a thread that runs `body` and ends.
  ///
  /// - Parameters:
  ///   - name: the name that debuggers and `ps` show, at most 15 bytes of it on Linux; nil for the name of the program.
  ///   - stackSize: the size of the stack in bytes; nil for the system's default.
  /// - Returns: false if the system could not start a thread; `body` is not run then.
  public static func start(
    name: String? = nil, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(&thread, &attributes, { Body.enter($0) }, box.toOpaque())
    if result != 0 { box.release() }
    return result == 0
  }

  private final class Body: Sendable {
    private let name: String?
    private let run: @Sendable () -> Void

    init(name: String?, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }

    // The argument is optional on one platform and not on the other.
    static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let argument else { return nil }
      let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
      if let name = body.name { cplatform_name_thread(name) }
      body.run()
      return nil
    }
  }
}
