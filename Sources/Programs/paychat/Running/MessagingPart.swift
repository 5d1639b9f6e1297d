import ChatMessaging
import ChatPayments
import Consumer
import TerminalUI

/// Creates the service through which other apps reach the people behind payments. There is one for each person and
/// device.
enum MessagingPart {
  /// Creates the service. Apps can find it after it is opened.
  ///
  /// - Parameters:
  ///   - name: the name under which apps find the service.
  ///   - folder: the path of a folder that nothing else uses.
  ///   - client: the client of the wallet whose payments are meant.
  static func make(
    name: String, folder: String, directories: PayportDirectories, transport: any ChatTransport, agent: CardAgent,
    client: PaymentsClient
  ) async throws -> MessagingService {
    let known = KnownProviders(appID: client.manifest.appID, directories: directories)
    let contacts = CardContacts(agent: agent, transport: transport) {
      guard let provider = await client.providerName else { return nil }
      // If the file cannot be read, the wallet is not known. Then payments that name a wallet have no contact.
      return try? await known.key(of: provider)
    }
    return try await MessagingService(
      name: name, software: ProgramVersion.software("paychat"), folder: folder, directories: directories,
      transport: transport, contacts: contacts)
  }
}
