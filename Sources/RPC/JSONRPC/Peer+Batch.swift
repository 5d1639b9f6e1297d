import JSON

/// The batch that a reply belongs to, and its position in that batch.
struct BatchSlot {
  let batch: UInt64
  let position: Int
}

/// The responses of a batch, in the order of its requests. An element is nil until its response has been given.
struct PendingBatch {
  var responses: [[UInt8]?] = []
  var missing = 0
}

extension Peer {
  /// Receives a batch (JSON-RPC 2.0 section 6). All its responses are sent as one message when the last one has been
  /// given. If the batch needs no response, nothing is sent.
  mutating func receive(batch messages: [JSONValue]) -> [Action] {
    if messages.isEmpty { return refuse(.invalidRequest) }
    guard messages.count <= limits.batch else {
      return refuse(.exceeded("batch", maximum: limits.batch, code: .invalidRequest))
    }
    lastBatch += 1
    var actions: [Action] = []
    var batch = PendingBatch()
    for message in messages {
      let position = batch.responses.count
      switch Envelope(message, maximumIdentifierLength: limits.identifierLength) {
      case .call(let method, let params, nil):
        actions.append(.notification(IncomingNotification(method: method, params: params)))
      case .call(let method, let params, let id?):
        switch admit(id, batch: BatchSlot(batch: lastBatch, position: position)) {
        case .success(let token):
          batch.responses.append(nil)
          batch.missing += 1
          actions.append(.request(IncomingRequest(id: id, method: method, params: params, token: token)))
        case .failure(let error): refuse(error, id: id, in: &batch, &actions)
        }
      case .invalid(let error, let id): refuse(error, id: id ?? .null, in: &batch, &actions)
      case .response(let id, let result): actions.append(settle(id, result))
      case .malformedResponse(let id): actions.append(malformed(id))
      }
    }
    if batch.missing > 0 {
      batches[lastBatch] = batch
    } else if !batch.responses.isEmpty {
      actions.append(.send(MessageEncoder.batch(batch.responses.compactMap { $0 })))
    }
    return actions
  }

  /// Puts a reply into its batch and sends the batch if this was the last missing reply.
  mutating func fill(_ slot: BatchSlot, with response: [UInt8]) -> [Action] {
    guard var batch = batches.removeValue(forKey: slot.batch) else { return [.protocolViolation(.unknownToken)] }
    batch.responses[slot.position] = response
    batch.missing -= 1
    guard batch.missing == 0 else {
      batches[slot.batch] = batch
      return []
    }
    return [.send(MessageEncoder.batch(batch.responses.compactMap { $0 }))]
  }

  private func refuse(
    _ error: RPCError, id: RequestIdentifier, in batch: inout PendingBatch, _ actions: inout [Action]
  ) {
    batch.responses.append(MessageEncoder.response(.failure(error), id: addressee(id)))
    actions.append(.protocolViolation(.refused(error)))
  }
}
