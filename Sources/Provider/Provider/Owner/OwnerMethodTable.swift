import JSON
import Ledger
package import OwnerAPI
import PaymentsAPI
package import WalletBackend

/// What the provider does for each method of the owner's socket, by name. ``OwnerCommands`` fills it; a test fails when a
/// method is missing.
package struct OwnerMethodTable: Sendable {
  private struct Handler: Sendable {
    let answer: @Sendable (JSONValue) async throws(OwnerFailure) -> JSONValue
  }

  private var handlers: [String: Handler] = [:]

  /// The methods that are answered.
  var names: Set<String> { Set(handlers.keys) }

  /// A method and the function that answers it.
  package mutating func add<M: OwnerMethod>(
    _ method: M.Type, _ body: @escaping @Sendable (M.Params) async throws -> M.Result
  ) {
    add(method.name) { (json) async throws(OwnerFailure) -> JSONValue in
      do {
        let params = try JSONValueDecoder().decode(M.Params.self, from: json)
        return try JSONBytesEncoder().encodeValue(try await body(params))
      } catch {
        throw OwnerFailure(reporting: error)
      }
    }
  }

  /// Methods that cannot be answered as the provider is configured, and why.
  mutating func refuse(_ methods: [any OwnerMethod.Type], with failure: OwnerFailure) {
    for method in methods {
      add(method.name) { (_) async throws(OwnerFailure) in throw failure }
    }
  }

  private mutating func add(
    _ name: String, _ answer: @escaping @Sendable (JSONValue) async throws(OwnerFailure) -> JSONValue
  ) {
    handlers[name] = Handler(answer: answer)
  }

  /// Answers a request as the socket hands it over. The audit log tells by which way the owner spoke.
  func answer(
    _ method: String, _ params: JSONValue, from voice: OwnerVoice = .socket
  ) async -> Result<JSONValue, OwnerFailure> {
    guard let handler = handlers[method] else {
      return .failure(OwnerFailure(.usage, "the owner's socket has no method \(method)"))
    }
    return await AuditOrigin.$current.withValue(voice.words) {
      do throws(OwnerFailure) {
        return .success(try await handler.answer(params))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// A wallet whose owner has methods of its own at the owner's socket, such as the made-up network, whose blocks and faults
/// come on command.
package protocol OwnerControlledWallet: WalletBackend {
  /// Adds the functions that answer these methods.
  func addOwnerMethods(to table: inout OwnerMethodTable)
}

extension OwnerFailure {
  /// Creates the error that the owner receives for any error of a method.
  init(reporting error: any Error) {
    switch error {
    case let failure as OwnerFailure: self = failure
    case let error as JSONDecodingError: self.init(error)
    case let error as LedgerError: self.init(error)
    default: self.init(.internalError, "what was asked for failed: \(type(of: error))")
    }
  }

  /// Creates the error for a failure of the ledger. Nothing was changed then.
  init(_ error: LedgerError) {
    switch error {
    case .diskFull: self.init(.internalError, "the disk is full; nothing was changed")
    case .unavailable:
      self.init(.internalError, "the database of the ledger cannot be reached; nothing was changed")
    case .fenced: self.init(.stopping, "another provider has taken over; nothing was changed")
    case .closed: self.init(.stopping, "the provider is stopping; nothing was changed")
    default: self.init(.internalError, "the ledger failed; nothing was changed")
    }
  }

  /// Params that are not of the form of their method.
  fileprivate init(_ error: JSONDecodingError) {
    let name = error.pointer.description
    switch error.kind {
    case .missing: self.init(.usage, "\(name) is missing")
    default: self.init(.usage, "\(name) is not of the form that the method takes")
    }
  }
}

extension OwnerFailure {
  /// What the owner is told where work that is also done for apps has failed for the ledger's or the provider's sake.
  init(ofLedger failure: PaymentsFailure) {
    switch failure.reason {
    case .shuttingDown: self.init(.stopping, "the provider is stopping; nothing was changed")
    case .ledgerUnavailable: self.init(.unavailable, "the database of the ledger cannot be reached")
    default: self.init(.internalError, "the ledger failed")
    }
  }
}
