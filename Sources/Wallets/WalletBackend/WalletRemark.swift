public import PaymentsModel
import Synchronization

/// What the owner has to know of a wallet that can be used all the same.
public enum WalletRemark: Sendable, Hashable {
  /// So many entries of a list of the wallet could not be read since the backend was created. Everything else in the
  /// list was read; what these entries stand for is not known to the provider.
  case unreadable(WalletList, count: Int)
  /// So much of the wallet's money is where the backend cannot spend it: in the extension blocks of Litecoin.
  case inExtensionBlocks(Amount)
}

/// A list that a wallet keeps, as the owner knows it.
public enum WalletList: String, Sendable, Hashable, CaseIterable {
  /// The payments that arrived.
  case received
  /// The payments that the wallet sent.
  case sent
  /// The unspent outputs.
  case coins
}

/// Reads the lists of a wallet entry by entry. An entry that cannot be read is counted, and stops nothing else: whoever
/// pays the wallet in a way that is new to this program must not hide all other payments.
public final class EntryReader: Sendable {
  /// The largest number of different entries that are told apart in each list. Memory does not grow with more.
  private static let most = 1000

  private let unreadable = Mutex<[WalletList: Set<Int>]>([:])

  /// Creates a reader that has read nothing.
  public init() {}

  /// Reads each entry by itself, and leaves out those that cannot be read and those for which there is no value.
  ///
  /// - Parameters:
  ///   - entries: the entries, as the wallet answered them.
  ///   - list: the list that they are from.
  ///   - name: what tells an entry from others, without what changes with each block. The same entry counts once,
  ///     however often it is listed.
  ///   - value: reads one entry; it returns `nil` for an entry that is not of interest.
  public func read<Entry, Value>(
    _ entries: [Entry], of list: WalletList, name: (Entry) -> String,
    _ value: (Entry) throws(WalletError) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    for entry in entries {
      do throws(WalletError) {
        if let read = try value(entry) { values.append(read) }
      } catch {
        count(name(entry), in: list)
      }
    }
    return values
  }

  /// Returns a part of an entry; `nil` where that cannot be read. The entry counts, and what else it tells can be used.
  public func part<Value>(
    of name: @autoclosure () -> String, in list: WalletList, _ value: () throws(WalletError) -> Value
  ) -> Value? {
    do throws(WalletError) {
      return try value()
    } catch {
      count(name(), in: list)
      return nil
    }
  }

  private func count(_ name: String, in list: WalletList) {
    unreadable.withLock { unreadable in
      if unreadable[list, default: []].count < Self.most { unreadable[list, default: []].insert(name.hashValue) }
    }
  }

  /// What the owner has to know of the entries that could not be read.
  public var remarks: [WalletRemark] {
    let counts = unreadable.withLock { unreadable in unreadable.mapValues(\.count) }
    return WalletList.allCases.compactMap { list in counts[list].map { .unreadable(list, count: $0) } }
  }
}
