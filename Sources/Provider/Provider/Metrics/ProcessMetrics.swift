import PaymentsModel
import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ProviderMetrics {
  /// Sets the numbers of this process.
  func setProcess(startedAt: Timestamp) {
    set(.processStart, Double(startedAt.milliseconds) / 1000)
    #if canImport(Glibc)
      let (own, descriptors) = (__rusage_who_t(RUSAGE_SELF.rawValue), __rlimit_resource_t(RLIMIT_NOFILE.rawValue))
    #else
      let (own, descriptors) = (RUSAGE_SELF, RLIMIT_NOFILE)
    #endif
    var usage = rusage()
    if getrusage(own, &usage) == 0 {
      let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
      set(.processorTime, times.reduce(0, +))
    }
    var limit = rlimit()
    if getrlimit(descriptors, &limit) == 0 { set(.mostDescriptors, Double(limit.rlim_cur)) }
    // Other systems than Linux tell neither of these in a file.
    if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      set(.openDescriptors, Double(open.count))
    }
    if let pages = FileManager.default.contents(atPath: "/proc/self/statm")?.split(separator: UInt8(ascii: " ")),
      pages.count > 1, let resident = Double(String(decoding: pages[1], as: UTF8.self))
    {
      set(.residentMemory, resident * Double(sysconf(Int32(_SC_PAGESIZE))))
    }
  }
}
