#if os(Linux)
  import CSystemd

  /// The D-Bus types that notifications need.
  enum BusValue: Equatable {
    case string(String)
    case unsigned(UInt32)
    case signed(Int32)
    case strings([String])
    /// A value of type `a{sv}` whose values are bytes.
    case bytes([String: UInt8])
    /// A value of type `a{sv}` whose values are strings.
    case texts([String: String])

    /// Appends the value to a message. Returns `false` if the library refuses it.
    func append(to message: OpaquePointer) -> Bool {
      switch self {
      case .string(let text): return Self.append(text, to: message)
      case .unsigned(var number): return sd_bus_message_append_basic(message, Self.type("u"), &number) >= 0
      case .signed(var number): return sd_bus_message_append_basic(message, Self.type("i"), &number) >= 0
      case .strings(let texts):
        return Self.container("a", "s", in: message) { texts.allSatisfy { Self.append($0, to: message) } }
      case .bytes(let members):
        return Self.dictionary(members, of: "y", in: message) { value in
          var byte = value
          return sd_bus_message_append_basic(message, Self.type("y"), &byte) >= 0
        }
      case .texts(let members):
        return Self.dictionary(members, of: "s", in: message) { Self.append($0, to: message) }
      }
    }

    /// Returns the arguments of a received message, up to the first one of an unsupported type.
    static func all(of message: OpaquePointer) -> [BusValue] {
      var values: [BusValue] = []
      while let value = next(of: message) { values.append(value) }
      return values
    }

    private static func next(of message: OpaquePointer) -> BusValue? {
      var kind = CChar(0)
      var contents: UnsafePointer<CChar>?
      guard sd_bus_message_peek_type(message, &kind, &contents) > 0 else { return nil }
      switch kind {
      case type("s"): return string(of: message).map { .string($0) }
      case type("u"):
        var number: UInt32 = 0
        return sd_bus_message_read_basic(message, kind, &number) > 0 ? .unsigned(number) : nil
      case type("i"):
        var number: Int32 = 0
        return sd_bus_message_read_basic(message, kind, &number) > 0 ? .signed(number) : nil
      case type("a"):
        guard let contents, String(cString: contents) == "s",
          sd_bus_message_enter_container(message, kind, "s") > 0
        else { return nil }
        var texts: [String] = []
        while let text = string(of: message) { texts.append(text) }
        return sd_bus_message_exit_container(message) >= 0 ? .strings(texts) : nil
      default: return nil
      }
    }

    private static func string(of message: OpaquePointer) -> String? {
      // The message owns this memory.
      var text: UnsafePointer<CChar>?
      guard sd_bus_message_read_basic(message, type("s"), &text) > 0, let text else { return nil }
      return String(cString: text)
    }

    private static func append(_ text: String, to message: OpaquePointer) -> Bool {
      text.withCString { sd_bus_message_append_basic(message, type("s"), $0) } >= 0
    }

    private static func dictionary<Value>(
      _ members: [String: Value], of kind: String, in message: OpaquePointer, _ append: (Value) -> Bool
    ) -> Bool {
      container("a", "{sv}", in: message) {
        members.allSatisfy { key, value in
          container("e", "sv", in: message) {
            Self.append(key, to: message) && container("v", kind, in: message) { append(value) }
          }
        }
      }
    }

    private static func container(
      _ kind: Unicode.Scalar, _ contents: String, in message: OpaquePointer, _ fill: () -> Bool
    ) -> Bool {
      sd_bus_message_open_container(message, type(kind), contents) >= 0 && fill()
        && sd_bus_message_close_container(message) >= 0
    }

    private static func type(_ letter: Unicode.Scalar) -> CChar {
      CChar(truncatingIfNeeded: letter.value)
    }
  }
#endif
