/// Tracks items that waited for the person's answer and ended without one.
///
/// A command without a number refers to the only item that waits. But if another item was shown before and has ended,
/// the person may mean that one, and the answer must not go to its replacement.
struct Lapses<Name: Hashable & Sendable>: Sendable {
  private var waiting: Set<Name> = []
  /// The items that have ended since the person last named one.
  private(set) var ended: Set<Name> = []

  /// Records whether an item on the screen waits for an answer.
  mutating func show(_ name: Name, isWaiting: Bool) {
    if isWaiting {
      waiting.insert(name)
    } else if waiting.remove(name) != nil {
      ended.insert(name)
    }
  }

  /// Records that the person has dealt with an item by another command.
  mutating func leave(_ name: Name) { waiting.remove(name) }

  /// Records that the person has named an item, or was told to do so. From then on the person knows which items have
  /// ended.
  mutating func answer(_ name: Name? = nil) {
    if let name { waiting.remove(name) }
    ended = []
  }
}
