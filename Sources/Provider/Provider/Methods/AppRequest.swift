import Cryptography
import JSON
import Ledger
import PaymentsAPI
import PaymentsModel

/// The identity of a state-changing request, which ensures that it takes effect only once.
struct AppRequest: Sendable {
  let app: AppKey
  let requestID: PaymentRequestID
  let method: String
  /// SHA-256 of the params as hexadecimal text. The params are encoded from the decoded values, so that the order of
  /// members, white space and the spelling of numbers do not matter.
  let paramsDigest: String

  init(
    _ app: AppKey, _ requestID: PaymentRequestID, method: String, params: some Encodable & Sendable
  ) throws {
    self.app = app
    self.requestID = requestID
    self.method = method
    guard let bytes = try? JSONBytesEncoder().encode(params), let digest = try? SHA256.hash(bytes) else {
      throw PaymentsFailure(.internalError)
    }
    paramsDigest = digest.hexadecimal
  }

  /// Returns the claim of this request's key for the object that it creates or changes.
  func claim(making kind: String, _ id: String, at now: Timestamp) -> RequestClaim {
    claim(RequestObject(kind: kind, id: id), at: now)
  }

  /// Returns the claim of this request's key for an object.
  func claim(_ object: RequestObject, at now: Timestamp) -> RequestClaim {
    RequestClaim(
      app: app, requestID: requestID, method: method, paramsDigest: paramsDigest, object: object, at: now)
  }
}
