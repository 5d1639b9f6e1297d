import ChatPayments
import Cryptography
import Files
import JSON
import PaymentsModel

/// The content of a customer's file.
enum CustomerFile {
  private static let limits = JSONLimits(bytes: 8 << 20)

  /// The name of a customer's file. It is a hash, because the identifier of a room may contain any character.
  static func name(of room: RoomID) throws -> String {
    "customer-" + Base64URL.encode(try SHA256.hash(Array(room.rawValue.utf8))[..<24]) + ".json"
  }

  static func isName(_ name: String) -> Bool { name.utf8.starts(with: "customer-".utf8) }

  static func write(_ customer: Customer) throws -> [UInt8] { try KeptRecord.bytes(of: customer, as: "customer") }

  static func read(_ bytes: [UInt8], name: String) throws(KeptFolderError) -> Customer {
    try KeptRecord.value(of: "customer", in: bytes, file: name, limits: limits)
  }
}

/// The content of the till's own file: the moment at which it was first opened, and the chat network. What was said
/// before is not answered.
enum OpeningFile {
  static let name = "till.json"

  static func write(_ moment: Timestamp, _ network: String) -> [UInt8] {
    JSONValue.object(["v": 1, "opened_at": .string(moment.text), "network": .string(network)]).encoded(style: .pretty)
  }

  static func read(_ bytes: [UInt8]) throws(KeptFolderError) -> (moment: Timestamp, network: String) {
    guard let value = try? JSONValue(parsing: bytes), value["v"]?.integerValue(as: Int.self) == 1,
      let moment = value["opened_at"]?.stringValue.flatMap({ Timestamp($0) }),
      let network = value["network"]?.stringValue
    else { throw .damaged(name: name) }
    return (moment, network)
  }
}
