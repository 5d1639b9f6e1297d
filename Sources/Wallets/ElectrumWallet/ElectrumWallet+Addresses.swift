import BitcoinWallet
import JSON
import Synchronization
package import WalletBackend

/// Addresses that are known to be a wallet's, so that they are asked for once.
struct OwnAddresses: Sendable {
  var known: Set<String> = []
  var first: String?
}

extension ElectrumWallet {
  /// Creates a new address, beyond those that Electrum looks at by itself when it is restored from its seed.
  package func newAddress(label: String) async throws(WalletError) -> String {
    let address = try await create()
    if !label.isEmpty { try await self.label(address, as: label) }
    try await save()
    return address
  }

  /// Creates addresses and has the wallet written once for all of them.
  package func newAddresses(_ count: Int) async throws(WalletError) -> [String] {
    var made: [String] = []
    for _ in 0..<count { made.append(try await create()) }
    if count > 0 { try await save() }
    return made
  }

  private func create() async throws(WalletError) -> String {
    guard let address = try await rpc.wallet("createnewaddress").stringValue, Self.isPlausible(address) else {
      throw .protocolViolation(code: nil)
    }
    addresses.withLock { _ = $0.known.insert(address) }
    return address
  }

  /// Stores a label with an address.
  package func label(_ address: String, as text: String) async throws(WalletError) {
    _ = try await rpc.wallet("setlabel", ["key": .string(address), "label": .string(text)])
  }

  /// Has Electrum write the wallet to its file. It does so by itself only after its server has answered: an address or a
  /// label that was made a moment before a crash would be lost, and the address handed out once more.
  ///
  /// There is no call for it alone. Electrum writes the file when it is told to remove a transaction that was never sent,
  /// and this one does not exist.
  func save() async throws(WalletError) {
    _ = try await rpc.wallet("removelocaltx", ["txid": .string(String(repeating: "0", count: 64))])
  }

  /// Asks Electrum whether an address is valid. If not, the form of the text tells whether it belongs to another chain.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    let (family, chain) = (configuration.family, configuration.chain)
    guard Self.isPlausible(text) else {
      // An answer is owed only by a wallet that is there.
      _ = try await rpc.result("validateaddress", ["address": ""])
      return .malformed
    }
    // Electrum takes uppercase, and does not tell the form in which it writes an address.
    let prefix = family.bech32Prefixes[chain] ?? ""
    let address = AddressKinds.isBech32(text, prefix: prefix) ? text.lowercased() : text
    guard try await rpc.result("validateaddress", ["address": .string(address)]).boolValue == true else {
      return AddressKinds(family: family, chain: chain).isOfAnotherChain(text) ? .wrongNetwork : .malformed
    }
    return .valid(address)
  }

  static func isPlausible(_ address: String) -> Bool {
    (14...128).contains(address.utf8.count)
      && address.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      }
  }

  /// Returns the first receiving address, which a wallet that was restored has again.
  package func witness() async throws(WalletError) -> String {
    // It is asked for each time, because another wallet may be open by now.
    guard let first = try await rpc.wallet("listaddresses", ["receiving": true]).elements().first?.stringValue,
      Self.isPlausible(first)
    else { throw .protocolViolation(code: nil) }
    addresses.withLock { $0.first = first }
    return first
  }

  /// Returns an address of the wallet for questions to the server.
  func firstAddress() async throws(WalletError) -> String {
    if let first = addresses.withLock({ $0.first }) { return first }
    return try await witness()
  }

  /// Asks the wallet for each address.
  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    var owned: Set<String> = []
    for address in addresses where Self.isPlausible(address) {
      if try await isOwn(address) { owned.insert(address) }
    }
    return owned
  }

  /// The number of addresses from which on it is cheaper to list all of the wallet than to ask for each.
  private static let many = 32

  /// Returns those of these addresses that are the wallet's, and remembers them.
  func own(among texts: Set<String>) async throws(WalletError) -> Set<String> {
    let unknown = addresses.withLock { own in texts.filter { !own.known.contains($0) } }.filter(Self.isPlausible)
    var found: Set<String> = []
    if unknown.count > Self.many {
      found = Set(try await rpc.wallet("listaddresses").elements().compactMap(\.stringValue)).intersection(unknown)
    } else {
      for address in unknown where try await isOwn(address) { found.insert(address) }
    }
    let new = found
    return addresses.withLock { own in
      own.known.formUnion(new)
      return texts.intersection(own.known)
    }
  }

  private func isOwn(_ address: String) async throws(WalletError) -> Bool {
    guard let isOwn = try await rpc.wallet("ismine", ["address": .string(address)]).boolValue else {
      throw .protocolViolation(code: nil)
    }
    return isOwn
  }
}
