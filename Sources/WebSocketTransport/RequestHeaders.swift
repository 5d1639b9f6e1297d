import CLibWebSockets

/// Reads headers of a request or an answer while the library still holds them.
struct RequestHeaders {
  let socket: OpaquePointer

  /// A header's value as it was sent; nil when it is absent, empty, or above the library's own limit.
  func value(_ token: lws_token_indexes) -> String? {
    let count = Int(lws_hdr_total_length(socket, token))
    guard count > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { buffer in
      guard lws_hdr_copy(socket, buffer.baseAddress, Int32(buffer.count), token) > 0 else { return nil }
      return buffer.baseAddress.map { String(cString: $0) }
    }
  }

  /// The request, as far as it decides on an upgrade.
  var upgradeRequest: UpgradeRequest {
    UpgradeRequest(
      path: value(WSI_TOKEN_GET_URI), hasQuery: lws_hdr_total_length(socket, WSI_TOKEN_HTTP_URI_ARGS) > 0,
      upgrade: value(WSI_TOKEN_UPGRADE) ?? "", version: value(WSI_TOKEN_VERSION) ?? "",
      host: value(WSI_TOKEN_HOST) ?? "", origin: value(WSI_TOKEN_ORIGIN) ?? value(WSI_TOKEN_SWORIGIN),
      subprotocols: value(WSI_TOKEN_PROTOCOL) ?? "")
  }
}
