/// What happens to one chain. The journal holds these, so that a chain is what its events make of it.
enum MockEvent: Sendable, Hashable {
  /// A wallet made its receiving address of this number.
  case address(wallet: String, number: Int, text: String)
  /// A transaction was handed to the network.
  case broadcast(MockTransaction)
  /// So many blocks were found; the first takes all that waits.
  case mine(Int)
  /// The newest blocks were taken back; their transactions wait again.
  case reorganise(Int)
  /// The network forgot a transaction that waited.
  case drop(String)
  /// Another transaction spent the inputs of this one, in a new block.
  case conflict(MockTransaction)
  /// Another transaction took the place of the one with this id, which waited.
  case replace(String, by: MockTransaction)
  /// A wallet wrote a text down with a transaction.
  case mark(id: String, text: String)
  /// The journal was opened; makes identifiers differ from those of earlier runs.
  case open
}
