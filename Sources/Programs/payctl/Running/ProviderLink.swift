/// The connection that commands share: made when the first of them needs it, and made anew after it was closed.
actor ProviderLink {
  typealias Opening = @Sendable (PairingAnnouncer?) async throws -> any ProviderCalls

  private let open: Opening
  private var opening: Task<any ProviderCalls, any Error>?

  init(open: @escaping Opening) {
    self.open = open
  }

  /// Whether a connection exists or is being made.
  var isOpen: Bool { opening != nil }

  /// The connection, of an app that is let in; a second caller waits for the one that is being made.
  ///
  /// - Parameter announcer: shows the pairing code where one is needed; without it an unpaired connection is answered.
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

  /// Ends the connection, if there is one.
  func close() async {
    guard let task = opening else { return }
    opening = nil
    if let service = try? await task.value { await service.close() }
  }
}
