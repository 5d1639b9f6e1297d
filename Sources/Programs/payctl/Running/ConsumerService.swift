import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The provider, accessed through the `Consumer` library, which records requests in its journal and keeps the
/// connection up.
struct ConsumerService: ProviderCalls {
  private let client: PaymentsClient

  /// The manifest of payctl.
  static let manifest = Manifest(
    appID: "payport.payctl", name: "payctl", version: ProgramVersion.text,
    scopes: [.receive, .pay, .balance, .prove, .statement])

  /// Connects, and waits for the owner if the app is not paired yet. Without an announcer it does not wait.
  static func open(_ options: GlobalOptions, _ announcer: PairingAnnouncer?) async throws -> any ProviderCalls {
    let client = PaymentsClient(manifest, options: settings(options))
    do {
      try await pair(client, from: try await client.connect(), announcing: announcer)
      return ConsumerService(client: client)
    } catch {
      await client.close()
      throw error
    }
  }

  func enter(_ announcer: PairingAnnouncer?) async throws {
    let pairing: Pairing
    do {
      pairing = try await client.pairing()
    } catch  where FailureText.isTransient(error) {
      // The command itself reports that the provider is gone, or waits for it.
      return
    }
    try await Self.pair(client, from: pairing, announcing: announcer)
  }

  private static func pair(_ client: PaymentsClient, from pairing: Pairing, announcing announcer: PairingAnnouncer?)
    async throws
  {
    guard case .pending = pairing, let announcer else { return }
    try await announcer.wait(for: client)
    // The provider describes the session completely only after the pairing, including where documents are put.
    _ = try await client.currentSession()
  }

  /// Returns the settings of the client that follow from the options.
  static func settings(_ options: GlobalOptions) -> ClientOptions {
    var settings = ClientOptions(
      directories: directories(options), keys: options.keeping, passphrase: options.passphrase,
      provider: options.provider, patience: .seconds(options.patience))
    if !options.json {
      settings.onSearching = { saySearching(options.patience) }
      settings.onRefusal = { say(localized("\($0.sentence) The other daemons of the provider are used.")) }
    }
    return settings
  }

  /// Tells the person about the search, which would otherwise look like a hang.
  private static func saySearching(_ seconds: Int) {
    say(localized("The provider is gone or busy; looking for it for \(seconds) s."))
  }

  /// Writes a line for the person. An error while writing must not stop a payment.
  private static func say(_ text: String) { try? Terminal.standard.write(text + "\n", to: .error) }

  /// Returns the folders that the options and the environment name.
  static func directories(_ options: GlobalOptions) -> PayportDirectories {
    PayportDirectories(runtime: options.runtime, state: options.state)
  }

  /// Forgets the key of a provider, and returns the provider's name.
  static func forgetKey(_ options: GlobalOptions) async throws -> String {
    let directories = directories(options)
    let name = try options.provider ?? Providers.find(in: directories).name
    try await KnownProviders(appID: manifest.appID, directories: directories).forget(name)
    return name
  }

  func call<Method: PaymentsMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Result {
    try await client.call(method, params)
  }

  func call(_ method: String, _ params: JSONValue) async throws -> JSONValue {
    try await client.call(method: method, params: params)
  }

  func follow(from cursor: EventCursor?, _ body: (Event) async throws -> Bool) async throws {
    for try await event in client.events(cursor.map(EventStart.after) ?? .now) {
      guard try await body(event) else { return }
    }
  }

  func documents() async throws -> AppDocuments { try await client.documents() }

  func isOpen(_ request: PaymentRequestID) async -> Bool {
    // A record that cannot be read proves nothing.
    (try? await client.unfinishedRequests())?.contains { $0.requestID == request } ?? true
  }

  func close() async { await client.close() }
}

/// The operations of a provider that the commands need. ``ConsumerService`` implements them.
protocol ProviderCalls: Sendable {
  /// Calls a method of the specification.
  func call<Method: PaymentsMethod>(_ method: Method.Type, _ params: Method.Params) async throws -> Method.Result
  /// Calls a method by its name.
  func call(_ method: String, _ params: JSONValue) async throws -> JSONValue
  /// Passes the app's events after a cursor to the body, past and future ones, until it returns false. Without a cursor
  /// it passes only future events. There is only one such stream at a time: a new one ends the previous one.
  func follow(from cursor: EventCursor?, _ body: (Event) async throws -> Bool) async throws
  /// Returns the app's documents, after asking the provider where they are put.
  func documents() async throws -> AppDocuments
  /// Makes sure that the owner has paired the app, and has not revoked it since. If necessary it connects again, shows
  /// the code with the announcer, and waits.
  func enter(_ announcer: PairingAnnouncer?) async throws
  /// Returns whether the outcome of a request is still unknown, because an answer to it was lost.
  func isOpen(_ request: PaymentRequestID) async -> Bool
  /// Closes the connection.
  func close() async
}
