/// The connection that commands share. It is made when a command first needs it, and made again after it was closed.
actor ProviderLink {
  typealias Opening = @Sendable (PairingAnnouncer?) async throws -> any ProviderCalls

  private let open: Opening
  private var opening: Task<any ProviderCalls, any Error>?

  init(open: @escaping Opening) {
    self.open = open
  }

  /// Whether a connection exists or is being made.
  var isOpen: Bool { opening != nil }

  /// Returns the connection, after the app was paired. If it is being made, a second caller waits for it.
  ///
  /// - Parameter announcer: shows the pairing code if necessary; without it the connection is returned even if it is
  ///   not paired.
  func service(announcing announcer: PairingAnnouncer?) async throws -> any ProviderCalls {
    if let opening {
      let service = try await opening.value
      try await service.enter(announcer)
      return service
    }
    let open = open
    let task = Task { try await open(announcer) }
    opening = task
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch {
      // The next command tries again.
      opening = nil
      throw error
    }
  }

  /// Closes the connection if there is one.
  func close() async {
    guard let task = opening else { return }
    opening = nil
    if let service = try? await task.value { await service.close() }
  }
}
