extension Story {
  /// Leaves out steps as long as the story still has a violation.
  func shrunk(_ play: (Story) throws -> Outcome) throws -> (story: Story, outcome: Outcome) {
    var (least, outcome) = (self, try play(self))
    var size = max(1, steps.count / 2)
    while size >= 1 {
      var start = 0
      while start < least.steps.count {
        var fewer = least
        fewer.steps.removeSubrange(start..<min(start + size, fewer.steps.count))
        let tried = try play(fewer)
        if tried.violation != nil { (least, outcome) = (fewer, tried) } else { start += size }
      }
      if size == 1 { break }
      size /= 2
    }
    return (least, outcome)
  }
}
