/// MD5 (RFC 1321), to check the client's answer to a digest challenge.
func md5(_ text: String) -> String {
  var message = Array(text.utf8)
  let bits = UInt64(message.count) * 8
  message.append(0x80)
  while message.count % 64 != 56 { message.append(0) }
  message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }

  let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  let sines = (1...64).map { index -> UInt32 in
    // |sin(i)| is computed by its series after reduction to one period, so the tests need no mathematics library.
    let turn = 2 * Double.pi
    let x = Double(index).truncatingRemainder(dividingBy: turn)
    var term = x
    var sum = x
    for n in 1...30 {
      term *= -x * x / Double((2 * n) * (2 * n + 1))
      sum += term
    }
    return UInt32(sum.magnitude * 4_294_967_296)
  }
  var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
  for block in stride(from: 0, to: message.count, by: 64) {
    let words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[block + word * 4 + $1]) << UInt32(8 * $1) }
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for i in 0..<64 {
      let mixed: (UInt32, Int) =
        switch i / 16 {
        case 0: (b & c | ~b & d, i)
        case 1: (d & b | ~d & c, (5 * i + 1) % 16)
        case 2: (b ^ c ^ d, (3 * i + 5) % 16)
        default: (c ^ (b | ~d), 7 * i % 16)
        }
      let sum = a &+ mixed.0 &+ sines[i] &+ words[mixed.1]
      let shift = shifts[i / 16 * 4 + i % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
  }
  return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } }
    .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
