import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsModel
import WalletBackend

/// The owner's own names for the addresses that are paid. They stand in questions, lists and the owner's statements, and no
/// app sees, gives or changes one.
struct PayeeCommands {
  /// The most names.
  private static let most = 10_000

  let core: ProviderCore
  let notices: OwnerNotices
  let wallets: [CurrencyWallet]

  /// Gives an address a name, where one is named, and lists all.
  func name(_ params: NamePayee.Params) async throws -> NamePayee.Result {
    if let address = params.address { try await set(params.name ?? "", of: address) }
    let names = try await core.ledger.read { reader in try reader.payeeNames() }
    return NamePayee.Result(
      payees: names.map { NamedPayee(address: $0.key, name: $0.value) }.sorted {
        ($0.name, $0.address) < ($1.name, $1.address)
      })
  }

  private func set(_ name: String, of address: String) async throws {
    guard (8...128).contains(address.utf8.count), address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw OwnerFailure(.usage, "an address has no spaces, and 8 to 128 characters")
    }
    guard name.unicodeScalars.count <= 64,
      !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw OwnerFailure(.usage, "a name has at most 64 characters, and no control characters")
    }
    let address = await canonical(address)
    let now = core.clock.now()
    let isStored = try await core.ledger.write { transaction -> Bool in
      guard try name.isEmpty || transaction.payeeNames().count < Self.most else { return false }
      try transaction.setPayeeName(name.isEmpty ? nil : name, of: address)
      try transaction.appendAudit(
        AuditEntry(at: now, kind: "payee.named", ["address": .string(address), "name": .string(name)]))
      return true
    }
    guard isStored else { throw OwnerFailure(.conflict, "\(Self.most) addresses have names already") }
    notices.changed()
  }

  /// The spelling that orders have, if the wallets here agree on one: a name would not be found by another, such as the
  /// capital letters of a QR code.
  private func canonical(_ address: String) async -> String {
    var found: Set<String> = []
    for wallet in wallets {
      guard case .valid(let spelling)? = try? await wallet.backend.checkAddress(address) else { continue }
      found.insert(spelling)
    }
    return found.count == 1 ? found.first ?? address : address
  }
}
