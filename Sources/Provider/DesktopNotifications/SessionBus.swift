#if os(Linux)
  import CSystemd
  import Platform

  /// A connection to a message bus, on the thread that made it only: sd-bus is not made for more.
  ///
  /// No callback is registered with the library: answers and signals come back from ``next()`` and are told apart here.
  final class SessionBus {
    /// Something that came from the bus, read to its end.
    enum Incoming {
      case reply(to: UInt64, from: String, [BusValue])
      case failure(to: UInt64, name: String)
      case signal(from: String, interface: String, member: String, [BusValue])
      case other
    }

    private let bus: OpaquePointer

    /// Begins to connect; that the bus is there shows once something is answered.
    ///
    /// - Parameter address: as D-Bus writes it; `nil` for the session's bus.
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
      // A daemon outlives the bus.
      sd_bus_set_exit_on_disconnect(bus, 0)
      self.bus = bus
    }

    deinit { sd_bus_flush_close_unref(bus) }

    /// What to wait for, and until when at the latest in microseconds of the monotonic clock; `nil` once it is lost.
    var awaited: (descriptor: Int32, events: Int16, until: UInt64?)? {
      let descriptor = sd_bus_get_fd(bus)
      let events = sd_bus_get_events(bus)
      guard descriptor >= 0, events >= 0 else { return nil }
      var until: UInt64 = 0
      let hasDeadline = sd_bus_get_timeout(bus, &until) > 0 && until != .max
      return (descriptor, Int16(truncatingIfNeeded: events), hasDeadline ? until : nil)
    }

    /// Calls a method; answers the number that its answer will carry, `nil` where the connection is lost.
    func call(
      _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
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

    /// Does what is due without waiting; `idle` where there is nothing more to do for now.
    func next() -> Step {
      var taken: OpaquePointer?
      let result = sd_bus_process(bus, &taken)
      guard result >= 0 else { return .lost }
      guard let message = taken else { return result > 0 ? .message(.other) : .idle }
      defer { sd_bus_message_unref(message) }
      return isFarewell(message) ? .lost : .message(read(message))
    }

    // The library makes this signal up when the other end is gone.
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
        // Nothing can be called here; whoever tries is told.
        sd_bus_reply_method_errno(message, -EOPNOTSUPP, nil)
        return .other
      }
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
  }
#endif
