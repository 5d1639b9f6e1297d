import CPlatform
import Cryptography
import Platform

/// Protects the memory of a process against disclosure by crashes and by other programs of the same user.
public enum ProcessHardening {
  /// Prevents crashes from disclosing memory: there is no core file, no data for a crash collector, and no report of
  /// registers on standard error. Child processes inherit the first two. From now on secrets are also kept out of the
  /// swap.
  ///
  /// It must be called at the beginning of `main`, before there are other threads.
  public static func keepCrashesQuiet() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Darwin)
      setrlimit(RLIMIT_CORE, &none)
    #else
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      // The limit does not apply to a core that is piped to a collector. With this filter such a core contains no
      // memory.
      let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
      if filter >= 0 {
        write(filter, "0", 1)
        close(filter)
      }
    #endif
    SecretMemory.reserve()
    // The Swift runtime's crash report would show registers and the memory that they point to.
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
  }

  /// Prevents other processes of the same user from attaching to this process and reading its memory. On Linux they
  /// cannot see its descriptors either, so an app that wants the owner to see its process must not call this.
  public static func forbidTracing() {
    // If the system does not support this, nothing else can be done.
    _ = cplatform_forbid_tracing()
  }
}
