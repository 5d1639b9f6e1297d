import Cryptography

extension SecureChannel {
  /// Seals a message into one frame, or several when it is above 65,518 bytes.
  ///
  /// The frames must be sent in this order, before those of any later call.
  /// - Parameters:
  ///   - message: 0 to 1,048,576 bytes.
  ///   - emit: takes each frame.
  /// - Throws: `SecureChannelError`; except for `messageTooLarge` and `closed` the keys are erased.
  public func seal(
    _ message: [UInt8], emit: (consuming [UInt8]) -> Void
  ) throws(SecureChannelError) {
    try message.withRawBytes { (message) throws(SecureChannelError) in
      try seal(message, emit: emit)
    }
  }

  /// Seals a message in a buffer; see the method above.
  /// - Throws: `SecureChannelError`.
  public func seal(
    _ message: UnsafeRawBufferPointer, emit: (consuming [UInt8]) -> Void
  ) throws(SecureChannelError) {
    if message.count <= Self.maximumFrameData {
      try emit(sealFrame(Flag.last, message))
      return
    }
    guard message.count <= Self.maximumMessageSize else { throw .messageTooLarge }
    // A message is not begun if too few frames are left to finish it.
    let frames = (message.count + Self.maximumFrameData - 1) / Self.maximumFrameData
    if let left = sending?.framesLeft, left < UInt64(frames) {
      erase()
      throw .exhausted
    }
    var rest = message[...]
    while rest.count > Self.maximumFrameData {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.maximumFrameData))
      try emit(sealFrame(Flag.more, part))
      rest = rest.dropFirst(Self.maximumFrameData)
    }
    try emit(sealFrame(Flag.last, UnsafeRawBufferPointer(rebasing: rest)))
  }

  /// Seals a message and returns its frames, which must be sent in this order.
  /// - Throws: `SecureChannelError`.
  public func seal(_ message: [UInt8]) throws(SecureChannelError) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    try seal(message) { frames.append($0) }
    return frames
  }

  /// Seals the goodbye. This side sends nothing after it. It lets the peer distinguish an intended end from a lost
  /// connection.
  /// - Throws: `SecureChannelError`.
  public func sealGoodbye() throws(SecureChannelError) -> [UInt8] {
    let frame = try sealFrame(Flag.bye, UnsafeRawBufferPointer(start: nil, count: 0))
    saidGoodbye = true
    sending = nil
    return frame
  }

  private func sealFrame(
    _ flag: UInt8, _ data: UnsafeRawBufferPointer
  ) throws(SecureChannelError) -> [UInt8] {
    guard let left = sending?.framesLeft else { throw saidGoodbye ? .closed : .fatal }
    guard left > 0 else {
      erase()
      throw .exhausted
    }
    let size = Self.frameOverhead + data.count
    var failed = false
    let frame = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let frame = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<size])
      frame[0] = flag
      UnsafeMutableRawBufferPointer(rebasing: frame[1...]).copyMemory(from: data)
      do {
        try sending?.seal(UnsafeRawBufferPointer(rebasing: frame[..<(1 + data.count)]), into: frame)
        count = size
      } catch {
        failed = true
      }
    }
    if failed {
      erase()
      throw .fatal
    }
    return frame
  }
}
