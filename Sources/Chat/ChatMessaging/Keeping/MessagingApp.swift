import Cryptography
import JSON
import PaymentsAPI
package import PaymentsModel
import SecureSession

/// An app that the person has approved.
package struct MessagingApp: Sendable, Equatable {
  /// The app's public key.
  package let key: AppKey
  /// The name and identifier that the app claims.
  package let source: MessageSource
  /// The time of the approval.
  let pairedAt: Timestamp
  /// The consent that applies to every message of the app; `nil` where the person is asked about each message.
  package var always: MessageConsent?
  /// The signed evidence from the handshake in which the app was approved.
  let evidence: JSONObject

  init(source: MessageSource, pairedAt: Timestamp, evidence: ConsumerEvidence) {
    key = source.app
    self.source = source
    self.pairedAt = pairedAt
    self.evidence = [
      "h2": .string(Base64URL.encode(evidence.handshakeHash)),
      "s_c": .string(Base64URL.encode(evidence.sessionKey.bytes)),
      "manifest": .string(Base64URL.encode(evidence.manifest)),
      "sig_c": .string(Base64URL.encode(evidence.signature.bytes)),
    ]
  }

  init?(_ object: JSONObject) {
    guard object["v"]?.integerValue(as: Int.self) == 1, let key = object["key"]?.stringValue,
      let appID = object["app_id"]?.stringValue, let name = object["name"]?.stringValue,
      let pairedAt = object["paired_at"]?.stringValue.flatMap({ Timestamp($0) }),
      let evidence = object["evidence"]?.objectValue
    else { return nil }
    self.key = AppKey(rawValue: key)
    source = MessageSource(app: self.key, appID: appID, name: name)
    self.pairedAt = pairedAt
    self.evidence = evidence
    guard let always = object["always"] else { return }
    guard let tellsName = always["name"]?.boolValue, let passesReply = always["reply"]?.boolValue else {
      return nil
    }
    self.always = MessageConsent(tellsName: tellsName, passesReply: passesReply)
  }

  var object: JSONObject {
    var object: JSONObject = [
      "v": 1, "key": .string(key.rawValue), "app_id": .string(source.appID), "name": .string(source.name),
      "paired_at": .string(pairedAt.text), "evidence": .object(evidence),
    ]
    object["always"] = always.map { ["name": .bool($0.tellsName), "reply": .bool($0.passesReply)] }
    return object
  }
}
