import CSimulation
import Platform
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The disk of one machine: a folder of which only that is durable which was synchronised.
final class SimulatedDisk {
  /// What can go wrong on it.
  enum Fault {
    /// Files can grow by so many bytes only.
    case full(Int)
    /// The write fails that comes after so many others.
    case write(Int)
    /// The synchronisation fails that comes after so many others, and what it was for is not durable.
    case sync(Int)
    /// The reading fails that comes after so many others.
    case read(Int)
  }

  private let number: Int32

  /// Makes a folder, which does not exist yet, and a disk of it.
  ///
  /// - Parameters:
  ///   - content: A file that is copied into it; what it has is durable.
  ///   - name: The name that the copy gets.
  init(_ path: String, holding content: String? = nil, as name: String = "") throws {
    guard mkdir(path, 0o700) == 0 else { throw Series.Failure.system(errno) }
    if let content { try FileManager.default.copyItem(atPath: content, toPath: "\(path)/\(name)") }
    number = simulation_disk(path)
  }

  /// What goes wrong from now on; `nil` for nothing.
  func meet(_ fault: Fault?) {
    guard let faults = simulation_disk_faults(number) else { return }
    var new = simulation_disk_faults(
      room: -1, writes_until_error: -1, syncs_until_error: -1, reads_until_error: -1, lies: 0)
    switch fault {
    case .full(let bytes): new.room = Int64(bytes)
    case .write(let count): new.writes_until_error = Int64(count)
    case .sync(let count): new.syncs_until_error = Int64(count)
    case .read(let count): new.reads_until_error = Int64(count)
    case nil: break
    }
    faults.pointee = new
  }

  /// The machine has lost its power: all that is not durable is lost, or a part of it.
  func losePower(_ random: inout SeededRandom) { simulation_power_cut(number, random.next()) }
}
