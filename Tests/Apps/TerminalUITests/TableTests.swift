import Testing

@testable import TerminalUI

@Suite struct TableTests {
  static let table = Table(
    [.init("ID"), .init("AMOUNT", .right), .init("NOTE", overflow: .truncate)],
    rows: [["inv_1", "0.5", "tea"], ["inv_22", "12.25", "咖啡 und Kuchen"], ["inv_3"]])

  @Test func columnsAreAlignedUnderAnUnderlinedHeading() {
    #expect(
      Self.table.alignedLines(width: 80) == [
        "ID      AMOUNT  NOTE",
        "──────  ──────  ───────────────",
        "inv_1      0.5  tea",
        "inv_22   12.25  咖啡 und Kuchen",
        "inv_3",
      ])
  }

  @Test func aPipeGetsTabs() {
    #expect(
      Self.table.tabSeparatedLines() == [
        "ID\tAMOUNT\tNOTE", "inv_1\t0.5\ttea", "inv_22\t12.25\t咖啡 und Kuchen", "inv_3\t\t",
      ])
  }

  @Test func aNarrowTerminalTruncatesWhatMayGiveWay() {
    #expect(
      Self.table.alignedLines(width: 26) == [
        "ID      AMOUNT  NOTE",
        "──────  ──────  ──────────",
        "inv_1      0.5  tea",
        "inv_22   12.25  咖啡 und …",
        "inv_3",
      ])
  }

  @Test func wrappedCellsGoOnBelow() {
    let table = Table(
      [.init("A"), .init("TEXT", overflow: .wrap)],
      rows: [["1", "one two three four"], ["2", "abcdefghijklmnop"]])
    #expect(
      table.alignedLines(width: 13) == [
        "A  TEXT", "─  ──────────", "1  one two", "   three four", "2  abcdefghij", "   klmnop",
      ])
  }

  private static let orders = Table(
    [
      .identifier("ORDER"), .init("AMOUNT", .right), .init("FEE", .right, importance: .extra),
      .init("NOTE", overflow: .truncate, importance: .useful),
      .init("STATE", reading: .words { $0.replacing("_", with: " ") }), .init("EMPTY", importance: .extra),
    ],
    rows: [
      ["ord_3oc4okdinhemv5g5ilwazwuix2", "0.5", "0.0001", "for the tickets", "in_flight", ""],
      ["ord_3oc4okdjaaaav5g5ilwazwuabc", "12.25", "0.0002", "", "paid", ""],
    ])

  @Test func peopleReadShortIdentifiersAndWordsAndProgramsAllOfThem() {
    #expect(
      Self.orders.alignedLines(width: 80) == [
        "ORDER         AMOUNT     FEE  NOTE             STATE",
        "────────────  ──────  ──────  ───────────────  ─────────",
        "ord_3oc4okdi     0.5  0.0001  for the tickets  in flight",
        "ord_3oc4okdj   12.25  0.0002                   paid",
      ])
    #expect(
      Self.orders.tabSeparatedLines() == [
        "ORDER\tAMOUNT\tFEE\tNOTE\tSTATE\tEMPTY",
        "ord_3oc4okdinhemv5g5ilwazwuix2\t0.5\t0.0001\tfor the tickets\tin_flight\t",
        "ord_3oc4okdjaaaav5g5ilwazwuabc\t12.25\t0.0002\t\tpaid\t",
      ])
  }

  @Test func aNarrowWindowLosesWhatIsWorthLeast() {
    #expect(
      Self.orders.alignedLines(width: 45) == [
        "ORDER         AMOUNT  NOTE          STATE",
        "────────────  ──────  ────────────  ─────────",
        "ord_3oc4okdi     0.5  for the tic…  in flight",
        "ord_3oc4okdj   12.25                paid",
      ])
    #expect(
      Self.orders.alignedLines(width: 32) == [
        "ORDER         AMOUNT  STATE",
        "────────────  ──────  ─────────",
        "ord_3oc4okdi     0.5  in flight",
        "ord_3oc4okdj   12.25  paid",
      ])
  }

  @Test func aTitleIsBrokenWithItsColumn() {
    let table = Table(
      [.init("NAME (CLAIMED)", overflow: .truncate), .init("KEY")], rows: [["a long name of an app", "abcd efgh"]])
    #expect(
      table.alignedLines(width: 21) == [
        "NAME        KEY", "(CLAIMED)", "──────────  ─────────", "a long na…  abcd efgh",
      ])
  }

  @Test func aWindowThatIsTooNarrowForColumnsGetsLists() {
    #expect(
      Self.orders.alignedLines(width: 30) == [
        "Order   ord_3oc4okdi", "Amount  0.5", "Fee     0.0001", "Note    for the tickets", "State   in flight", "",
        "Order   ord_3oc4okdj", "Amount  12.25", "Fee     0.0002", "State   paid",
      ])
  }

  @Test func aTextIsBrokenBetweenItsWordsOnly() {
    #expect(
      TextWrapping.paragraph("  one two ltc1q0123456789 three", columns: 10) == [
        "  one two", "  ltc1q0123456789", "  three",
      ])
    #expect(TextWrapping.paragraph("short", columns: 10) == ["short"])
  }

  @Test func cellsFromOthersAreMadeSafe() {
    let table = Table([.init("APP")], rows: [["evil\u{1B}[2J\tname\nrow"]])
    #expect(table.tabSeparatedLines() == ["APP", "evil␛[2J␉name␊row"])
  }

  @Test func factsAreAlignedAndWrapOnlyAtSpaces() {
    var list = KeyValueList()
    list.append("Address", "ltc1q0123456789012345678901234567890123")
    list.append("Label", nil)
    list.append("Hint", "what to do next in a few words")
    #expect(
      list.alignedLines(width: 30) == [
        "Address  ltc1q0123456789012345678901234567890123",
        "Hint     what to do next in a",
        "         few words",
      ])
  }

  @Test func headingsAreToldInTheLanguageOfThePersonAndStayForPrograms() {
    Translation.$ofTask.withValue(Translation([["AMOUNT": "BETRAG", "fee": "Gebühr"]])) {
      #expect(Self.table.alignedLines(width: 80).first == "ID      BETRAG  NOTE")
      #expect(Self.table.tabSeparatedLines().first == "ID\tAMOUNT\tNOTE")
      var list = KeyValueList()
      list.append("fee", "0.1")
      #expect(list.alignedLines(width: 80) == ["Gebühr  0.1"])
      #expect(list.tabSeparatedLines() == ["fee\t0.1"])
    }
  }
}
