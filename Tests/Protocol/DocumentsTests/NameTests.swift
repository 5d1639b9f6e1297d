import Documents
import PaymentsModel
import Testing

@Suite("Names of documents") struct NameTests {
  @Test func theFilesOfADocument() throws {
    let plain = try #require(DocumentName(file: "20240320110125_payment_order.yml"))
    #expect(plain.stem == "20240320110125_payment_order" && plain.form == .plain)
    #expect(
      plain.files == [
        "20240320110125_payment_order.yml", "20240320110125_payment_order.yml.sig",
        "20240320110125_payment_order.answer.yml", "20240320110125_payment_order.answer.yml.sig",
      ])
    let sealed = try #require(DocumentName(file: "a.sealed"))
    #expect(sealed.files == ["a.sealed", "a.sealed.sig", "a.answer.sealed", "a.answer.sealed.sig"])
  }

  @Test func aNameFromTheMoment() throws {
    let moment = try #require(Timestamp("2024-03-20T11:01:25.999Z"))
    #expect(DocumentName("payment_order", at: moment, form: .plain)?.file == "20240320110125_payment_order.yml")
  }

  /// A file name that refers to another folder, is hidden, or belongs to another document is not the name of a
  /// document.
  @Test(
    arguments: [
      "", ".yml", "a", "a.yaml", "a.YML", ".a.yml", "-a.yml", "_a.yml", "a b.yml", "a/b.yml", "../a.yml",
      "a.answer.yml",
      "a.yml.sig", "a.answer.yml.sig", "a.yml~", ".a.yml.swp", "ä.yml", "a\0.yml", "a\n.yml", "archive", "a.sealed.yml",
      String(repeating: "a", count: 101) + ".yml",
    ])
  func noNames(file: String) {
    #expect(DocumentName(file: file) == nil)
  }

  @Test func theLongestName() {
    #expect(DocumentName(file: String(repeating: "a", count: 100) + ".yml") != nil)
  }

  @Test func theirOrderIsThatOfTheirMoments() throws {
    let names = try ["20240320110126_a.yml", "20240320110125_b.yml", "20240320110125_b.sealed"].map {
      try #require(DocumentName(file: $0))
    }
    #expect(
      names.sorted().map(\.file) == ["20240320110125_b.sealed", "20240320110125_b.yml", "20240320110126_a.yml"])
  }

  @Test func whereTheyLie() throws {
    #expect(DocumentTree.requests.contains("payment_order") && DocumentTree.requests.contains("invoice_request"))
    #expect(DocumentTree.folder(of: "payment_order") == "payment_orders")
    #expect(DocumentTree.day(of: try #require(Timestamp("2024-03-20T23:59:59.999Z"))) == "2024-03-20")
  }
}
