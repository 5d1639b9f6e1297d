import Consumer
import TestSupport

/// A state and a runtime folder of a test's own, and clients that live there.
struct Fixture: Sendable {
  let folder: ScratchFolder
  let directories: PayportDirectories

  init() throws {
    folder = try ScratchFolder()
    directories = PayportDirectories(
      runtime: folder.path + "/run", state: folder.path + "/state", configuration: folder.path + "/config")
  }

  static let appID = "org.example.app"

  func client(provider: String? = nil, patience: Duration = .seconds(60)) -> PaymentsClient {
    PaymentsClient(
      Manifest(appID: Self.appID, name: "Example", version: "1.0", scopes: [.pay, .receive]),
      options: ClientOptions(directories: directories, provider: provider, patience: patience))
  }

  func provider(
    _ name: String = "home", status: PairingStatus = .approved
  ) async throws -> FakeProvider {
    let provider = try FakeProvider(in: directories, name: name, status: status)
    try await provider.start()
    return provider
  }

  /// The path of a file of the app's own.
  func file(_ name: String) -> String { directories.consumer(appID: Self.appID) + "/" + name }
}
