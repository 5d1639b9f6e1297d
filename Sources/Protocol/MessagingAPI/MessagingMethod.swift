public import PaymentsAPI

/// One method of the messaging specification; ``MessagingMethods/all`` lists them once.
public protocol MessagingMethod: ServiceMethod {}

/// The methods of the messaging specification, version 1.
///
/// A session has the methods of the payments specification that are about itself, too: ``MessagingMethods/session``.
public enum MessagingMethods {
  /// The name of the service, in the catalogue and in the discovery file.
  public static let service = "messaging"
  /// The version of the specification that is spoken.
  public static let specificationVersion = 1

  /// Every method of its own, in the order of the specification.
  public static let all: [any MessagingMethod.Type] = [
    SendMessage.self, MessageStatus.self, ListMessages.self, RemoveMessage.self,
  ]

  /// The methods that every service has.
  public static let session: [any PaymentsMethod.Type] = [
    GetSession.self, DisconnectApp.self, Discover.self, ListServices.self, GetServiceDefinition.self,
  ]
}

/// What the provider of the service sends unasked, beside `session_changed`.
public enum MessagingNotification {
  /// A message of this app has changed; params are a ``MessageChange``.
  public static let messageChanged = "message_changed"
}
