import JSON

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Detached threads for blocking work, with a small stack.
enum OwnerThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 256 * 1024)
    defer { pthread_attr_destroy(&attributes) }
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Darwin)
          Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        #else
          if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        #endif
        return nil
      }, argument)
    if result != 0 { Unmanaged<Body>.fromOpaque(argument).release() }
  }
}

/// Where an asynchronous answer is left for a thread that waits.
final class AnswerSlot: @unchecked Sendable {
  // Holds because `answer` is only touched under the mutex, which lives at a stable address until deinit.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var answer: Result<JSONValue, OwnerFailure>?

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func fill(_ value: Result<JSONValue, OwnerFailure>) {
    pthread_mutex_lock(mutex)
    answer = value
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  func wait() -> Result<JSONValue, OwnerFailure> {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let answer { return answer }
      pthread_cond_wait(condition, mutex)
    }
  }
}
