import JSON
import StrictYAML
import Testing

@Suite struct WritingTests {
  @Test func readsAsAPersonWouldWriteIt() throws {
    let value: JSONValue = [
      "spec": "Services", "versions": 1,
      "services": [
        [
          "spec": "payments", "versions": "1-2", "folder": "payments", "countries": ["!CHN", "DEU"],
          "note": "a: b", "nested": ["empty": [], "none": [:], "list": [["a", 1], [["deep"]]]],
        ]
      ],
    ]
    let writer = YAMLWriter(
      heading: ["By a\nprogram"],
      remarks: [
        JSONPointer(["versions"]): "of this file", JSONPointer(["services"]): "what there is\nhere",
      ])
    #expect(
      String(decoding: writer.encode(value), as: UTF8.self) == """
        # By a program
        spec: Services
        versions: 1 # of this file
        services: # what there is here
          - spec: payments
            versions: 1-2
            folder: payments
            countries: ["!CHN", DEU]
            note: "a: b"
            nested:
              empty: []
              none: {}
              list:
                - [a, 1]
                -
                  - [deep]

        """)
    #expect(try YAMLDocument(parsing: writer.encode(value)).value == value)
  }

  static let texts = [
    "", " ", "a", "a b", "a ", " a", "-", "- a", "--- a", "yes", "No", "y", "null", "~", "true", "1", "0.5", "1-2",
    "1-",
    "-1-2", "0x1f", "1e5", "e5", ".5", "a: b", "a:b", "a #b", "#a", "[a]", "{a}", "!CHN", "&a", "*a", "@a", "`a", "%a",
    "|", ">", "'", "\"", "\\", "a\nb", "a\tb", "\0", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFF}", "é", "😀",
    "2024-03-20", "12:30:45", "<<", "=", "a,b", "chat.simplex.app", "a/b_c-d", "\r\n",
  ]

  @Test(arguments: texts)
  func everyTextComesBack(text: String) throws {
    let inside: JSONValue = [["key": .string(text)], ["a", .string(text)]]
    #expect(try YAMLDocument(parsing: YAMLWriter().encode(inside)).value == inside)
    let member: JSONValue = .object(JSONObject([.init(name: text, value: ["x": [[:], .null, true]])]))
    #expect(try YAMLDocument(parsing: YAMLWriter().encode(member)).value == member)
  }

  @Test func numbersAreWrittenAsTheyWere() throws {
    let number = try #require(JSONNumber("0.10"))
    #expect(String(decoding: YAMLWriter().encode(["amount": .number(number)]), as: UTF8.self) == "amount: 0.10\n")
  }
}
