/// What can be known of a server on this machine from outside.
package enum LoopbackPort {
  /// Returns the number of connections that the server at a port has, whoever has made them. It is 0 where the system
  /// does not tell.
  package static func connections(_ port: UInt16) -> Int { SocketTable.connections(toLoopback: port) }

  /// Returns the users whose programs listen at a port, at a loopback address or at all addresses: none where nobody does.
  /// It is `nil` where the system does not tell.
  package static func listeners(_ port: UInt16) -> Set<UInt32>? { SocketTable.listeners(atLoopback: port) }
}
