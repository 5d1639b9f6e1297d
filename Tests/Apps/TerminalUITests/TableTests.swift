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
}
