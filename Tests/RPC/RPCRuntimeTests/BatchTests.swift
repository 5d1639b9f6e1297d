import Cryptography
import JSON
import JSONRPC
import RPCRuntime
import Testing
import Transport

@Suite struct BatchTests {
  @Test(arguments: Carrier.allCases) func aBatchIsAnsweredByOneMessageWhenItsLastReplyIsThere(
    _ carrier: Carrier
  ) async throws {
    let held = HeldRequests()
    let (consumer, handler) = try await connect(carrier) { request, connection in
      if request.method == "held" { held.add(request) } else { ScriptedHandler.echo(request, connection) }
    }
    try await consumer.seal(
      """
      [{"jsonrpc":"2.0","id":"a","method":"held"},{"jsonrpc":"2.0","method":"note"},
       {"jsonrpc":"2.0","id":2,"method":"echo","params":[7]},{"id":3}]
      """)
    _ = await handler.first { $0 == .request("echo") ? true : nil }
    for request in held.all { await handler.connection?.reply(to: request.token, with: .success(.value(true))) }
    let answer = try JSONValue(parsing: await consumer.message() ?? "")
    #expect(answer[0] == ["jsonrpc": "2.0", "result": true, "id": "a"])
    #expect(answer[1] == ["jsonrpc": "2.0", "result": [7], "id": 2])
    #expect(answer[2]?["error"]?["code"] == -32600)
    #expect(answer.arrayValue?.count == 3)
  }

  @Test func malformedMessagesAreAnsweredAndTheSessionGoesOn() async throws {
    let (consumer, _) = try await connect(.memory, ScriptedHandler.echo)
    for (message, code) in [("{", -32700), ("[]", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, -32600)] {
      try await consumer.seal(message)
      let answer = try JSONValue(parsing: await consumer.message() ?? "")
      #expect(answer["error"]?["code"] == .integer(code))
    }
    try await consumer.seal(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":[1]}"#)
    #expect(await consumer.message() == #"{"jsonrpc":"2.0","result":[1],"id":1}"#)
  }

  private func connect(
    _ carrier: Carrier, _ answer: @escaping ScriptedHandler.Answer
  ) async throws -> (RawConsumer, ScriptedHandler) {
    let ends = try await carrier.join(limits: Limits())
    let identity = try Ed25519.SigningKey(from: SystemRandom())
    let file = try Joined.discovery(authority: ends.authority, key: identity.verifyingKey)
    let handler = ScriptedHandler(answer: answer)
    let acceptor = ProviderAcceptor { _, _ in
      ProviderAcceptor.Admission(result: Array(#"{"status":"approved"}"#.utf8), handler: handler)
    }
    acceptor.open(try ProviderAcceptor.Configuration(identity: identity, discovery: file))
    ends.provider.executor.submit { acceptor.accept(ends.provider) }
    let consumer = try RawConsumer(ends.consumer, discovery: file)
    await consumer.start()
    try await consumer.shakeHands()
    #expect(await consumer.message() == "established")
    return (consumer, handler)
  }
}
