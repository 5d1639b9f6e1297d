public import JSON
public import PaymentsModel

/// A request that changes something and was recorded before it was sent. This app has not seen its outcome.
public struct UnfinishedRequest: Sendable, Equatable {
  /// The idempotency key. A request that is sent again with the same params is never carried out twice.
  public let requestID: PaymentRequestID
  /// The method's name.
  public let method: String
  /// The params exactly as they were sent, including `request_id`.
  public let params: JSONValue
  /// The name of the provider that it was meant for.
  public let provider: String
  /// The key of that provider, base64url; `nil` in records of earlier versions. Another key under the same name is
  /// another provider.
  public let providerID: String?
  /// The time at which the request was recorded.
  public let madeAt: Timestamp
}

extension UnfinishedRequest {
  init?(_ object: JSONObject) {
    guard let method = object["method"]?.stringValue, let params = object["params"],
      let id = params["request_id"]?.stringValue.flatMap({ PaymentRequestID($0) }),
      let provider = object["provider"]?.stringValue,
      let madeAt = object["made_at"]?.stringValue.flatMap({ Timestamp($0) })
    else { return nil }
    self.init(
      requestID: id, method: method, params: params, provider: provider,
      providerID: object["provider_id"]?.stringValue, madeAt: madeAt)
  }

  /// Whether it was made to this provider. Daemons of different names that have one key are one provider.
  func isFor(_ name: String, _ providerID: String?) -> Bool {
    guard let own = self.providerID, let providerID else { return provider == name }
    return own == providerID
  }

  var object: JSONObject {
    var object: JSONObject = [
      "v": 1, "method": .string(method), "params": params, "provider": .string(provider),
      "made_at": .string(madeAt.text),
    ]
    if let providerID { object["provider_id"] = .string(providerID) }
    return object
  }
}
