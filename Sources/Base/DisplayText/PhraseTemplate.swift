/// A text in which `%1` to `%9` stand for what is filled in, and `%%` for a percent sign.
struct PhraseTemplate: Sendable {
  private enum Part {
    case text([Unicode.Scalar])
    /// What is filled in; the first is 0.
    case place(Int)
  }

  private let parts: [Part]

  /// Reads a template. A percent sign before anything else stands for itself.
  init(_ template: String) {
    var parts: [Part] = []
    var text: [Unicode.Scalar] = []
    var rest = Array(template.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%", let next = rest.first, next == "%" || ("1"..."9").contains(next) else {
        text.append(scalar)
        continue
      }
      rest.removeFirst()
      if next == "%" {
        text.append("%")
      } else {
        if !text.isEmpty { parts.append(.text(text)) }
        text = []
        parts.append(.place(Int(next.value) - 0x31))
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }

  /// The text with its percent signs doubled, so that none of them means a place.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { escaped.append(contentsOf: scalar == "%" ? ["%", "%"] : [scalar]) }
    return String(escaped)
  }

  /// The text with the values in their places; `nil` where a place has no value.
  func filled(with values: [String]) -> String? {
    var text = String.UnicodeScalarView()
    for part in parts {
      switch part {
      case .text(let scalars): text.append(contentsOf: scalars)
      case .place(let place):
        guard values.indices.contains(place) else { return nil }
        text.append(contentsOf: values[place].unicodeScalars)
      }
    }
    return String(text)
  }

  /// What was filled in to make a text; `nil` if it was not made of this template. A place ends where what follows it
  /// in the template stands first, and the last one at the end of the text.
  func values(in text: String) -> [String]? {
    var rest = Array(text.unicodeScalars)[...]
    var values: [Int: String] = [:]
    var open: Int?
    for (index, part) in parts.enumerated() {
      switch part {
      case .place(let place):
        guard open == nil else { return nil }
        open = place
      case .text(let scalars):
        let isLast = index == parts.count - 1
        let starts = rest.startIndex...max(rest.startIndex, rest.endIndex - scalars.count)
        let found = (isLast && open != nil ? starts.suffix(1) : open == nil ? starts.prefix(1) : starts[...])
          .first { rest[$0...].starts(with: scalars) }
        guard let found else { return nil }
        if let open { values[open] = Self.text(rest[..<found]) }
        open = nil
        rest = rest[(found + scalars.count)...]
      }
    }
    if let open {
      values[open] = Self.text(rest)
    } else if !rest.isEmpty {
      return nil
    }
    return (0..<values.count).map { values[$0] ?? "" }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
