public import PaymentsAPI

/// A method of the messaging specification. ``MessagingMethods/all`` lists all of them.
public protocol MessagingMethod: ServiceMethod {}

/// The methods of the messaging specification, version 1.
///
/// A session also has those methods of the payments specification that concern the session itself:
/// ``MessagingMethods/session``.
public enum MessagingMethods {
  /// The name of the service, in the catalogue and in the discovery file.
  public static let service = "messaging"
  /// The supported version of the specification.
  public static let specificationVersion = 1

  /// All methods of this specification, in its order.
  public static let all: [any MessagingMethod.Type] = [
    SendMessage.self, MessageStatus.self, ListMessages.self, RemoveMessage.self,
  ]

  /// The methods that every service has.
  public static let session: [any PaymentsMethod.Type] = [
    GetSession.self, DisconnectApp.self, Discover.self, ListServices.self, GetServiceDefinition.self,
  ]
}

/// The notifications of the service's provider, besides `session_changed`.
public enum MessagingNotification {
  /// A message of this app has changed. The params are a ``MessageChange``.
  public static let messageChanged = "message_changed"
}
