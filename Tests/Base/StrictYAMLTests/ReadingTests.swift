import JSON
import StrictYAML
import Testing

@Suite struct ReadingTests {
  private func read(_ text: String, bareTags: Bool = false) throws -> JSONValue {
    try YAMLDocument(parsing: Array(text.utf8), options: YAMLOptions(bareTags: bareTags)).value
  }

  @Test func aPaymentOrderWrittenByHand() throws {
    let order = try read(
      """
      spec: payment_order
      version: 2
      currency: XMR
      address: asfeahsd
      # maybe there should also be some field for the source of funds
      amount: 0.5

      """)
    let amount = try #require(JSONNumber("0.5"))
    #expect(
      order == [
        "spec": "payment_order", "version": 2, "currency": "XMR", "address": "asfeahsd", "amount": .number(amount),
      ])
  }

  @Test(arguments: [
    "0.5", "0.50", "100000000000000000000000000.000000000001", "1e2", "-0", "12345678901234567890123", "0.1",
  ])
  func aNumberKeepsItsText(text: String) throws {
    let number = try #require(try read("amount: \(text)\n")["amount"]?.numberValue)
    #expect(number.text == text)
  }

  static let values: [(String, JSONValue)] = [
    ("~", JSONValue.null), ("null", .null), ("NULL", .null), ("", .null), ("true", true), ("FALSE", false),
    ("yes", "yes"), ("no", "no"), ("on", "on"), ("nUll", "nUll"), ("0-100", "0-100"), ("1-3", "1-3"),
    ("1_000", "1_000"), ("1:30", "1:30"), ("2024-03-20", "2024-03-20"),
    ("2024-03-20T11:01:25Z", "2024-03-20T11:01:25Z"),
    ("0.5.1", "0.5.1"), ("1e", "1e"), ("0xyz", "0xyz"), ("0x", "0x"), ("0b1", "0b1"), (".", "."),
    ("a b # remark", "a b"), ("'it''s'", "it's"), ("'0.5'", "0.5"), ("\"0.5\"", "0.5"), ("'null'", "null"),
    ("\"\\u00e9\\n\\0\"", "é\n\0"), ("!!str 0.50", "0.50"), ("!!str null", "null"), ("!!str", ""), ("!!int 7", 7),
    ("!!float 7", 7), ("!!null ''", .null), ("!!bool true", true), ("!!map {}", [:]), ("!!seq [a, 1]", ["a", 1]),
    ("{a: {b: [c, null]}, d: 1}", ["a": ["b": ["c", .null]], "d": 1]),
    ("don't & can't *really*", "don't & can't *really*"),
    ("|\n  two\n  lines\n", "two\nlines\n"), (">-\n  one\n  line\n", "one line"),
  ]

  @Test(arguments: values)
  func aValueIsWhatTheCoreSchemaSays(text: String, value: JSONValue) throws {
    #expect(try read("key: \(text)\n") == ["key": value])
  }

  @Test func membersKeepTheirOrder() throws {
    let object = try #require(try read("b: 1\na: 2\nc: 3\n").objectValue)
    #expect(object.members.map(\.name) == ["b", "a", "c"])
  }

  @Test func markersOfOneDocumentAndWindowsLineEndsAreAllowed() throws {
    #expect(try read("%YAML 1.2\n---\na: 1\r\nb: [1,\r\n  2]\r\n...\n") == ["a": 1, "b": [1, 2]])
  }

  @Test func aBareTagIsTextWhereItIsAllowed() throws {
    let text = """
      # such as [!CHN]
      countries: [!CHN] # not in [!CHN]
      others: [!CHN, RUS, !IRN ]
      block:
        - !CHN
      text: "[!CHN]"
      mixed: [!é, "[!ABC]", !PRK]

      """
    #expect(throws: YAMLFailure.self) { try read(text, bareTags: true) }
    let good = text.replacing("!é, ", with: "")
    #expect(
      try read(good, bareTags: true) == [
        "countries": ["!CHN"], "others": ["!CHN", "RUS", "!IRN"], "block": ["!CHN"], "text": "[!CHN]",
        "mixed": ["[!ABC]", "!PRK"],
      ])
    #expect(throws: YAMLFailure.self) { try read(good) }
  }

  @Test func everyPartHasItsPlace() throws {
    let text = """
      spec: payments
      nested:
        list: [ü, !CHN, {deep: 1}, [!CHN], last]
        "with/slash": |
          text

      """
    let document = try YAMLDocument(parsing: Array(text.utf8), options: YAMLOptions(bareTags: true))
    let places = [
      "": (1, 1), "/spec": (1, 1), "/nested": (2, 1), "/nested/list": (3, 3), "/nested/list/0": (3, 10),
      "/nested/list/1": (3, 13), "/nested/list/2": (3, 19), "/nested/list/2/deep": (3, 20), "/nested/list/3": (3, 30),
      "/nested/list/3/0": (3, 31), "/nested/list/4": (3, 38), "/nested/with~1slash": (4, 3),
    ]
    for (pointer, place) in places {
      let position = document.position(of: try #require(JSONPointer(parsing: pointer)))
      #expect(position == YAMLPosition(line: place.0, column: place.1), "\(pointer)")
    }
    #expect(document.position(of: JSONPointer(["other"])) == nil)
  }

  /// The position of each node is looked up among the bare tags of its line. The total time must not grow with the
  /// square of their number.
  @Test func manyBareTagsOnOneLineAreReadInAMoment() throws {
    let count = 8000
    let text = "a: [" + String(repeating: "[!AB], ", count: count) + "1]"
    let options = YAMLOptions(bareTags: true)
    let clock = ContinuousClock()
    var document: YAMLDocument?
    let duration = try clock.measure { document = try YAMLDocument(parsing: Array(text.utf8), options: options) }
    #expect(document?.value["a"]?.arrayValue?.count == count + 1)
    let last = document?.position(of: JSONPointer(["a", String(count)]))
    #expect(last == YAMLPosition(line: 1, column: 5 + 7 * count))
    #expect(duration < .seconds(10), "the square of them took minutes")
  }
}
