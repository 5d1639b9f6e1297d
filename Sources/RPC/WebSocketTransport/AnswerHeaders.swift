import CLibWebSockets

/// Reads the headers of a server's answer. They are available only while the library still holds them.
struct AnswerHeaders {
  let socket: OpaquePointer

  /// The value of a header as it was sent; nil if it is absent, empty or longer than the library's own limit.
  func value(_ token: lws_token_indexes) -> String? {
    let count = Int(lws_hdr_total_length(socket, token))
    guard count > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer in
      guard lws_hdr_copy(socket, buffer.baseAddress, Int32(buffer.count), token) > 0 else { return nil }
      return buffer.baseAddress.map { String(cString: $0) }
    }
  }
}
