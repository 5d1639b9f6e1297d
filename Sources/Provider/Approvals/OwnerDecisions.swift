import JSON
import OwnerDoor
import PaymentsCore
import PaymentsModel
import ServiceDoor

/// The owner's answers to what waits, wherever they were given.
struct OwnerDecisions {
  let context: ProviderContext

  /// Says yes to what `id` names.
  func approve(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    switch try name(params) {
    case .pairing(let id):
      return try await AppCommands(context: context).approve(
        id, code: params["code"]?.stringValue, scopes: params["scopes"]?.arrayValue?.compactMap(\.stringValue))
    case .payment(let id): return try await PaymentCommands(context: context).approve(id, params)
    }
  }

  /// Says no to what `id` names.
  func deny(_ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    switch try name(params) {
    case .pairing(let id): return try await AppCommands(context: context).deny(id)
    case .payment(let id): return try await PaymentCommands(context: context).deny(id, params)
    }
  }

  private enum Name {
    case pairing(String)
    case payment(OrderID)
  }

  /// What `id` names: a whole id, or the beginning or end of the only one that waits and has it.
  private func name(_ params: JSONValue) throws(OwnerFailure) -> Name {
    guard let text = params["id"]?.stringValue, !text.isEmpty else { throw OwnerFailure(.usage, "id is missing") }
    let whole = try whole(text)
    return whole.hasPrefix("pair_") ? .pairing(whole) : .payment(OrderID(rawValue: whole))
  }

  private func whole(_ text: String) throws(OwnerFailure) -> String {
    let waiting =
      context.pairing.prompts.map(\.id)
      + context.orders.live.filter { $0.read(\.state) == .awaitingApproval }.map { $0.read(\.terms.id.rawValue) }
    guard !waiting.contains(text) else { return text }
    let matches = waiting.filter { id in
      id.hasPrefix(text) || id.hasPrefix("ord_" + text) || id.hasPrefix("pair_" + text)
        || (text.count >= 4 && id.hasSuffix(text))
    }
    guard matches.count < 2 else {
      throw OwnerFailure(.conflict, "several questions have this in their ids; give more of it, see: payd approvals")
    }
    return matches.first ?? text
  }
}
