package import JSON
package import PaymentsAPI

/// The schemas of the agent's own methods and notifications: the files of `protocol/agent`, which use definitions of the
/// payments specification.
package struct PaymentsAgentSchemas: Sendable {
  /// The schemas of the agent's own methods.
  package let own: SchemaSet
  /// The schemas of the wallet's methods, which are passed on.
  package let payments: PaymentsSchemas

  /// Parses the embedded files.
  ///
  /// - Throws: an error if a file is invalid, which a test excludes for every build.
  package init() throws {
    payments = try PaymentsSchemas()
    own = try SchemaSet(
      payments.definitions,
      methods: [
        AgentMethod.hello.rawValue: PackageResources.hello_json,
        AgentMethod.retry.rawValue: PackageResources.retry_json,
        AgentMethod.forgetProvider.rawValue: PackageResources.forget_provider_json,
        AgentMethod.subscribeEvents.rawValue: PackageResources.subscribe_events_json,
        AgentMethod.acknowledge.rawValue: PackageResources.acknowledge_json,
        AgentMethod.waitForInvoice.rawValue: PackageResources.wait_for_invoice_json,
        AgentMethod.waitForPaymentOrder.rawValue: PackageResources.wait_for_payment_order_json,
      ],
      notifications: [
        AgentNotification.wallet.rawValue: PackageResources.wallet_json,
        AgentNotification.event.rawValue: PackageResources.event_json,
        AgentNotification.listed.rawValue: PackageResources.listed_json,
      ])
  }

  /// The OpenRPC 1.3 document of the agent: `protocol/openrpc-agent.json`, and what `rpc.discover` answers.
  package var openRPC: JSONValue {
    let wallet = OpenRPCDocument.make(from: payments)
    let passed = Set(WalletMethod.passed.map { $0.name })
    let methods = (wallet["methods"]?.arrayValue ?? []).filter { passed.contains($0["name"]?.stringValue ?? "") }
    return OpenRPCDocument.make(
      title: "Payport agent", version: PaymentsAgent.version,
      description: "Payments for an app in any language, over lines of JSON with a program that the app starts.",
      methods: AgentMethod.allCases.compactMap { OpenRPCDocument.method($0.rawValue, errors: [], own) }
        + methods.map(Self.named),
      components: payments.definitions.members.map { .init(name: $0.name, value: JSONSchema.convert($0.value)) },
      notifications: AgentNotification.allCases.compactMap { notification -> JSONValue? in
        guard let params = own.notifications[notification.rawValue] else { return nil }
        return ["name": .string(notification.rawValue), "params": JSONSchema.convert(params)]
      })
  }

  /// The wallet's method with the app's own names in place of identifiers.
  private static func named(_ method: JSONValue) -> JSONValue {
    guard case .object(var object) = method, let params = method["params"]?.arrayValue,
      params.contains(where: { $0["name"] == "request_id" })
    else { return method }
    let name: JSONValue = [
      "name": "name", "required": false,
      "schema": [
        "description": "The app's own name of the request, in place of `request_id`.", "minLength": 1,
        "maxLength": 200, "type": "string",
      ],
    ]
    object["params"] = .array(
      params.map { param in
        guard case .object(var param) = param, param["name"] == "request_id" else { return param }
        param["required"] = false
        return .object(param)
      } + [name])
    return .object(object)
  }
}
