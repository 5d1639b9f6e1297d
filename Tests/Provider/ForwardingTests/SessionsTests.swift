import Cryptography
import Testing
import Transport

@testable import Forwarding

/// Two processes of one ledger that exchange packets, without a database.
private final class Pair {
  var now = ContinuousClock.now
  var standby: ForwardedSessions
  var writer: ForwardedSessions

  let standbyDaemon: AdmittedDaemon
  let writerDaemon: AdmittedDaemon

  /// - Parameter otherKey: whether the standby has another key than the one that the ledger lists.
  init(otherKey: Bool = false) throws {
    let provider = try Ed25519.SigningKey(seed: SecretBytes([UInt8](repeating: 9, count: 32)))
    let daemons = try [1, 2, 3].map { (own: UInt8) in
      try DaemonKey(own: Ed25519.SigningKey(seed: SecretBytes([UInt8](repeating: own, count: 32))), provider: provider)
    }
    standby = ForwardedSessions(try MailboxKeys(daemons[otherKey ? 2 : 0], from: SystemRandom()))
    writer = ForwardedSessions(try MailboxKeys(daemons[1], from: SystemRandom()))
    standbyDaemon = try #require(AdmittedDaemon(name: "standby", publicKey: daemons[0].publicKey))
    writerDaemon = try #require(AdmittedDaemon(name: "writer", publicKey: daemons[1].publicKey))
    everybodyLooks()
  }

  private func everybodyLooks() {
    _ = standbyLooks(both)
    _ = writerLooks(both)
    _ = try? toWriter()
    _ = try? toStandby()
  }

  /// What both know while both are there.
  var both: KnownMailboxes {
    KnownMailboxes(alive: [standby.own: standbyDaemon, writer.own: writerDaemon], writer: writer.own)
  }

  func key(_ number: UInt64) -> SessionKey { SessionKey(peer: writer.own, number: number) }
  func keyOfWriter(_ number: UInt64) -> SessionKey { SessionKey(peer: standby.own, number: number) }

  func begin(_ number: UInt64) -> Bool { standby.begin(key(number), with: .open(FrameTests.opening)) }
  func standbyLooks(_ known: KnownMailboxes) -> [SessionEvent] { standby.looked(known, at: now) }
  func writerLooks(_ known: KnownMailboxes) -> [SessionEvent] { writer.looked(known, at: now) }
  func writerReceives(_ packets: [Packet]) -> [SessionEvent] {
    writer.received(packets.map { ArrivedPacket(packet: $0, daemon: standbyDaemon) }, at: now)
  }
  func toWriter() throws -> [SessionEvent] { writerReceives(try standby.takePackets()) }
  func toStandby() throws -> [SessionEvent] {
    standby.received(try writer.takePackets().map { ArrivedPacket(packet: $0, daemon: writerDaemon) }, at: now)
  }
}

@Suite struct SessionsTests {
  private let hello = ForwardedFrame.message(.text(Array("hello".utf8)))

  @Test func aSessionFromItsBeginningToItsEnd() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    pair.standby.send(hello, in: pair.key(1))
    #expect(
      try pair.toWriter() == [
        .received(pair.keyOfWriter(1), .open(FrameTests.opening)), .received(pair.keyOfWriter(1), hello),
      ])
    pair.writer.send(.invited, in: pair.keyOfWriter(1))
    pair.writer.send(hello, in: pair.keyOfWriter(1))
    #expect(try pair.toStandby() == [.received(pair.key(1), .invited), .received(pair.key(1), hello)])
    pair.writer.send(.close(.normal), in: pair.keyOfWriter(1))
    pair.writer.send(hello, in: pair.keyOfWriter(1))
    // What crosses the end is dropped.
    pair.standby.send(hello, in: pair.key(1))
    #expect(try pair.toWriter() == [])
    #expect(try pair.toStandby() == [.received(pair.key(1), .close(.normal))])
    #expect(pair.standby.open.isEmpty && pair.writer.open.isEmpty)
  }

  @Test func aLargeAmountIsSplitAndKeepsItsOrder() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    let messages = (0..<8).map { ForwardedFrame.message(.binary([UInt8](repeating: $0, count: 100_000))) }
    for message in messages { pair.standby.send(message, in: pair.key(1)) }
    let packets = try pair.standby.takePackets()
    #expect(packets.count > 1 && packets.allSatisfy { $0.body.count < 300_000 })
    let events = pair.writerReceives(packets)
    #expect(Array(events.dropFirst()) == messages.map { .received(pair.keyOfWriter(1), $0) })
  }

  @Test func whatWasSaidIsSeenByNobodyWithoutTheKey() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    pair.standby.send(hello, in: pair.key(1))
    let bytes = try pair.standby.takePackets().flatMap(\.body)
    #expect(!contains(bytes, Array("hello".utf8)) && !contains(bytes, Array("127.0.0.1".utf8)))
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  /// Who can write the database, but has not the key, under the name of a mailbox that is in use.
  @Test func aForgedPacketEndsWhatWasThere() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    _ = try pair.toWriter()
    let other = try Pair(otherKey: true)
    #expect(other.begin(2))
    let forged = try other.standby.takePackets().map {
      Packet(sender: pair.standby.own, recipient: pair.writer.own, number: $0.number, body: $0.body)
    }
    #expect(pair.writerReceives(forged) == [.cut(pair.keyOfWriter(1))])
    // Nothing in the name of this mailbox counts any more.
    pair.standby.send(hello, in: pair.key(1))
    #expect(try pair.toWriter() == [])
  }

  /// Who has the provider's key, as from a backup, but not the key that the ledger lists for the daemon that it claims to
  /// be.
  @Test func theProvidersKeyAloneOpensNothing() throws {
    let pair = try Pair(otherKey: true)
    #expect(pair.begin(1))
    #expect(try pair.toWriter() == [])
    #expect(pair.writer.open.isEmpty)
  }

  @Test func whoWasSentAwayIsCutOff() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    _ = try pair.toWriter()
    let known = KnownMailboxes(alive: [pair.writer.own: pair.writerDaemon], writer: pair.writer.own)
    #expect(pair.writerLooks(known) == [.cut(pair.keyOfWriter(1))])
    _ = pair.standbyLooks(known)
    #expect(!pair.standby.isAdmitted && pair.writer.isAdmitted)
    pair.standby.send(hello, in: pair.key(1))
    #expect(try pair.toWriter() == [], "what it goes on to send is read by nobody")
  }

  @Test func whoIsNotAdmittedYetAsksNobodyAndIsNotCutOff() throws {
    let pair = try Pair()
    let provider = try Ed25519.SigningKey(seed: SecretBytes([UInt8](repeating: 9, count: 32)))
    let own = try Ed25519.SigningKey(seed: SecretBytes([UInt8](repeating: 4, count: 32)))
    let key = try DaemonKey(own: own, provider: provider)
    var stranger = ForwardedSessions(try MailboxKeys(key, from: SystemRandom()))
    var known = KnownMailboxes(alive: [pair.writer.own: pair.writerDaemon], writer: pair.writer.own)
    for second in 0..<20 { #expect(stranger.looked(known, at: pair.now + .seconds(second)) == []) }
    #expect(!stranger.hasOutgoing && !stranger.isCutOff)
    // Once the owner has admitted it, it asks whether it is heard.
    let admitted = try #require(AdmittedDaemon(name: "new", publicKey: key.publicKey))
    known.alive[stranger.own] = admitted
    _ = stranger.looked(known, at: pair.now + .seconds(20))
    #expect(stranger.hasOutgoing)
  }

  /// Made-up mailboxes cost nothing that stays, and what was sealed once is never sealed with the same keys again.
  @Test func onlyWhatWasUsedIsRemembered() throws {
    let pair = try Pair()
    for number in 0..<100 {
      let body = [UInt8](repeating: 0, count: 100)
      let made = Packet(
        sender: Mailbox(bytes: [UInt8](repeating: UInt8(number) | 1, count: 32)),
        recipient: pair.writer.own, number: 1, body: body)
      #expect(pair.writerReceives([made]) == [])
    }
    #expect(pair.writer.remembered == 0)
    #expect(pair.begin(1))
    _ = try pair.toWriter()
    _ = pair.writerLooks(KnownMailboxes(alive: [pair.writer.own: pair.writerDaemon], writer: pair.writer.own))
    #expect(pair.writer.remembered == 1)
  }

  @Test func whatIsTooLargeEndsItsSession() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    _ = try pair.toWriter()
    pair.standby.send(.message(.binary([UInt8](repeating: 7, count: Packet.largestContent))), in: pair.key(1))
    let packets = try pair.standby.takePackets()
    #expect(packets.allSatisfy { $0.body.count <= Packet.largestBody })
    #expect(pair.writerReceives(packets) == [.received(pair.keyOfWriter(1), .cut)])
  }

  @Test(arguments: [
    "changed", "repeated", "left out", "of another direction",
  ]) func packetsCountOnceAndInTheirOrder(_ fault: String) throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    var packets = try pair.standby.takePackets()
    #expect(pair.writerReceives(packets).count == 1)
    switch fault {
    case "repeated": break
    case "of another direction":
      pair.writer.send(hello, in: pair.keyOfWriter(1))
      packets = try pair.writer.takePackets().map {
        Packet(sender: pair.standby.own, recipient: pair.writer.own, number: 2, body: $0.body)
      }
    default:
      pair.standby.send(hello, in: pair.key(1))
      packets = try pair.standby.takePackets()
      if fault == "changed" { packets[0].body[0] ^= 1 } else { packets[0].number += 1 }
    }
    #expect(pair.writerReceives(packets) == [.cut(pair.keyOfWriter(1))])
  }

  @Test func whoIsGoneTakesItsSessionsAlong() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    _ = try pair.toWriter()
    #expect(
      pair.writerLooks(KnownMailboxes(alive: [pair.writer.own: pair.writerDaemon], writer: pair.writer.own)) == [
        .cut(pair.keyOfWriter(1))
      ])
    #expect(pair.standbyLooks(KnownMailboxes(alive: [pair.standby.own: pair.standbyDaemon])) == [.cut(pair.key(1))])
    #expect(!pair.begin(2), "nobody writes")
  }

  /// Each sees that the other is there, but one has ended the link.
  @Test func whoIsNotAnsweredBeginsAnew() throws {
    let pair = try Pair()
    let known = pair.both
    #expect(pair.begin(1))
    _ = try pair.toWriter()
    for second in 1...20 {
      pair.now += .seconds(1)
      #expect(pair.standbyLooks(known) == [], "second \(second)")
      #expect(pair.writerLooks(known) == [], "second \(second)")
      #expect(try pair.toWriter() == [])
      #expect(try pair.toStandby() == [])
    }
    // From now on nothing arrives.
    var cut: [SessionEvent] = []
    for _ in 1...7 {
      pair.now += .seconds(1)
      cut += pair.standbyLooks(known) + pair.writerLooks(known)
      _ = try pair.standby.takePackets()
      #expect(pair.standby.isCutOff == cut.contains(.cut(pair.key(1))))
    }
    #expect(cut == [.cut(pair.key(1)), .cut(pair.keyOfWriter(1))])
    #expect(!pair.writer.isCutOff, "others may hear it")
  }

  @Test func muchIsNotSentAtOnce() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    let messages = (0..<100).map { ForwardedFrame.message(.binary([UInt8](repeating: $0, count: 200_000))) }
    for message in messages { pair.standby.send(message, in: pair.key(1)) }
    var events: [SessionEvent] = []
    while pair.standby.hasOutgoing {
      let packets = try pair.standby.takePackets()
      #expect(packets.count <= 16)
      events += pair.writerReceives(packets)
    }
    #expect(Array(events.dropFirst()) == messages.map { .received(pair.keyOfWriter(1), $0) })
  }

  @Test func whenAnotherProcessWritesTheSessionsWithTheFormerOneEnd() throws {
    let pair = try Pair()
    #expect(pair.begin(1))
    _ = try pair.toWriter()
    let other = try Pair().writer.own
    var known = pair.both
    known.alive[other] = pair.writerDaemon
    known.writer = other
    #expect(pair.standbyLooks(known) == [.cut(pair.key(1))])
    #expect(pair.writerLooks(known) == [.cut(pair.keyOfWriter(1))], "it serves nobody any more")
    #expect(!pair.begin(2), "that was the former one")
    let begins = pair.standby.begin(SessionKey(peer: other, number: 3), with: .open(FrameTests.opening))
    #expect(begins)
  }
}
