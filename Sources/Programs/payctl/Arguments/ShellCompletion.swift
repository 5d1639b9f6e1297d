import ArgumentParser
import Consumer
import KeyStorage
import PaymentsAPI
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a shell offers when a person presses Tab: the provider is asked for it, for one second at most. Nothing is said if
/// it does not answer, because the person is in the middle of a line.
///
/// Completion starts nothing, pairs nothing and asks for no passphrase: it connects only with a key that a file holds
/// openly, to a provider that runs and has let payctl in before.
enum ShellCompletion {
  /// The currencies of the wallet.
  static let currencies = asking { try await $0.currencies().map(\.code) }

  /// This app's newest invoices.
  static let invoices = asking { try await $0.invoices(limit: 50).invoices.map(\.invoiceID.rawValue) }

  /// This app's newest payment orders.
  static let orders = asking { try await $0.orders(limit: 50).paymentOrders.map(\.orderID.rawValue) }

  /// Both.
  static let payments = asking { client in
    let orders = try await client.orders(limit: 50).paymentOrders.map(\.orderID.rawValue)
    return orders + (try await client.invoices(limit: 50).invoices.map(\.invoiceID.rawValue))
  }

  /// The names of the providers that run, from their published files.
  static let providers = CompletionKind.custom { words, _, _ in
    (try? Providers.names(in: directories(words))) ?? []
  }

  private static func asking(
    _ question: @escaping @Sendable (PaymentsClient) async throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, _ in
      let answer = Task { try await names(words, question) }
      let limit = Task {
        try await Task.sleep(for: .seconds(1))
        answer.cancel()
      }
      defer { limit.cancel() }
      return (try? await answer.value) ?? []
    }
  }

  private static func names(
    _ words: [String], _ question: @escaping @Sendable (PaymentsClient) async throws -> [String]
  ) async throws -> [String] {
    let directories = directories(words)
    let named = TypedOption.value(of: "--provider", in: words)
    let file = try Providers.find(named, in: directories)
    let provider = file.name
    guard RunningDaemon.isProcess(file.processIdentifier) || RunningDaemon.holdsLedger(in: directories.state) else {
      return []
    }
    // The provider tells where documents are put, and payctl writes it down, only once the owner has let payctl in.
    let admission = directories.consumer(appID: ConsumerService.manifest.appID) + "/folders/\(provider).json"
    guard FileManager.default.fileExists(atPath: admission),
      case .plain = try AppIdentity.keys(appID: ConsumerService.manifest.appID, directories: directories).state()
    else { return [] }
    let options = ClientOptions(
      directories: directories, provider: provider, patience: .zero, callTimeout: .seconds(1))
    let client = PaymentsClient(ConsumerService.manifest, options: options)
    let names: [String]?
    if case .paired = try? await client.connect() { names = try? await question(client) } else { names = nil }
    await client.close()
    return names ?? []
  }

  private static func directories(_ words: [String]) -> PayportDirectories {
    PayportDirectories(
      runtime: TypedOption.value(of: "--runtime", in: words), state: TypedOption.value(of: "--state", in: words))
  }
}
