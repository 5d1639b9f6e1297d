import ChatPayments
import Cryptography
import JSON
import Transport
import WebSocketTransport

/// Makes connections to a relay that are ready for calls. It finds the relay, and both sides prove their identity.
struct RelayDialer: Sendable {
  let relay: String
  let person: String
  let displayedName: String
  let keys: RelayKeys

  func dial(on thread: ServiceThread) async throws(RelayChatError) -> ChatLink {
    guard RelayLimits.isPerson(person) else { throw .invalidName }
    let file: RelayFile
    do throws(RelayFileError) { file = try await keys.file(of: relay) } catch { throw .relay(error) }
    let key = try await keys.key(of: person, at: relay)
    let channel: WebSocketChannel
    do throws(ConnectError) {
      channel = try await WebSocketConnector.connect(
        to: file.url, offering: [RelayServer.subprotocol], on: thread, limits: RelayLimits.channel,
        deadline: .seconds(15))
    } catch {
      throw .unreachable(error)
    }
    let link = ChatLink(channel, codec: RelayCodec(), limit: RelayLimits.json.bytes)
    await link.start()
    do throws(RelayChatError) {
      try await enter(link, secret: file.secret, key: key)
    } catch {
      await link.close()
      throw error
    }
    return link
  }

  private func enter(_ link: ChatLink, secret: SecretBytes, key: Ed25519.SigningKey) async throws(RelayChatError) {
    let nonce = try system { () throws(CryptographyError) in try SystemRandom().bytes(count: RelayProof.nonceSize) }
    let begun = try await call(on: link, "begin", ["nonce": .string(Base64URL.encode(nonce))])
    guard let relayNonce = Self.bytes(begun["nonce"]), relayNonce.count == RelayProof.nonceSize,
      let shown = Self.bytes(begun["proof"])
    else { throw .chat(.malformedAnswer) }
    let proof = RelayProof(secret: secret, clientNonce: nonce, relayNonce: relayNonce)
    guard constantTimeEqual(shown, try system { () throws(CryptographyError) in try proof.ofRelay() }) else {
      throw .wrongRelay
    }
    let own = try system { () throws(CryptographyError) in try proof.ofClient(person) }
    let signature = try system { () throws(CryptographyError) in try key.sign(RelayProof.signed(own)) }
    _ = try await call(
      on: link, "enter",
      [
        "person": .string(person), "name": .string(displayedName), "key": .string(key.verifyingKey.base64URL),
        "proof": .string(Base64URL.encode(own)), "signature": .string(Base64URL.encode(signature.bytes)),
      ])
  }

  private func call(
    on link: ChatLink, _ method: String, _ params: JSONValue
  ) async throws(RelayChatError) -> JSONValue {
    let answer: RelayAnswer
    do throws(ChatTransportError) {
      answer = RelayAnswer(try await link.call(["method": .string(method), "params": params]))
    } catch {
      throw .chat(error)
    }
    switch answer {
    case .result(let result): return result
    case .refusal(.nameTaken): throw .nameTaken
    case .refusal(.wrongProof): throw .wrongRelay
    case .refusal(let refusal): throw .chat(refusal.chatError)
    case .error(let words): throw .chat(.refused(words))
    }
  }

  private func system<T>(_ body: () throws(CryptographyError) -> T) throws(RelayChatError) -> T {
    do throws(CryptographyError) { return try body() } catch { throw .system }
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    value?.stringValue.flatMap { try? Base64URL.decode($0) }
  }
}
