import JSON
import Ledger
import MockWallet
import OwnerSocket
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import WalletBackend

/// Answers the owner's door.
struct OwnerCommands: Sendable {
  let context: ProviderContext
  let mock: MockNetwork?
  let url: String
  let startedAt: Timestamp

  func answer(_ method: String, _ params: JSONValue) async -> Result<JSONValue, OwnerFailure> {
    do throws(OwnerFailure) {
      return .success(try await dispatch(method, params))
    } catch {
      return .failure(error)
    }
  }

  private func dispatch(_ method: String, _ params: JSONValue) async throws(OwnerFailure) -> JSONValue {
    switch method {
    case "approvals": try await approvals()
    case "approval": try await OwnerDecisions(context: context).look(params)
    case "approve": try await OwnerDecisions(context: context).approve(params)
    case "deny": try await OwnerDecisions(context: context).deny(params)
    case "abandon": try await AbandonCommand(context: context).abandon(params)
    case "lock": try await LockCommands(context: context).lock()
    case "unlock": try await LockCommands(context: context).unlock(params)
    case "sends": SendCommands(context: context).list(params)
    case "sends.settle": try await SendCommands(context: context).settle(params)
    case "sends.pay": try await SendCommands(context: context).pay(params)
    case "sends.cancel": try await SendCommands(context: context).cancel(params)
    case "pin.status": context.pin.report
    case "pin.set": try await PinCommands(context: context).set(params)
    case "pin.clear": try await PinCommands(context: context).clear(params)
    case "apps": try await AppCommands(context: context).list()
    case "grants": try await GrantCommands(context: context).list(params)
    case "grant": try await GrantCommands(context: context).grant(params)
    case "rename": try await GrantCommands(context: context).rename(params)
    case "quota": try await QuotaCommands(context: context).quota(params)
    case "limit": try await LimitCommands(context: context).limit(params)
    case "revoke": try await AppCommands(context: context).revoke(try text(params, "app"))
    case "sessions": try await SessionCommands(context: context).list()
    case "sessions.end": try await SessionCommands(context: context).end(params)
    case "status": try await status()
    case "audit", "audit.head", "audit.verify": try await AuditQueries(ledger: context.ledger).answer(method, params)
    case "open": try await OpeningCommands(context: context).open(params)
    case "open.finish": try await OpeningCommands(context: context).finish(params)
    case "statement": try await StatementCommands(context: context).begin(params)
    case "statement.part": try await StatementCommands(context: context).part(params)
    case _ where method.utf8.starts(with: "mock.".utf8): try MockCommands(mock, params).answer(method)
    default: throw OwnerFailure(.usage, "the owner's door has no method \(method)")
    }
  }

  private func text(_ params: JSONValue, _ name: String) throws(OwnerFailure) -> String {
    guard let text = params[name]?.stringValue else { throw OwnerFailure(.usage, "\(name) is missing") }
    return text
  }

  private func approvals() async throws(OwnerFailure) -> JSONValue {
    let questions = await WaitingQuestions(context: context).look()
    for case let order? in questions.map(\.order) { context.orders.process(order.terms.id)?.shownFeeCap.note(order) }
    var answer = SendCommands(context: context).obstacles
    answer["approvals"] = .array(questions.map(\.view))
    answer["locked"] = .bool(context.walletLock.isLocked)
    answer["waiting"] = .integer(context.pairing.prompts.count + context.prompts.count)
    return .object(answer)
  }

  private func status() async throws(OwnerFailure) -> JSONValue {
    let apps: Int
    let reversed: [OrderMachine]
    do throws(LedgerError) {
      apps = try await context.ledger.read { reader throws(LedgerError) in
        try reader.apps().count { $0.status == .approved }
      }
      reversed = try await context.ledger.read { reader throws(LedgerError) in
        try reader.reversedOrders(limit: 10)
      }
    } catch {
      throw OwnerFailure(.internalError, "the ledger cannot be read: \(error)")
    }
    return [
      "name": .string(context.configuration.name), "url": .string(url), "pid": .integer(ProviderService.processID),
      "provider_id": .string(context.identity.id), "software": .string(ProviderService.software),
      "started_at": .string(startedAt.text), "sessions": .integer(context.sessions.all.count), "apps": .integer(apps),
      "approvals": .integer(context.pairing.prompts.count + context.prompts.count),
      "locked": .bool(context.walletLock.isLocked), "pin": .bool(context.pin.isSet),
      "payments_in_flight": .integer(context.orders.live.count { $0.order.state == .inFlight }),
      "orders_reversed": .array(
        reversed.map { order in
          [
            "id": .string(order.terms.id.rawValue), "currency": .string(order.terms.currency),
            "amount": .string(order.terms.amount.text(decimals: order.terms.decimals)),
            "reversed_at": .string(order.progress.reversedAt?.text ?? ""),
          ]
        }),
      "payments_to_look_at": .integer(
        context.orders.live.count { $0.read { $0.progress.waitingFor == .review } }),
      "orders_without_wallet": .array(
        context.orders.withoutWallet.map { order in
          [
            "id": .string(order.terms.id.rawValue), "currency": .string(order.terms.currency),
            "state": .string(order.state.rawValue),
          ]
        }),
      "currencies": .array(
        context.wallets.wallets.map { wallet in
          [
            "code": .string(wallet.currency.code), "network": .string(wallet.currency.network),
            "ready": .string(wallet.status.rawValue), "stopped": .bool(context.sent.isStopped(wallet.currency.code)),
          ]
        }),
    ]
  }
}
