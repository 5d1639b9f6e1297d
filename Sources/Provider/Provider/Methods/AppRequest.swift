import Cryptography
import JSON
import Ledger
import PaymentsAPI
import PaymentsModel

/// A state-changing request of an app, as far as taking effect once needs it.
struct AppRequest: Sendable {
  let app: AppKey
  let requestID: PaymentRequestID
  let method: String
  /// SHA-256 over the params as hexadecimal text. The params are encoded from the decoded values, so that member order,
  /// white space and the spelling of numbers make no difference.
  let paramsDigest: String

  init(
    _ app: AppKey, _ requestID: PaymentRequestID, method: String, params: some Encodable & Sendable
  ) throws(PaymentsFailure) {
    self.app = app
    self.requestID = requestID
    self.method = method
    guard let bytes = try? JSONBytesEncoder().encode(params), let digest = try? SHA256.hash(bytes) else {
      throw PaymentsFailure(.internalError)
    }
    paramsDigest = digest.hexadecimal
  }

  /// The claim of this request's key, for what it makes or acts on.
  func claim(making kind: String, _ id: String, at now: Timestamp) -> RequestClaim {
    claim(RequestObject(kind: kind, id: id), at: now)
  }

  /// The claim of this request's key for an object.
  func claim(_ object: RequestObject, at now: Timestamp) -> RequestClaim {
    RequestClaim(
      app: app, requestID: requestID, method: method, paramsDigest: paramsDigest, object: object, at: now)
  }
}
