import PaymentsAPI
import TerminalUI

/// Formats services and their requests for people.
struct ServiceView {
  let context: CommandContext

  /// Formats the services, one per line.
  func table(_ services: [ServiceInfo]) -> [String] {
    var table = Table([
      .init("SERVICE"), .init("VERSIONS"), .word("STATUS"), .init("COUNTRIES", overflow: .wrap, importance: .extra),
      .init("FOLDER", overflow: .truncate, importance: .extra),
    ])
    for service in services {
      table.append([
        service.spec, "\(service.versions)", (service.status ?? .enabled).rawValue,
        service.countries.map { $0.joined(separator: " ") } ?? localized("all"), service.folder,
      ])
    }
    return table.lines(for: context.terminal)
  }

  /// Formats a service: its requests, and then the fields of each request with the source of their values.
  func lines(_ service: GetServiceDefinition.Result) -> [String] {
    var requests = Table([
      .init("REQUEST"), .init("VERSIONS"), .init("TEMPLATE", importance: .extra), .init("FOLDER", importance: .extra),
    ])
    var fields = Table([.init("REQUEST"), .init("FIELD"), .init("FROM", overflow: .wrap)])
    for request in service.definition.requests {
      let template = service.templates[request.spec]
      let versions = request.versions ?? template?.version ?? service.definition.versions
      requests.append([request.spec, versions.map { "\($0)" } ?? "", request.file, request.folder])
      for field in template?.fields ?? [] { fields.append([request.spec, field.name, Self.text(field.source)]) }
    }
    return requests.lines(for: context.terminal) + [""] + fields.lines(for: context.terminal)
  }

  private static func text(_ source: RequestTemplate.Source) -> String {
    switch source {
    case .app: localized("you")
    case .calls(let methods): methods.joined(separator: localized(" or "))
    case .range(let range): range
    }
  }
}
