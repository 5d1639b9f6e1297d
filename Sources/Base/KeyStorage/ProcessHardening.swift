import CPlatform
import Cryptography
import Platform

/// Keeps what is in a process's memory from leaving it when it crashes, or through other programs of the same user.
public enum ProcessHardening {
  /// Crashes leave no memory behind: no core file, nothing for a collector of crashes, and no report of registers on
  /// standard error. Children inherit the first two. Secrets are kept out of the swap from here on.
  ///
  /// To be called first thing in `main`, before there are other threads.
  public static func keepCrashesQuiet() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    #if canImport(Darwin)
      setrlimit(RLIMIT_CORE, &none)
    #else
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      // A core that is piped to a collector is not bound by the limit; with this mask there is no memory in it.
      let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
      if filter >= 0 {
        write(filter, "0", 1)
        close(filter)
      }
    #endif
    SecretMemory.reserve()
    // The runtime's own crash report shows registers and the memory that they point to.
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
  }

  /// Other processes of the same user cannot attach to this one, nor read its memory. On Linux they do not see its
  /// descriptors either, so an app that wants to be shown to the owner by its process does not call this.
  public static func forbidTracing() {
    // Where the system cannot, there is nothing else to do.
    _ = cplatform_forbid_tracing()
  }
}
