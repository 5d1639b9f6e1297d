extension JSONValue: Codable {
  /// Decodes any value. ``JSONValueDecoder`` passes it unchanged; with other decoders numbers may lose digits.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
      self = .number(number)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      let members = try container.decode([String: JSONValue].self)
      self = .object(JSONObject(members.map { JSONObject.Member(name: $0.key, value: $0.value) }))
    }
  }

  /// Encodes the value. ``JSONBytesEncoder`` writes it unchanged; with other encoders numbers may lose digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value):
      try container.encode(
        Dictionary(value.members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last }))
    case .number(let number):
      if let integer = number.integer(as: Int64.self) {
        try container.encode(integer)
      } else if let integer = number.integer(as: UInt64.self) {
        try container.encode(integer)
      } else if let double = number.double {
        try container.encode(double)
      } else {
        throw EncodingError.invalidValue(
          number, EncodingError.Context(codingPath: [], debugDescription: "beyond the range of this format's numbers"))
      }
    }
  }
}

extension RawJSON: Encodable {
  /// Encodes the value. ``JSONBytesEncoder`` copies the bytes; other encoders receive the parsed value.
  public func encode(to encoder: any Encoder) throws {
    try JSONValue(parsing: bytes, limits: JSONLimits(depth: 512, bytes: bytes.count)).encode(to: encoder)
  }
}
