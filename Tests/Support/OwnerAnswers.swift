import JSON
import OwnerAPI
import PaymentsAPI
import TypeDefinition

/// What `payd` prints with `--json` is the result of a method of the owner's socket, which is compared with its schema.
enum OwnerAnswers {
  private static let schemas = Result { try OwnerSchemas(PaymentsSchemas()).service }

  /// - Throws: where the output of a command is not what the schema of its method says.
  static func check(_ answer: JSONValue, of command: [String]) throws {
    guard let method = method(of: command) else { return }
    let faults = try schemas.get().exactResult(of: method).validate(answer)
    guard faults.isEmpty else { throw OtherThanItsSchema(method: method, faults: "\(faults)") }
  }

  /// The method of a command; `nil` for one that prints something else.
  private static func method(of command: [String]) -> String? {
    let second = command.dropFirst().first ?? ""
    switch command.first ?? "" {
    case "payments" where command.contains("--incoming"): return "payments.incoming"
    case "payments": return second.isEmpty || second.hasPrefix("-") ? "payments" : "payments.get"
    case "sessions": return second == "end" ? "sessions.end" : "sessions"
    case "sends": return ["settle", "pay", "cancel", "accept"].contains(second) ? "sends.\(second)" : "sends"
    case "audit": return ["head", "verify"].contains(second) ? "audit.\(second)" : "audit"
    case "daemons": return ["add": "admit_daemon", "revoke": "revoke_daemon"][second] ?? "daemons"
    case "pin": return ["set", "clear", "status"].contains(second) ? "pin.\(second)" : nil
    case "names": return "payees"
    case "balance": return "balances"
    case let word where plain.contains(word): return word
    default: return nil
    }
  }

  private static let plain: Set<String> = [
    "questions", "approve", "deny", "apps", "revoke", "rename", "grants", "grant", "limit", "quota", "abandon",
    "status",
    "lock", "unlock", "receive", "reload", "mock",
  ]
}

/// An answer of the owner's socket that its schema does not allow.
private struct OtherThanItsSchema: Error {
  let method: String
  let faults: String
}
