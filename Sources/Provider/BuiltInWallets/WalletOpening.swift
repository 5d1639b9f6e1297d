import BitcoinWallet
import MoneroWallet
import PaymentsModel
import Provider
package import WalletBackend

/// A wallet's program that is asked to open a wallet, which only the owner does.
extension BitcoinWalletSection {
  /// Has the daemon load a wallet of its folder, or make one without a passphrase.
  ///
  /// - Parameter name: the name of the wallet, which the section has afterwards.
  /// - Throws: ``WalletOpeningError``.
  package mutating func open(_ name: String, isNew: Bool) async throws(WalletOpeningError) {
    var section = self
    // The daemon may have to read the chain for a wallet that was not loaded for long.
    section.timeoutSeconds = 600
    let wallet = try WalletOpeningError.make(section, as: BitcoinWallet.self)
    do throws(WalletProblem) { try await wallet.open(name, isNew: isNew) } catch { throw .refused(error) }
    self.wallet = name
  }
}

extension BitcoinWalletSection {
  /// Takes the name of the only wallet that the daemon has loaded, if it has one: without it, payd could not tell which one
  /// is meant as soon as a second one is loaded.
  package mutating func nameOnlyWallet() async {
    guard wallet.isEmpty, let asked = try? WalletOpeningError.make(self, as: BitcoinWallet.self) else { return }
    let loaded = await asked.loadedWallets()
    if loaded.count == 1 { wallet = loaded[0] }
  }
}

extension MoneroWalletSection {
  /// Has the program open a wallet of its folder, or make one.
  ///
  /// - Parameters:
  ///   - name: the name of the wallet's file.
  ///   - password: the password of that file.
  /// - Throws: ``WalletOpeningError``.
  package func open(_ name: String, password: String, isNew: Bool) async throws(WalletOpeningError) {
    var section = self
    section.timeoutSeconds = 600
    let wallet = try WalletOpeningError.make(section, as: MoneroWallet.self)
    do throws(WalletProblem) {
      try await wallet.open(name, password: password, isNew: isNew)
    } catch {
      throw .refused(error)
    }
  }
}

/// Why a wallet was not opened.
package enum WalletOpeningError: Error, Sendable, Hashable {
  /// The section of the configuration is wrong.
  case notMade(String)
  /// The program refused, or does not answer.
  case refused(WalletProblem)

  fileprivate static func make<Wallet: WalletBackend>(
    _ section: any WalletSection, as kind: Wallet.Type
  ) throws(WalletOpeningError) -> Wallet {
    let made: [any WalletBackend]
    do throws(WalletSetupError) {
      // No wallet that is real keeps files in the state folder.
      made = try section.make(clock: SystemWallClock(), stateFolder: "/nonexistent")
    } catch {
      throw .notMade(error.problem)
    }
    guard let wallet = made.first as? Wallet else { throw .notMade("\(section.type) is no such wallet") }
    return wallet
  }
}
