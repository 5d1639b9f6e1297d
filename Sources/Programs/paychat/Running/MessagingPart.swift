import ChatMessaging
import ChatPayments
import Consumer

/// Other apps' way to the people behind payments: one service for each person and device.
enum MessagingPart {
  /// Makes it ready; it is found once it is opened.
  ///
  /// - Parameters:
  ///   - name: under which apps find it.
  ///   - folder: that belongs to it alone.
  ///   - client: the way to the own wallet, whose payments are meant.
  static func make(
    name: String, folder: String, directories: PayportDirectories, transport: any ChatTransport, agent: CardAgent,
    client: PaymentsClient
  ) async throws -> MessagingService {
    let known = KnownProviders(appID: client.manifest.appID, directories: directories)
    let contacts = CardContacts(agent: agent, transport: transport) {
      guard let provider = await client.providerName else { return nil }
      // A file that cannot be read leaves it open whose payment is meant: then nobody is behind it.
      return try? await known.key(of: provider)
    }
    return try await MessagingService(
      name: name, folder: folder, directories: directories, transport: transport, contacts: contacts)
  }
}
