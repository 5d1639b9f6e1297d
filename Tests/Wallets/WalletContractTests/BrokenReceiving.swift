import PaymentsModel
import WalletBackend

/// A wallet that knows only its own network.
struct NarrowWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    let check = try await inner.checkAddress(text)
    return check == .wrongNetwork ? .malformed : check
  }
}

/// A wallet that does not normalise the spelling of an address.
struct LiteralWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    let check = try await inner.checkAddress(text)
    if case .valid = check { return .valid(text) }
    return check
  }
}

/// A wallet that reports a transfer only when it is in a block.
struct SlowWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let page = try await inner.transfers(since: cursor, depth: depth)
    return self.page(page) { $0.confirmations > 0 ? $0 : nil }
  }
}

/// A wallet that treats two transfers of the same amount as one.
struct MergingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    var seen: Set<String> = []
    let page = try await inner.transfers(since: cursor, depth: depth)
    return self.page(page) { transfer in
      let id = "\(transfer.address):\(transfer.amount.atomicUnits)"
      return seen.insert(id).inserted ? transfer.with(id: id) : nil
    }
  }
}

/// A wallet that watches only its newest addresses.
struct ForgetfulWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func newAddress(label: String) async throws(WalletError) -> String {
    let address = try await inner.newAddress(label: label)
    memory.add(address)
    return address
  }

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let watched = memory.all.suffix(3)
    let page = try await inner.transfers(since: cursor, depth: depth)
    return self.page(page) { watched.contains($0.address) ? $0 : nil }
  }
}

/// A wallet that reports each change only once, whatever the cursor is.
struct TerseWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let page = try await inner.transfers(since: cursor, depth: depth)
    return self.page(page) { transfer in
      let word = "\(transfer.id) \(transfer.confirmations)"
      guard !memory.contains(word) else { return nil }
      memory.add(word)
      return transfer
    }
  }
}

/// A wallet that stores its addresses only in memory.
struct VolatileWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func newAddress(label: String) async throws(WalletError) -> String {
    let address = try await inner.newAddress(label: label)
    memory.add(address)
    return address
  }

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let page = try await inner.transfers(since: cursor, depth: depth)
    return self.page(page) { memory.contains($0.address) ? $0 : nil }
  }
}

/// A wallet that assumes that confirmations only increase.
struct HopefulWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let page = try await inner.transfers(since: cursor, depth: depth)
    return self.page(page) { $0.with(confirmations: memory.raise($0.id, to: $0.confirmations)) }
  }
}

/// A wallet that does not report removed transfers.
struct SilentWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let page = try await inner.transfers(since: cursor, depth: depth)
    return self.page(page) { $0.removed ? nil : $0 }
  }
}
