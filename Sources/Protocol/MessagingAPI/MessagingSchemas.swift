public import JSON
public import PaymentsAPI
public import TypeDefinition

/// The JSON Type Definition (RFC 8927) schemas of the messaging specification: the files of `protocol/messaging`.
public struct MessagingSchemas: Sendable {
  /// The schemas of the methods and the shared definitions.
  public let service: SchemaSet
  /// The params of the notification `message_changed`.
  public let messageChange: Schema

  /// Parses the embedded files.
  ///
  /// - Throws: an error if a file is invalid, which a test excludes for every build.
  public init() throws {
    service = try SchemaSet(
      definitions: PackageResources.definitions_json,
      methods: [
        SendMessage.name: PackageResources.send_message_to_payment_contact_json,
        MessageStatus.name: PackageResources.message_status_json,
        ListMessages.name: PackageResources.list_messages_json,
        RemoveMessage.name: PackageResources.remove_message_json,
      ], notifications: [MessagingNotification.messageChanged: PackageResources.message_changed_json])
    messageChange = try service.schema(
      service.notifications[MessagingNotification.messageChanged], file: "message_changed")
  }

  /// The OpenRPC document of the service.
  public var openRPC: JSONValue {
    OpenRPCDocument.make(
      title: "Payport messaging", version: MessagingMethods.specificationVersion,
      description: "Messages of a wallet app to the person behind a payment, carried by a chat with consent.",
      methods: MessagingMethods.all, notifications: [MessagingNotification.messageChanged], service)
  }
}
