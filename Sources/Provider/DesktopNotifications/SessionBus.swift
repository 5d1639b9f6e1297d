#if os(Linux)
  import CSystemd
  import Platform

  /// A connection to a message bus. It may be used only on the thread that created it, as sd-bus requires.
  ///
  /// No callbacks are registered with the library: ``next()`` returns all answers and signals, which are distinguished
  /// here.
  final class SessionBus {
    /// A message from the bus, completely read.
    enum Incoming {
      case reply(to: UInt64, from: String, [BusValue])
      case failure(to: UInt64, name: String)
      case signal(from: String, interface: String, member: String, [BusValue])
      case other
    }

    private let bus: OpaquePointer

    /// Begins to connect. Whether the bus can be reached becomes known only by the first answer.
    ///
    /// - Parameter address: The address in the form of D-Bus; `nil` for the session bus.
    init?(address: String?) {
      var bus: OpaquePointer?
      if let address {
        guard sd_bus_new(&bus) >= 0, let made = bus else { return nil }
        guard sd_bus_set_address(made, address) >= 0, sd_bus_set_bus_client(made, 1) >= 0, sd_bus_start(made) >= 0
        else {
          sd_bus_unref(made)
          return nil
        }
      } else {
        guard sd_bus_open_user(&bus) >= 0 else { return nil }
      }
      guard let bus else { return nil }
      // The daemon must not end with the bus.
      sd_bus_set_exit_on_disconnect(bus, 0)
      self.bus = bus
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// The descriptor and the events to wait for, and the latest time to wake up, in microseconds of the monotonic
    /// clock; `nil` if the connection is lost.
    var awaited: (descriptor: Int32, events: Int16, until: UInt64?)? {
      let descriptor = sd_bus_get_fd(bus)
      let events = sd_bus_get_events(bus)
      guard descriptor >= 0, events >= 0 else { return nil }
      var until: UInt64 = 0
      let hasDeadline = sd_bus_get_timeout(bus, &until) > 0 && until != .max
      return (descriptor, Int16(truncatingIfNeeded: events), hasDeadline ? until : nil)
    }

    /// Calls a method. Returns the number that its answer will carry, or `nil` if the connection is lost.
    func call(
      _ destination: String, at path: String, interface: String, member: String, _ arguments: [BusValue]
    ) -> UInt64? {
      var made: OpaquePointer?
      guard sd_bus_message_new_method_call(bus, &made, destination, path, interface, member) >= 0, let message = made
      else { return nil }
      defer { sd_bus_message_unref(message) }
      for argument in arguments {
        guard argument.append(to: message) else { return nil }
      }
      var cookie: UInt64 = 0
      return sd_bus_send(bus, message, &cookie) >= 0 ? cookie : nil
    }

    enum Step {
      case message(Incoming)
      case idle
      case lost
    }

    /// Performs one step without waiting. The result is `idle` if there is nothing to do at present.
    func next() -> Step {
      var taken: OpaquePointer?
      let result = sd_bus_process(bus, &taken)
      guard result >= 0 else { return .lost }
      guard let message = taken else { return result > 0 ? .message(.other) : .idle }
      defer { sd_bus_message_unref(message) }
      return isFarewell(message) ? .lost : .message(read(message))
    }

    // The library itself generates this signal when the connection is closed by the other side.
    private func isFarewell(_ message: OpaquePointer) -> Bool {
      sd_bus_message_is_signal(message, "org.freedesktop.DBus.Local", "Disconnected") > 0
    }

    private func read(_ message: OpaquePointer) -> Incoming {
      var kind: UInt8 = 0
      guard sd_bus_message_get_type(message, &kind) >= 0 else { return .other }
      let sender = text(sd_bus_message_get_sender(message))
      var cookie: UInt64 = 0
      switch Int(kind) {
      case Int(SD_BUS_MESSAGE_METHOD_RETURN):
        guard sd_bus_message_get_reply_cookie(message, &cookie) >= 0 else { return .other }
        return .reply(to: cookie, from: sender, BusValue.all(of: message))
      case Int(SD_BUS_MESSAGE_METHOD_ERROR):
        guard sd_bus_message_get_reply_cookie(message, &cookie) >= 0 else { return .other }
        return .failure(to: cookie, name: text(sd_bus_message_get_error(message)?.pointee.name))
      case Int(SD_BUS_MESSAGE_SIGNAL):
        return .signal(
          from: sender, interface: text(sd_bus_message_get_interface(message)),
          member: text(sd_bus_message_get_member(message)), BusValue.all(of: message))
      default:
        // This connection offers no methods. A caller gets an error.
        sd_bus_reply_method_errno(message, -EOPNOTSUPP, nil)
        return .other
      }
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
  }
#endif
