import Forwarding
import JSON
import JSONRPC
import OwnerAPI

/// The owner's questions to a provider that stands by, as it passes them on to the one that writes.
enum ForwardedQuestions {
  /// Answers a question that the daemon of this name passed on. Unless the owner allowed more, that is the status only:
  /// nobody decides anything by it.
  static func answer(
    _ question: [UInt8], from daemon: String, with table: OwnerMethodTable, _ answered: OwnerQuestions
  ) async -> [UInt8] {
    guard let asked = try? JSONValue(parsing: question), let method = asked["method"]?.stringValue else {
      return encode(.failure(OwnerFailure(.internalError, "another version of payd passed on what cannot be read")))
    }
    guard answered == .forwarded || method == GetProviderStatus.name else { return encode(.failure(atWriterOnly)) }
    return encode(await table.answer(method, asked["params"] ?? [:], from: .standby(daemon)))
  }

  private static let atWriterOnly = OwnerFailure(
    .atWriterOnly,
    "this provider stands by, and the one that writes the ledger answers its owner on its own machine only: ask there, or "
      + "set `owner_questions: forwarded` in its configuration. Nothing was changed")

  /// Passes on a question, and returns the answer.
  static func ask(
    _ method: String, _ params: JSONValue, by forwarder: Forwarder
  ) async -> Result<JSONValue, OwnerFailure> {
    let question: JSONValue = ["method": .string(method), "params": params]
    do throws(ForwardingError) {
      return decode(try await forwarder.ask(question.encoded()))
    } catch {
      return .failure(OwnerFailure(error))
    }
  }

  private static func encode(_ answer: Result<JSONValue, OwnerFailure>) -> [UInt8] {
    let answer: JSONValue =
      switch answer {
      case .success(let result): ["result": result]
      case .failure(let failure): ["message": .string(failure.message), "data": failure.wireData]
      }
    return answer.encoded()
  }

  private static func decode(_ bytes: [UInt8]) -> Result<JSONValue, OwnerFailure> {
    guard let answer = try? JSONValue(parsing: bytes) else {
      return .failure(OwnerFailure(.internalError, "the provider that writes the ledger answered what cannot be read"))
    }
    if let result = answer["result"] { return .success(result) }
    return .failure(
      OwnerFailure(
        RPCError(code: OwnerFailure.code, message: answer["message"]?.stringValue ?? "", data: answer["data"])))
  }
}

extension OwnerFailure {
  fileprivate init(_ error: ForwardingError) {
    switch error {
    case .noWriter:
      self.init(
        .unavailable, "this provider stands by, and reaches no other one that writes the ledger; nothing was changed")
    case .notAdmitted:
      self.init(
        .unavailable,
        "this provider stands by, and is not admitted to the ledger, so nothing was passed on; at the one that writes, type: "
          + "payd daemons add NAME KEY (payd daemons key shows the key of this one)")
    case .lost:
      self.init(
        .noAnswer, "this provider stands by, and has lost the one that writes the ledger, which may have done it")
    }
  }
}
