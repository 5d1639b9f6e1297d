import JSON

/// An event of a chain. The journal stores events, and the state of a chain follows from them alone.
enum MockEvent: Sendable, Hashable {
  /// A wallet made its receiving address with this number.
  case address(wallet: String, number: Int, text: String)
  /// A transaction was handed to the network.
  case broadcast(MockTransaction)
  /// This number of blocks was mined; the first of them contains all waiting transactions.
  case mine(Int)
  /// This number of the newest blocks was removed; their transactions wait for a block again.
  case reorganise(Int)
  /// The network forgot a waiting transaction.
  case drop(String)
  /// Another transaction spent the inputs of this one in a new block.
  case conflict(MockTransaction)
  /// Another transaction took the place of the waiting transaction with this id.
  case replace(String, by: MockTransaction)
  /// A wallet stored a text with a transaction, and with whom it pays.
  case mark(id: String, text: String, addresses: [String])
  /// The journal was opened. The number of openings makes identifiers differ from those of earlier runs.
  case open
}

extension MockEvent {
  /// Returns the event with its currency as a line of the journal, without the line break.
  func line(currency: String) -> [UInt8] {
    var writer = JSONWriter(capacity: 320)
    writer.beginObject()
    writer.member("currency", currency)
    switch self {
    case .address(let wallet, let number, let text):
      writer.member("event", "address")
      writer.member("wallet", wallet)
      writer.name("number")
      writer.integer(number)
      writer.member("address", text)
    case .broadcast(let transaction):
      writer.member("event", "broadcast")
      transaction.write(to: &writer)
    case .mine(let blocks):
      writer.member("event", "mine")
      writer.name("blocks")
      writer.integer(blocks)
    case .reorganise(let blocks):
      writer.member("event", "reorganise")
      writer.name("blocks")
      writer.integer(blocks)
    case .drop(let id):
      writer.member("event", "drop")
      writer.member("id", id)
    case .conflict(let transaction):
      writer.member("event", "conflict")
      transaction.write(to: &writer)
    case .replace(let id, let transaction):
      writer.member("event", "replace")
      writer.member("replaced", id)
      transaction.write(to: &writer)
    case .mark(let id, let text, let addresses):
      writer.member("event", "mark")
      writer.member("id", id)
      writer.member("text", text)
      writer.name("addresses")
      writer.beginArray()
      for address in addresses { writer.string(address) }
      writer.endArray()
    case .open:
      writer.member("event", "open")
    }
    writer.endObject()
    return writer.bytes
  }

  /// Reads a line of the journal; `nil` if the line is no event.
  static func parse(_ line: [UInt8]) -> (currency: String, event: MockEvent)? {
    guard let value = try? JSONValue(parsing: line), let currency = value["currency"]?.stringValue,
      let kind = value["event"]?.stringValue, let event = MockEvent(kind, value)
    else { return nil }
    return (currency, event)
  }

  private init?(_ kind: String, _ value: JSONValue) {
    switch kind {
    case "address":
      guard let wallet = value["wallet"]?.stringValue, let number: Int = value["number"]?.integerValue(),
        let text = value["address"]?.stringValue
      else { return nil }
      self = .address(wallet: wallet, number: number, text: text)
    case "broadcast", "conflict":
      guard let transaction = MockTransaction(value) else { return nil }
      self = kind == "broadcast" ? .broadcast(transaction) : .conflict(transaction)
    case "replace":
      guard let transaction = MockTransaction(value), let id = value["replaced"]?.stringValue else { return nil }
      self = .replace(id, by: transaction)
    case "mine", "reorganise":
      guard let blocks: Int = value["blocks"]?.integerValue(), blocks >= 0 else { return nil }
      self = kind == "mine" ? .mine(blocks) : .reorganise(blocks)
    case "drop":
      guard let id = value["id"]?.stringValue else { return nil }
      self = .drop(id)
    case "mark":
      guard let id = value["id"]?.stringValue, let text = value["text"]?.stringValue else { return nil }
      let addresses = value["addresses"]?.arrayValue?.compactMap(\.stringValue) ?? []
      self = .mark(id: id, text: text, addresses: addresses)
    case "open":
      self = .open
    default:
      return nil
    }
  }
}

extension MockTransaction {
  /// Appends the members of the transaction to an open object. The blob of a signed transaction has the same form.
  func write(to writer: inout JSONWriter) {
    writer.member("id", id)
    if let sender { writer.member("sender", sender) }
    if outputs.count == 1 {
      writer.member("address", outputs[0].address)
      writer.member("amount", String(outputs[0].amount))
    } else {
      writer.name("outputs")
      writer.beginArray()
      for output in outputs {
        writer.beginArray()
        writer.string(output.address)
        writer.string(String(output.amount))
        writer.endArray()
      }
      writer.endArray()
    }
    writer.member("fee", String(fee))
    writer.name("inputs")
    writer.beginArray()
    for input in inputs {
      writer.beginArray()
      writer.string(input.id)
      writer.string(String(input.amount))
      writer.endArray()
    }
    writer.endArray()
  }

  init?(_ value: JSONValue) {
    guard let id = value["id"]?.stringValue, let outputs = Self.outputs(value), !outputs.isEmpty,
      let fee = value["fee"]?.stringValue.flatMap({ UInt128($0) }), let list = value["inputs"]?.arrayValue
    else { return nil }
    var inputs: [MockCoin] = []
    var rest: UInt128 = 0
    for item in list {
      guard let coin = item[0]?.stringValue, let worth = item[1]?.stringValue.flatMap({ UInt128($0) }) else {
        return nil
      }
      inputs.append(MockCoin(id: coin, amount: worth))
      let (sum, overflow) = rest.addingReportingOverflow(worth)
      guard !overflow else { return nil }
      rest = sum
    }
    let sender = value["sender"]?.stringValue
    var cost = fee
    for output in outputs {
      let (sum, overflow) = cost.addingReportingOverflow(output.amount)
      guard !overflow else { return nil }
      cost = sum
    }
    guard sender == nil || cost <= rest else { return nil }
    self.init(id: id, sender: sender, outputs: outputs, fee: fee, inputs: inputs)
  }

  /// Reads the payments: a list if there are several, and otherwise the members of the only one.
  private static func outputs(_ value: JSONValue) -> [MockOutput]? {
    func output(_ address: JSONValue?, _ amount: JSONValue?) -> MockOutput? {
      guard let address = address?.stringValue, let amount = amount?.stringValue.flatMap({ UInt128($0) }) else {
        return nil
      }
      return MockOutput(address: address, amount: amount)
    }
    guard let list = value["outputs"]?.arrayValue else {
      return output(value["address"], value["amount"]).map { [$0] }
    }
    let outputs = list.compactMap { output($0[0], $0[1]) }
    return outputs.count == list.count ? outputs : nil
  }
}

extension JSONWriter {
  /// Writes a member with a string value.
  mutating func member(_ name: String, _ value: String) {
    self.name(name)
    string(value)
  }
}
