public import SecureSession
import Synchronization

/// What each waiting app signed, kept until the owner decides: it is stored with the pairing, so that anybody can check
/// later what was asked for.
public final class PairingEvidence: Sendable {
  private let evidence = Mutex<[String: ConsumerEvidence]>([:])

  /// None yet.
  public init() {}

  /// Keeps what the app of a prompt signed.
  public func keep(_ value: ConsumerEvidence, for prompt: String) {
    evidence.withLock { $0[prompt] = value }
  }

  /// Hands it out, and keeps it no more.
  public func take(_ prompt: String) -> ConsumerEvidence? {
    evidence.withLock { $0.removeValue(forKey: prompt) }
  }
}
