/// An event of a chain. The journal stores events, and the state of a chain follows from them alone.
enum MockEvent: Sendable, Hashable {
  /// A wallet made its receiving address with this number.
  case address(wallet: String, number: Int, text: String)
  /// A transaction was handed to the network.
  case broadcast(MockTransaction)
  /// This number of blocks was mined; the first of them contains all waiting transactions.
  case mine(Int)
  /// This number of the newest blocks was removed; their transactions wait for a block again.
  case reorganise(Int)
  /// The network forgot a waiting transaction.
  case drop(String)
  /// Another transaction spent the inputs of this one in a new block.
  case conflict(MockTransaction)
  /// Another transaction took the place of the waiting transaction with this id.
  case replace(String, by: MockTransaction)
  /// A wallet stored a text with a transaction.
  case mark(id: String, text: String)
  /// The journal was opened. The number of openings makes identifiers differ from those of earlier runs.
  case open
}
