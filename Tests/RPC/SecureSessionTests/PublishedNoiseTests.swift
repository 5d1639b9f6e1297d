import Cryptography
import Foundation
import Testing

@testable import SecureSession

@Suite struct PublishedNoiseTests {
  static let path = "/usr/share/gocode/src/github.com/flynn/noise/vectors.txt"

  /// The records with the pattern that we use.
  static func records() throws -> [[String: String]] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.components(separatedBy: "\n\n").map { record in
      var fields: [String: String] = [:]
      for line in record.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { fields[String(parts[0])] = String(parts[1]) }
      }
      return fields
    }.filter { $0["handshake"] == "Noise_XX_25519_ChaChaPoly_SHA256" }
  }

  @Test(
    .enabled(
      if: FileManager.default.isReadableFile(atPath: path),
      "SKIPPED: install the Debian package golang-github-flynn-noise-dev"))
  func noiseXXOfFlynnNoise() throws {
    let records = try Self.records()
    #expect(records.count == 4)
    for record in records {
      func field(_ name: String) throws -> [UInt8] { try #require([UInt8](hexadecimal: record[name] ?? "")) }
      func state(_ role: HandshakeState.Role, _ prefix: String) throws -> HandshakeState {
        try HandshakeState(
          role: role, prologue: field("prologue"),
          localStatic: X25519.PrivateKey(bytes: SecretBytes(field("\(prefix)_static"))),
          localEphemeral: X25519.PrivateKey(bytes: SecretBytes(field("gen_\(prefix)_ephemeral"))))
      }
      var initiator = try state(.initiator, "init")
      var responder = try state(.responder, "resp")
      for index in 0..<3 {
        let payload = try field("msg_\(index)_payload")
        let published = try field("msg_\(index)_ciphertext")
        if index == 1 {
          #expect(try responder.writeMessage(payload) == published)
          #expect(try initiator.readMessage(published) == payload)
        } else {
          #expect(try initiator.writeMessage(payload) == published)
          #expect(try responder.readMessage(published) == payload)
        }
      }
      #expect(initiator.handshakeHash == responder.handshakeHash)
      let ours = try initiator.split()
      let theirs = try responder.split()
      try transport(ours.send, theirs.receive, field("msg_3_payload"), field("msg_3_ciphertext"))
      try transport(theirs.send, ours.receive, field("msg_4_payload"), field("msg_4_ciphertext"))
    }
  }

  private func transport(
    _ sender: CipherState, _ receiver: CipherState, _ payload: [UInt8], _ published: [UInt8]
  ) throws {
    var (sender, receiver) = (sender, receiver)
    var sealed = [UInt8](repeating: 0, count: payload.count + 16)
    try payload.withUnsafeBytes { payload in
      try sealed.withUnsafeMutableBytes { try sender.encrypt(payload, into: $0) }
    }
    #expect(sealed == published)
    var opened = [UInt8](repeating: 0, count: payload.count)
    try published.withUnsafeBytes { published in
      try opened.withUnsafeMutableBytes { try receiver.decrypt(published, into: $0) }
    }
    #expect(opened == payload)
  }

  @Test func turnsAreKept() throws {
    let key = try X25519.PrivateKey(from: SystemRandom())
    func state(_ role: HandshakeState.Role) throws -> HandshakeState {
      try HandshakeState(
        role: role, prologue: [], localStatic: key, localEphemeral: X25519.PrivateKey(from: SystemRandom()))
    }
    var initiator = try state(.initiator)
    #expect(throws: CryptographyError.self) { try initiator.readMessage([UInt8](repeating: 9, count: 32)) }
    // The state has failed, so even the correct message is refused.
    #expect(throws: CryptographyError.self) { try initiator.writeMessage([]) }
    #expect(!initiator.isComplete)
    var responder = try state(.responder)
    #expect(throws: CryptographyError.self) { try responder.writeMessage([]) }
    #expect(throws: CryptographyError.self) { try responder.readMessage([UInt8](repeating: 9, count: 32)) }
    #expect(throws: CryptographyError.self) { try state(.initiator).split() }
    var large = try state(.initiator)
    #expect(throws: CryptographyError.invalidLength) { try large.writeMessage([UInt8](repeating: 0, count: 65_504)) }
    var greatest = try state(.initiator)
    #expect(try greatest.writeMessage([UInt8](repeating: 0, count: 65_503)).count == 65_535)
    var oversized = try state(.responder)
    #expect(throws: CryptographyError.self) { try oversized.readMessage([UInt8](repeating: 1, count: 65_536)) }
  }
}
