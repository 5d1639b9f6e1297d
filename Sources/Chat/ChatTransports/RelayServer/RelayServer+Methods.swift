import ChatPayments
import Cryptography
import JSON
import JSONRPC
import PaymentsModel

extension RelayServer {
  private struct Begin: Decodable { let nonce: String }

  private struct Enter: Decodable {
    let person: String
    let name: String
    let key: String
    let proof: String
    let signature: String
  }

  private struct OpenRoom: Decodable {
    let members: [String]
    let name: String
  }

  private struct Edit: Decodable { let message: Int }

  private struct SendFile: Decodable {
    let room: String
    let name: String
    let data: String
  }

  private struct File: Decodable {
    let room: String
    let message: Int
  }

  private struct History: Decodable {
    let room: String
    let after: Int
  }

  /// Carries out a client's request.
  ///
  /// - Throws: ``RelayRefusal``, `RPCError`; any other error means that the parameters are wrong.
  func serve(_ method: String, _ params: JSONValue, from number: Int, now: Timestamp) throws -> JSONValue {
    switch method {
    case "begin": return try begin(decode(params), number)
    case "enter": return try enter(decode(params), number)
    default: break
    }
    guard let person = clients[number]?.person else { throw RelayRefusal.notEntered }
    switch method {
    case "people": return ["people": state.everybody.json]
    case "rooms": return ["rooms": state.rooms(of: person).map(state.entry).json]
    case "open_room": return try open(decode(params), by: person)
    case "send":
      let words: RelayWords = try decode(params)
      return try say { (state) throws(RelayRefusal) in try state.send(words, by: person, at: now) }
    case "edit":
      let words: RelayWords = try decode(params)
      let edit: Edit = try decode(params)
      return try say { (state) throws(RelayRefusal) in try state.edit(edit.message, words, by: person, at: now) }
    case "history":
      let history: History = try decode(params)
      return try state.history(of: history.room, after: history.after, for: person).json
    case "send_file": return try sendFile(decode(params), by: person, at: now)
    case "file": return try file(decode(params), for: person)
    case "set_trouble":
      setTrouble(try decode(params))
      return [:]
    default: throw RPCError.methodNotFound
    }
  }

  // MARK: Entering

  private func begin(_ request: Begin, _ number: Int) throws -> JSONValue {
    let nonce = try Base64URL.decode(request.nonce)
    guard nonce.count == RelayProof.nonceSize, clients[number]?.proof == nil, clients[number]?.person == nil,
      let secret
    else { throw RPCError.invalidParams }
    let proof = RelayProof(
      secret: secret, clientNonce: nonce, relayNonce: try SystemRandom().bytes(count: RelayProof.nonceSize))
    clients[number]?.proof = proof
    return [
      "nonce": .string(Base64URL.encode(proof.relayNonce)), "proof": .string(Base64URL.encode(try proof.ofRelay())),
    ]
  }

  private func enter(_ request: Enter, _ number: Int) throws -> JSONValue {
    guard let client = clients[number], let proof = client.proof else { throw RelayRefusal.notEntered }
    clients[number]?.proof = nil
    let shown = try Base64URL.decode(request.proof)
    let key = try Ed25519.VerifyingKey(base64URL: request.key)
    let signature = try Ed25519.Signature(bytes: Base64URL.decode(request.signature))
    guard constantTimeEqual(shown, try proof.ofClient(request.person)),
      key.isValid(signature, for: RelayProof.signed(shown))
    else { throw RelayRefusal.wrongProof }
    let before = state.people[request.person]
    var changed = state
    try changed.enter(request.person, key: key.base64URL, name: request.name)
    if changed.people[request.person] != before {
      try keep { try $0.savePeople(changed.people) }
    }
    state = changed
    clients[number]?.person = request.person
    client.door.admit()
    if let before, before.name != request.name {
      for room in state.rooms(of: request.person) { tell(room) }
    }
    return ["person": .string(request.person)]
  }

  // MARK: Rooms and messages

  private func open(_ request: OpenRoom, by person: String) throws -> JSONValue {
    var changed = state
    let id = Base64URL.encode(try SystemRandom().bytes(count: 12))
    let room = try changed.open(id, name: request.name, by: person, with: request.members)
    if room.id == id {
      try keep { try $0.saveRoom(room) }
      state = changed
      tell(room)
    }
    return ["room": state.entry(room).json]
  }

  /// Changes the messages of a room, stores the room, and then tells its members.
  private func say(
    _ change: (inout RelayState) throws(RelayRefusal) -> RelayMessageEntry
  ) throws -> JSONValue {
    var changed = state
    let message = try change(&changed)
    guard let room = changed.rooms[message.room] else { throw RelayRefusal.unknownRoom }
    try keep { try $0.saveRoom(room) }
    let forgotten = state.rooms[room.id]?.files.subtracting(room.files) ?? []
    // Files that cannot be removed take up space, but nobody can ask for them any more.
    try? archive?.removeFiles(of: forgotten, in: room.id)
    state = changed
    deliver("message", ["message": message.json], to: room.members)
    return ["message": message.json]
  }

  private func sendFile(_ request: SendFile, by person: String, at now: Timestamp) throws -> JSONValue {
    let file = ChatFile(name: request.name, bytes: try Base64URL.decode(request.data))
    guard file.hasPlainName else { throw RelayRefusal.invalidName }
    let words = RelayWords(room: request.room, text: file.name, link: nil)
    return try say { (state) throws(RelayRefusal) in
      let message = try state.send(words, file: RelayFileEntry(size: file.bytes.count), by: person, at: now)
      // The file is stored before the message that stands for it.
      try keep { try $0.saveFile(file.bytes, of: message.message, in: message.room) }
      return message
    }
  }

  private func file(_ request: File, for person: String) throws -> JSONValue {
    let message = try state.room(request.room, of: person).messages.first { $0.message == request.message }
    guard let message, message.file != nil else { throw RelayRefusal.unknownMessage }
    let bytes = try keep { try $0.file(of: message.message, in: message.room) }
    return RelayFileContent(name: message.text, data: Base64URL.encode(bytes)).json
  }

  private func tell(_ room: RelayState.Room) {
    deliver("room", ["room": state.entry(room).json], to: room.members)
  }

  /// Does something with the archive.
  private func keep<Value>(_ body: (inout RelayArchive) throws -> Value) throws(RelayRefusal) -> Value {
    guard var archive else { throw .notKept }
    defer { self.archive = archive }
    do { return try body(&archive) } catch { throw .notKept }
  }

  private func decode<Value: Decodable>(_ params: JSONValue) throws -> Value {
    try JSONValueDecoder().decode(from: params)
  }
}
