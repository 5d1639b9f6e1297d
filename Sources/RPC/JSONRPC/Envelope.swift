import JSON

/// One received message, classified by its kind and checked (JSON-RPC 2.0 sections 4 and 5).
enum Envelope {
  /// A request if there is an id, otherwise a notification.
  case call(method: String, params: JSONValue?, id: RequestIdentifier?)
  /// A response, addressed to an id that may be unknown.
  case response(id: RequestIdentifier, Result<JSONValue, RPCError>)
  /// A message that has `result` or `error` but is no valid response. It is never answered, so that two peers cannot
  /// send errors back and forth for ever.
  case malformedResponse(id: RequestIdentifier?)
  /// A message that is no valid request; `id` is set if the message contains a legal id.
  case invalid(RPCError, id: RequestIdentifier?)

  init(_ value: JSONValue, maximumIdentifierLength: Int) {
    guard case .object(let object) = value else {
      self = .invalid(.invalidRequest, id: nil)
      return
    }
    var version: JSONValue?
    var method: JSONValue?
    var params: JSONValue?
    var identifier: JSONValue?
    var result: JSONValue?
    var failure: JSONValue?
    var unknown: String?
    for member in object.members {
      switch member.name {
      case "jsonrpc": version = member.value
      case "method": method = member.value
      case "params": params = member.value
      case "id": identifier = member.value
      case "result": result = member.value
      case "error": failure = member.value
      default: unknown = unknown ?? member.name
      }
    }
    var id: RequestIdentifier?
    if let identifier {
      id = RequestIdentifier(identifier).flatMap { $0.length <= maximumIdentifierLength ? $0 : nil }
    }
    let isVersion2: Bool
    if case .string("2.0")? = version { isVersion2 = true } else { isVersion2 = false }

    if method == nil, result != nil || failure != nil {
      guard isVersion2, let id, params == nil, unknown == nil else {
        self = .malformedResponse(id: id)
        return
      }
      switch (result, failure) {
      case (let result?, nil): self = .response(id: id, .success(result))
      case (nil, let failure?):
        if let error = RPCError(failure) {
          self = .response(id: id, .failure(error))
        } else {
          self = .malformedResponse(id: id)
        }
      default: self = .malformedResponse(id: id)
      }
      return
    }

    guard isVersion2, case .string(let name)? = method, identifier == nil || id != nil else {
      self = .invalid(.invalidRequest, id: id)
      return
    }
    switch params {
    case nil, .array?, .object?: break
    default:
      self = .invalid(.invalidRequest, id: id)
      return
    }
    if result != nil { unknown = "result" } else if failure != nil { unknown = "error" }
    if let unknown {
      self = .invalid(.unknownMember(unknown), id: id)
      return
    }
    self = .call(method: name, params: params, id: id)
  }
}
