import JSON
import OwnerAPI
import Platform

/// Passes the result of an asynchronous function to a thread that blocks until it is available.
final class AnswerSlot: @unchecked Sendable {
  // `@unchecked Sendable` is correct because `answer` is only accessed while the mutex is held. The mutex stays at a
  // stable address until deinit.
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
