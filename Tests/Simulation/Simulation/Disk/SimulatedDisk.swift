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
  private let path: String
  /// Whether something of it may be lost or changed that it has acknowledged.
  private(set) var isUntrue = false
  private var hasChangedLog = false

  /// Makes a folder, which does not exist yet, and a disk of it.
  ///
  /// - Parameters:
  ///   - content: A file that is copied into it; what it has is durable.
  ///   - name: The name that the copy gets.
  init(_ path: String, holding content: String? = nil, as name: String = "") throws {
    guard mkdir(path, 0o700) == 0 else { throw Series.Failure.system(errno) }
    if let content { try FileManager.default.copyItem(atPath: content, toPath: "\(path)/\(name)") }
    self.path = path
    number = simulation_disk(path)
  }

  /// Makes a disk of the copy of a folder.
  init(_ path: String, copyOf folder: String) throws {
    try FileManager.default.copyItem(atPath: folder, toPath: path)
    self.path = path
    number = simulation_disk(path)
  }

  /// Whether it says of each synchronisation that all is durable, and keeps nothing.
  var lies: Bool {
    get { simulation_disk_faults(number)?.pointee.lies == 1 }
    set { simulation_disk_faults(number)?.pointee.lies = newValue ? 1 : 0 }
  }

  /// What goes wrong from now on; `nil` for nothing.
  func meet(_ fault: Fault?) {
    guard let faults = simulation_disk_faults(number) else { return }
    var new = simulation_disk_faults(
      room: -1, writes_until_error: -1, syncs_until_error: -1, reads_until_error: -1, lies: faults.pointee.lies)
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
  ///
  /// - Returns: whether that may be something that it has acknowledged. Of a log that has changed, the mark beside it would
  ///   tell that it ends too early, and that is not made durable.
  func losePower(_ random: inout SeededRandom) -> Bool {
    simulation_power_cut(number, random.next())
    defer { (lies, hasChangedLog) = (false, false) }
    isUntrue = isUntrue || lies
    return lies || hasChangedLog
  }

  /// Bits of its files change.
  ///
  /// - Parameter isTaken: whether a file of this name may be among them.
  /// - Returns: the names of the files.
  func rot(_ random: inout SeededRandom, _ isTaken: (String) -> Bool = { _ in true }) throws -> [String] {
    let files = try FileManager.default.contentsOfDirectory(atPath: path).filter(isTaken).sorted()
    var names: [String] = []
    for _ in 0...random.below(3) {
      guard let name = random.pick(files) else { break }
      let bits = (try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.size] as? Int ?? 0) * 8
      guard bits > 0, simulation_rot("\(path)/\(name)", Int64(random.below(bits))) == 0 else { continue }
      names.append(name)
      isUntrue = true
      if name == "ledger.sqlite-wal" { hasChangedLog = true }
    }
    return names
  }

  /// Takes a file away.
  func remove(_ name: String) { unlink("\(path)/\(name)") }
}
