/// The part of a terminal that libedit and the progress line use. It has the text that a person would see after some
/// output.
struct Screen {
  private let width: Int
  private var cells: [[Character]] = [[]]
  private var row = 0
  private var column = 0
  private var pending = ""

  init(width: Int) { self.width = width }

  var lines: [String] {
    cells.map { line in
      var text = String(line)
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  mutating func write(_ text: String) {
    for scalar in text.unicodeScalars {
      if !pending.isEmpty {
        pending.unicodeScalars.append(scalar)
        if pending.count > 2, (0x40...0x7E).contains(scalar.value) { control() }
        // Sequences other than CSI, such as those that choose a character set or a keypad mode, end here.
        if pending.count == 2, scalar != "[", !"()".unicodeScalars.contains(scalar) { pending = "" }
        if pending.count == 3, !pending.hasPrefix("\u{1B}[") { pending = "" }
        continue
      }
      switch scalar {
      case "\u{1B}": pending = "\u{1B}"
      case "\r": column = 0
      case "\n": move(to: row + 1)
      case "\u{8}": column = max(0, column - 1)
      case _ where scalar.value < 0x20: break
      default: put(Character(scalar))
      }
    }
  }

  private mutating func move(to newRow: Int) {
    row = max(0, newRow)
    while cells.count <= row { cells.append([]) }
  }

  private mutating func put(_ character: Character) {
    if column == width {
      column = 0
      move(to: row + 1)
    }
    pad()
    if column < cells[row].count { cells[row][column] = character } else { cells[row].append(character) }
    column += 1
  }

  private mutating func pad() {
    while cells[row].count < column { cells[row].append(" ") }
  }

  private mutating func control() {
    let parameter = Int(pending.dropFirst(2).dropLast()) ?? 0
    let count = max(1, parameter)
    switch pending.last {
    case "A": row = max(0, row - count)
    case "B": move(to: row + count)
    case "C": column = min(width - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = count - 1
    case "H": (row, column) = (0, 0)
    case "K": if column < cells[row].count { cells[row].removeSubrange(column...) }
    case "J":
      if column < cells[row].count { cells[row].removeSubrange(column...) }
      cells.removeSubrange((row + 1)...)
    case "P": if column < cells[row].count { cells[row].removeSubrange(column..<min(column + count, cells[row].count)) }
    case "@":
      pad()
      cells[row].insert(contentsOf: Array(repeating: " ", count: count), at: column)
    default: break
    }
    pending = ""
  }
}
