import CLibWebSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starting a thread and telling threads apart, which the platforms type differently.
enum CurrentThread {
  /// A number that is the caller's thread as long as that lives; never 0.
  static var identity: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Starts a detached thread that runs `body` and ends. False when the system refuses.
  static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Glibc)
      var thread = pthread_t()
      let result = pthread_create(&thread, &attributes, { Body.enter($0) }, box.toOpaque())
    #else
      var thread: pthread_t?
      let result = pthread_create(&thread, &attributes, { Body.enter($0) }, box.toOpaque())
    #endif
    if result != 0 { box.release() }
    return result == 0
  }

  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }

    static func enter(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let argument else { return nil }
      let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
      #if canImport(Glibc)
        clibwebsockets_name_thread(body.name)
      #else
        pthread_setname_np(body.name)
      #endif
      body.run()
      return nil
    }
  }
}
