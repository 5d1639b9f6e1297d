/// What came of one story.
struct Outcome: Codable, Sendable {
  /// What did not hold.
  var violation: String?
  /// Whether no app has found a daemon that serves, so that nothing was played.
  var hasNotBegun = false
  var transcript: [String] = []
  var orders = 0
  var crashes = 0
  /// The simulated time that passed.
  var milliseconds: Int64 = 0

  /// FNV-1a of the transcript, by which two runs of one seed are compared.
  var digest: UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for line in transcript { for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    return digest
  }
}
