import CLibWebSockets
import Platform
import Transport

/// An object that belongs to a socket of the library.
protocol SocketOwner: AnyObject {
  /// The socket was destroyed or could not be created. This is the last call, on the service thread.
  func socketDestroyed()
}

/// One libwebsockets context with its protocol table and the owners of its sockets.
///
/// It may be created on any thread. After that only the service thread uses it, except for `wake`.
///
/// `@unchecked Sendable`: the pointers never change after `init`; `wake` is the one call that libwebsockets allows from
/// other threads, and the service thread's lock keeps it from being made after `destroy`. Everything else is used on
/// the thread only.
final class WebSocketContext: @unchecked Sendable {
  /// The entries of the protocol table. The library reports events of all its sockets to the first entry. The names are
  /// not valid subprotocols, so no peer can ask for them.
  enum Entry: Int, CaseIterable {
    case any, client, door, accepted

    var name: String { "payport \(rawValue)" }

    var callback:
      @convention(c) (
        OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
      ) -> Int32
    {
      switch self {
      case .any, .client: socketCallback
      case .door: doorCallback
      case .accepted: acceptedCallback
      }
    }
  }

  let context: OpaquePointer
  private let vhost: OpaquePointer
  private let protocols: UnsafeMutablePointer<lws_protocols>
  // The pointer through which callbacks without an owner find this object.
  private let home: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let alarm: UnsafeMutablePointer<clibwebsockets_alarm>
  private let neverPing: UnsafeMutablePointer<lws_retry_bo_t>
  private var isEnding = false
  private var alarmDeadline: ContinuousClock.Instant?
  private var owners: [UnsafeMutableRawPointer: any SocketOwner] = [:]
  private var frame: UnsafeMutableRawBufferPointer
  /// The bytes read from an accepted socket. They are valid until the next read.
  let readBuffer: UnsafeMutableRawBufferPointer

  private static let usualFrameBytes = 16 << 10
  // The number of bytes read from one connection before the next one has its turn.
  private static let readBytes = 16 << 10
  // For each descriptor that the limit allows, the library keeps two entries of eight bytes, which it initialises at
  // the start.
  private static let descriptorLimit = 4096...65536

  init(limits: Limits) throws(ServiceThreadError) {
    protocols = .allocate(capacity: Entry.allCases.count + 1)
    protocols.initialize(repeating: lws_protocols(), count: Entry.allCases.count + 1)
    Self.fill(protocols, limits: limits)
    alarm = .allocate(capacity: 1)
    alarm.initialize(to: clibwebsockets_alarm())
    home = .allocate(capacity: 1)
    home.initialize(to: nil)
    neverPing = .allocate(capacity: 1)
    // All values are zero, so the library sends no pings. A server that does not read cannot answer them, and is not to be
    // disconnected for that; it sends heartbeats all the same.
    neverPing.initialize(to: lws_retry_bo_t())
    frame = .allocate(byteCount: Int(CLIBWEBSOCKETS_PRE) + Self.usualFrameBytes, alignment: 16)
    readBuffer = .allocate(byteCount: Self.readBytes, alignment: 16)

    Self.adjustDescriptorLimit()
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN
    info.protocols = UnsafePointer(protocols)
    info.retry_and_idle_policy = UnsafePointer(neverPing)
    info.pt_serv_buf_size = UInt32(max(16 << 10, limits.readBufferBytes + 1024))
    info.timeout_secs = 5
    info.gid = -1
    info.uid = -1
    info.options = UInt64(LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME)
    info.user = UnsafeMutableRawPointer(home)
    guard let context = lws_create_context(&info), let vhost = lws_get_vhost_by_name(context, "default") else {
      Self.free(protocols, home, alarm, neverPing, frame)
      readBuffer.deallocate()
      throw .cannotStart
    }
    alarm.pointee.context = context
    self.context = context
    self.vhost = vhost
    home.pointee = Unmanaged.passUnretained(self).toOpaque()
  }

  private static func fill(_ protocols: UnsafeMutablePointer<lws_protocols>, limits: Limits) {
    for entry in Entry.allCases {
      let index = entry.rawValue
      protocols[index].name = UnsafePointer(strdup(entry.name))
      protocols[index].callback = entry.callback
      protocols[index].id = UInt32(index)
      // This is also the size of a buffer that is kept for each session.
      protocols[index].rx_buffer_size = limits.readBufferBytes
      // Otherwise the library sends no more than the size above at once and copies the rest.
      protocols[index].tx_packet_size = limits.messageBytes + 64
    }
  }

  private static func adjustDescriptorLimit() {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return }
    let wanted = min(
      max(limit.rlim_cur, rlim_t(descriptorLimit.lowerBound)), rlim_t(descriptorLimit.upperBound), limit.rlim_max)
    guard wanted != limit.rlim_cur else { return }
    limit.rlim_cur = wanted
    setrlimit(resource, &limit)
  }

  // MARK: The loop

  /// Wakes the thread from its wait. It may be called from any thread while the context exists.
  func wake() { lws_cancel_service(context) }

  /// Makes the next wait end at once. The library ends connections that have timed out just before it waits, and the
  /// resulting jobs must not be delayed by that wait.
  func wakeAfterEnd() {
    if !isEnding { lws_cancel_service(context) }
  }

  /// Waits for sockets or the alarm, and handles their events.
  func service() { lws_service(context, 0) }

  /// Whether the alarm went off since the last call.
  func takeAlarm() -> Bool {
    guard alarm.pointee.rang != 0 else { return false }
    alarm.pointee.rang = 0
    alarmDeadline = nil
    return true
  }

  /// Sets the only alarm, or clears it.
  func setAlarm(at deadline: ContinuousClock.Instant?) {
    guard let deadline, deadline != alarmDeadline else { return }
    alarmDeadline = deadline
    let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: deadline)).components
    let microseconds = min(seconds, 1_000_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
    lws_sul_schedule(
      context, 0, UnsafeMutableRawPointer(alarm).assumingMemoryBound(to: lws_sorted_usec_list_t.self),
      { entry in
        guard let alarm = UnsafeMutableRawPointer(entry)?.assumingMemoryBound(to: clibwebsockets_alarm.self) else {
          return
        }
        alarm.pointee.rang = 1
        // The library fires the alarm just before it waits for sockets, so that wait has to end at once.
        lws_cancel_service(alarm.pointee.context)
      }, lws_usec_t(microseconds + 1))
  }

  /// Ends all connections and frees all memory. It must be called on the service thread, or before that thread has
  /// started.
  func destroy() {
    isEnding = true
    lws_context_destroy(context)
    // These owners are left because their sockets were never created.
    for owner in Array(owners.values) { owner.socketDestroyed() }
    owners = [:]
    Self.free(protocols, home, alarm, neverPing, frame)
    readBuffer.deallocate()
  }

  private static func free(
    _ protocols: UnsafeMutablePointer<lws_protocols>, _ home: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
    _ alarm: UnsafeMutablePointer<clibwebsockets_alarm>, _ neverPing: UnsafeMutablePointer<lws_retry_bo_t>,
    _ frame: UnsafeMutableRawBufferPointer
  ) {
    for entry in Entry.allCases { Self.freeName(protocols[entry.rawValue].name) }
    protocols.deallocate()
    home.deallocate()
    alarm.deallocate()
    neverPing.deallocate()
    frame.deallocate()
  }

  private static func freeName(_ name: UnsafePointer<CChar>?) {
    #if canImport(Glibc)
      Glibc.free(UnsafeMutableRawPointer(mutating: name))
    #else
      Darwin.free(UnsafeMutableRawPointer(mutating: name))
    #endif
  }

  // MARK: Owners

  /// Keeps the owner of a socket until the socket is destroyed. Returns the opaque user data for the socket.
  func adopt(_ owner: some SocketOwner) -> UnsafeMutableRawPointer {
    let key = Unmanaged.passUnretained(owner).toOpaque()
    owners[key] = owner
    return key
  }

  /// Tells the owner that its socket was destroyed, and releases the owner.
  func socketDestroyed(_ key: UnsafeMutableRawPointer) {
    owners.removeValue(forKey: key)?.socketDestroyed()
  }

  /// Releases an owner whose socket was never created.
  func release(_ owner: some SocketOwner) {
    owners[Unmanaged.passUnretained(owner).toOpaque()] = nil
  }

  // MARK: Sockets

  /// Lets the library poll a socket. The library closes it at the end.
  func watch(_ descriptor: Int32, as entry: Entry, owner: UnsafeMutableRawPointer) -> OpaquePointer? {
    var description = lws_adopt_desc_t()
    description.vh = vhost
    description.type = LWS_ADOPT_RAW_FILE_DESC
    description.fd.filefd = descriptor
    description.vh_prot_name = protocols[entry.rawValue].name
    description.opaque = owner
    return lws_adopt_descriptor_vhost_via_info(&description)
  }

  /// Begins a client connection. Returns nil if it failed at once, without any callback.
  func connect(_ target: ConnectTarget, offering: String, owner: UnsafeMutableRawPointer) -> OpaquePointer? {
    target.address.withCString { address in
      target.authority.withCString { authority in
        target.path.withCString { path in
          withOptionalCString(offering.isEmpty ? nil : offering) { offering in
            var info = lws_client_connect_info()
            info.context = context
            info.vhost = vhost
            info.address = address
            info.port = Int32(target.port)
            info.path = path
            info.host = authority
            // No `Origin` is sent, because the server refuses native clients that send one.
            info.origin = nil
            info.protocol = offering
            info.local_protocol_name = protocols[Entry.client.rawValue].name
            info.opaque_user_data = owner
            return lws_client_connect_via_info(&info)
          }
        }
      }
    }
  }

  private func withOptionalCString<T>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> T) -> T {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
  }

  /// Writes one message. The socket must be writable. Returns false if the connection is dead.
  func write(_ bytes: [UInt8], isText: Bool, to socket: OpaquePointer) -> Bool {
    let pre = Int(CLIBWEBSOCKETS_PRE)
    let kind = isText ? LWS_WRITE_TEXT : LWS_WRITE_BINARY
    let isUsual = bytes.count <= Self.usualFrameBytes
    // The library writes the header in front of the bytes, and in a client applies the mask to the bytes in place.
    let buffer =
      isUsual ? frame : UnsafeMutableRawBufferPointer.allocate(byteCount: pre + bytes.count, alignment: 16)
    defer { if !isUsual { buffer.deallocate() } }
    guard let start = buffer.baseAddress?.advanced(by: pre).assumingMemoryBound(to: UInt8.self) else { return false }
    bytes.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { start.update(from: base, count: source.count) }
    }
    return lws_write(socket, start, bytes.count, kind) >= 0
  }

  /// Drops a connection soon afterwards, without a close frame.
  static func kill(_ socket: OpaquePointer) {
    lws_set_timeout(socket, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
  }
}
