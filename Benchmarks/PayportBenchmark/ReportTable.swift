/// A table in plain text. The first column is left-aligned, and the others are right-aligned.
struct ReportTable {
  let header: [String]
  var rows: [[String]] = []

  var text: String {
    let all = [header] + rows
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + blanks : blanks + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}

/// Formats a number with `decimals` digits after the point and commas between thousands; `nil` becomes a dash.
func format(_ value: Double?, decimals: Int = 0) -> String {
  guard let value, value.isFinite else { return "-" }
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int64((value.magnitude * scale).rounded())
  var digits = String(scaled)
  if digits.count <= decimals { digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits }
  let whole = digits.dropLast(decimals)
  var grouped = ""
  for (position, digit) in whole.enumerated() {
    if position > 0 && (whole.count - position) % 3 == 0 { grouped.append(",") }
    grouped.append(digit)
  }
  let sign = value < 0 && scaled != 0 ? "-" : ""
  return sign + grouped + (decimals > 0 ? "." + digits.suffix(decimals) : "")
}
