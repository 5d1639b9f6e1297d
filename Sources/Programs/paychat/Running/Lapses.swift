/// What waited for an answer of the person's and ended without one.
///
/// A command without a number means the only thing that waits. Where something else had been shown before it, the
/// person may mean that: what was swapped in must not get the answer.
struct Lapses<Name: Hashable & Sendable>: Sendable {
  private var waiting: Set<Name> = []
  /// What has ended since the person last named something.
  private(set) var ended: Set<Name> = []

  /// Takes in how something stands that is shown.
  mutating func show(_ name: Name, isWaiting: Bool) {
    if isWaiting {
      waiting.insert(name)
    } else if waiting.remove(name) != nil {
      ended.insert(name)
    }
  }

  /// The person says something else about it.
  mutating func leave(_ name: Name) { waiting.remove(name) }

  /// The person answers something by its name, or has been told that they have to: what ended before is known now.
  mutating func answer(_ name: Name? = nil) {
    if let name { waiting.remove(name) }
    ended = []
  }
}
