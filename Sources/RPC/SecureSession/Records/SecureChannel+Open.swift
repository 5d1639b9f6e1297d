import Cryptography

extension SecureChannel {
  /// The result of opening a frame.
  public enum Opened: Equatable, Sendable {
    /// A complete message.
    case message([UInt8])
    /// The frame held a part of a message, which continues in the next frame.
    case incomplete
    /// The peer sends nothing more. Requests that it has not answered stay unanswered.
    case goodbye
  }

  /// Opens the next frame of the peer.
  /// - Throws: `SecureChannelError.fatal` for every frame that is not exactly the next one; the keys are then erased.
  public func open(_ frame: [UInt8]) throws(SecureChannelError) -> Opened {
    try frame.withRawBytes { (frame) throws(SecureChannelError) in try open(frame) }
  }

  /// Opens the next frame, which is in a buffer of the transport.
  /// - Throws: `SecureChannelError.fatal` for every frame that is not exactly the next one; the keys are then erased.
  public func open(_ frame: UnsafeRawBufferPointer) throws(SecureChannelError) -> Opened {
    guard receiving != nil, frame.count >= Self.frameOverhead, frame.count <= Self.maximumFrameSize else {
      throw fail()
    }
    var flag: UInt8 = 0
    var failed = false
    let size = frame.count - Self.frameOverhead
    let data = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
      let plaintext = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[...size])
      do {
        try receiving?.open(frame, into: plaintext)
        flag = plaintext[0]
        // Moving the data down over the flag byte costs less than a second buffer or a slice.
        UnsafeMutableRawBufferPointer(rebasing: plaintext[..<size])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: plaintext[1...]))
        count = size
      } catch {
        failed = true
      }
    }
    if failed { throw fail() }
    return try take(flag, data)
  }

  private func take(_ flag: UInt8, _ data: [UInt8]) throws(SecureChannelError) -> Opened {
    switch flag {
    case Flag.last where assembly.isEmpty:
      return .message(data)
    case Flag.last:
      guard assembly.count + data.count <= Self.maximumMessageSize else { throw fail() }
      assembly += data
      defer { assembly = [] }
      return .message(assembly)
    case Flag.more:
      // A part without data would let a peer keep a message open for ever.
      guard !data.isEmpty, assembly.count + data.count <= Self.maximumMessageSize else { throw fail() }
      assembly += data
      return .incomplete
    case Flag.bye:
      guard data.isEmpty, assembly.isEmpty else { throw fail() }
      receiving = nil
      return .goodbye
    default:
      throw fail()
    }
  }

  private func fail() -> SecureChannelError {
    erase()
    return .fatal
  }
}
