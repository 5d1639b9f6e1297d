// swift-tools-version: 6.2
// One section for each folder of Sources, in the order in which they may import: downward only, checked by
// --explicit-target-dependency-import-check error. A test target stands below what it tests.
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// A folder of Sources, with the folder of Tests that mirrors it. All of it may call the system's C library, by
/// Platform.
struct Folder {
  let name: String

  func library(
    _ name: String, _ uses: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil
  ) -> Target {
    .target(
      name: name, dependencies: uses + (name == "Platform" ? [] : ["Platform"]), path: "Sources/\(self.name)/\(name)",
      exclude: exclude, resources: resources, swiftSettings: swiftSettings)
  }

  func program(_ name: String, _ uses: [Target.Dependency]) -> Target {
    .executableTarget(
      name: name, dependencies: uses + ["Platform"], path: "Sources/\(self.name)/\(name)", swiftSettings: swiftSettings)
  }

  func tests(_ name: String, _ uses: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: uses + [.init(stringLiteral: name), "Platform"],
      path: "Tests/\(self.name)/\(name)Tests", exclude: exclude, swiftSettings: swiftSettings)
  }
}

let base = Folder(name: "Base")
let rpc = Folder(name: "RPC")
let specification = Folder(name: "Protocol")
let wallets = Folder(name: "Wallets")
let provider = Folder(name: "Provider")
let apps = Folder(name: "Apps")
let chat = Folder(name: "Chat")
let programs = Folder(name: "Programs")

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

/// A library of the system: a module map, and a shim for what Swift cannot import.
func system(_ name: String, _ pkgConfig: String? = nil, apt: [String] = [], brew: [String] = []) -> Target {
  let providers: [SystemPackageProvider] = (apt.isEmpty ? [] : [.apt(apt)]) + (brew.isEmpty ? [] : [.brew(brew)])
  return .systemLibrary(
    name: name, path: "Sources/Platform/\(name)", pkgConfig: pkgConfig, providers: providers.isEmpty ? nil : providers)
}

/// On Linux the header is found without pkg-config, whose flags for Kerberos SwiftPM warns of in every build.
#if os(Linux)
  let packageOfPostgreSQL: String? = nil
#else
  let packageOfPostgreSQL: String? = "libpq"
#endif

/// The version that `make` gives to a build; the sources have one for all others. Another version compiles one C file.
let versionOfThisBuild: [CSetting] =
  Context.environment["PAYPORT_VERSION"].map { [.define("PAYPORT_VERSION", to: "\"\($0)\"")] } ?? []

let package = Package(
  name: "payport",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "BuiltInWallets", targets: ["BuiltInWallets"]),
    .library(name: "ChatPayments", targets: ["ChatPayments"]),
    .library(name: "ChatTransports", targets: ["ChatTransports"]),
    .library(name: "Consumer", targets: ["Consumer"]),
    .library(name: "Cryptography", targets: ["Cryptography"]),
    .library(name: "DesktopLinks", targets: ["DesktopLinks"]),
    .library(name: "JSONRPC", targets: ["JSONRPC"]),
    .library(name: "PaymentURI", targets: ["PaymentURI"]),
    .library(name: "PaymentsAPI", targets: ["PaymentsAPI"]),
    .library(name: "PaymentsModel", targets: ["PaymentsModel"]),
    .library(name: "Provider", targets: ["Provider"]),
    .library(name: "RPCRuntime", targets: ["RPCRuntime"]),
    .library(name: "SecureSession", targets: ["SecureSession"]),
    .library(name: "WalletBackend", targets: ["WalletBackend"]),
    .library(name: "WalletContract", targets: ["WalletContract"]),
    .executable(name: "paychat", targets: ["paychat"]),
    .executable(name: "payctl", targets: ["payctl"]),
    .executable(name: "payd", targets: ["payd"]),
    .executable(name: "payport-statement", targets: ["payport-statement"]),
  ],
  // All of them, also those that others bring along: every clone builds the same, without a list of its own beside this one.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    // Platform: the system and its libraries.
    system("CCurl", "libcurl", apt: ["libcurl4-openssl-dev"]),
    system("CEditLine", "libedit", apt: ["libedit-dev"]),
    system("CLibWebSockets", "libwebsockets", apt: ["libwebsockets-dev"]),
    system("COpenSSL", "openssl", apt: ["libssl-dev"]),
    system("CPangoCairo", "pangocairo", apt: ["libpango1.0-dev", "libcairo2-dev"], brew: ["pango", "cairo"]),
    system("CPlatform"),
    system("CPostgreSQL", packageOfPostgreSQL, apt: ["libpq-dev"], brew: ["libpq"]),
    system("CQREncode", "libqrencode", apt: ["libqrencode-dev"]),
    system("CSQLite", "sqlite3", apt: ["libsqlite3-dev"]),
    system("CSystemd", "libsystemd", apt: ["libsystemd-dev"]),
    system("CZeroMQ", "libzmq", apt: ["libzmq3-dev"], brew: ["zeromq"]),
    .target(name: "CVersion", path: "Sources/Platform/CVersion", cSettings: versionOfThisBuild),
    .target(
      name: "CPageWatch", dependencies: ["CSQLite"], path: "Sources/Platform/CPageWatch",
      linkerSettings: [.linkedLibrary("sqlite3")]),
    Folder(name: "Platform").library("Platform", ["CPlatform"]),

    // Base: what knows nothing of payments.
    base.library("Cryptography", ["COpenSSL"]),
    base.tests("Cryptography", ["JSON", "TestSupport"]),
    base.library("DisplayText"),
    base.tests("DisplayText"),
    base.library("Files", ["CPlatform", "DisplayText"]),
    base.tests("Files", ["TestSupport"]),
    base.library("HTTPClient", ["CCurl"]),
    base.tests("HTTPClient", ["TestSupport"]),
    base.library("JSON"),
    base.tests("JSON"),
    base.library("KeyStorage", ["CPlatform", "Cryptography", "DisplayText", "Files", "JSON", "Processes"]),
    base.tests("KeyStorage", ["Cryptography", "Files", "JSON", "TestSupport"]),
    base.library("OpenMetrics", [coreMetrics]),
    base.tests("OpenMetrics", [coreMetrics]),
    base.library("PostgreSQL", ["CPostgreSQL"]),
    base.tests("PostgreSQL", ["TestSupport"]),
    base.library("Processes"),
    base.library("QRCodes", ["CQREncode"]),
    base.library("StrictYAML", ["JSON", yams]),
    base.tests("StrictYAML", ["JSON"]),
    base.library("Supervision", [.target(name: "CSystemd", condition: .when(platforms: [.linux]))]),
    base.tests("Supervision", ["TestSupport"]),
    base.library("TimeZones"),
    base.tests("TimeZones", ["TestSupport"]),
    base.library("TypeDefinition", ["JSON"]),
    base.tests("TypeDefinition", ["JSON"]),
    base.library("ZeroMQ", ["CZeroMQ"]),
    base.tests("ZeroMQ", ["TestSupport"]),

    // RPC: from the socket to the method that is called, for any service.
    rpc.library("JSONLines", ["JSON", "Transport"]),
    rpc.tests("JSONLines", ["JSON", "TestSupport"]),
    rpc.library("JSONRPC", ["JSON"]),
    rpc.tests("JSONRPC", ["JSON"]),
    rpc.library(
      "RPCRuntime", ["Cryptography", "Files", "JSON", "JSONRPC", "SecureSession", "Transport"]),
    rpc.tests(
      "RPCRuntime",
      [
        "Cryptography", "Files", "JSON", "JSONRPC", "PaymentsModel", "SecureSession", "TestSupport", "Transport",
        "WebSocketTransport",
      ]),
    rpc.library("SecureSession", ["Cryptography", "JSON", "JSONRPC"]),
    rpc.tests("SecureSession", ["Cryptography", "JSON", "JSONRPC", "TestSupport"]),
    rpc.library("Transport"),
    rpc.library("WebSocketTransport", ["CLibWebSockets", "Transport"]),
    rpc.tests("WebSocketTransport", ["CLibWebSockets", "Processes", "TestSupport", "Transport"]),

    // Protocol: the methods and objects of the specification. Each folder Schemas is a link into protocol/, so that the
    // files of the specification are the ones that check requests.
    specification.library("Catalogue", ["JSON", "PaymentsAPI", "PaymentsModel", "StrictYAML", "TypeDefinition"]),
    specification.tests("Catalogue", ["JSON", "PaymentsAPI", "PaymentsModel", "StrictYAML", "TypeDefinition"]),
    specification.library(
      "Documents",
      [
        "Catalogue", "Cryptography", "DisplayText", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "StrictYAML",
        "TypeDefinition",
      ]),
    specification.tests(
      "Documents", ["Cryptography", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "StrictYAML"]),
    specification.library("LightningInvoices", ["Cryptography", "PaymentsModel"]),
    specification.tests(
      "LightningInvoices", ["Cryptography", "JSON", "PaymentsModel", "TestSupport"], exclude: ["bolt11.json"]),
    specification.library("Links", ["DisplayText"]),
    specification.tests("Links"),
    specification.library(
      "MessagingAPI", ["JSON", "PaymentsAPI", "PaymentsModel", "TypeDefinition"],
      resources: [.embedInCode("Schemas")]),
    specification.tests("MessagingAPI", ["JSON", "PaymentsAPI", "PaymentsModel", "TestSupport", "TypeDefinition"]),
    specification.library(
      "OwnerAPI", ["DisplayText", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "TypeDefinition"],
      resources: [.embedInCode("Schemas")]),
    specification.tests("OwnerAPI", ["JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "TypeDefinition"]),
    specification.library(
      "PaymentsAPI", ["JSON", "JSONRPC", "PaymentsModel", "TypeDefinition"], resources: [.embedInCode("Schemas")]),
    specification.tests("PaymentsAPI", ["JSON", "JSONRPC", "PaymentsModel", "TestSupport", "TypeDefinition"]),
    specification.library("PaymentsModel"),
    specification.tests("PaymentsModel"),
    specification.library("PaymentURI", ["DisplayText", "PaymentsModel"]),
    specification.tests("PaymentURI", ["PaymentsModel", "TestSupport"]),

    // Wallets: what a provider wants of a wallet, the contract that checks it, and the wallets.
    wallets.library(
      "BitcoinWallet", ["HTTPClient", "JSON", "PaymentsModel", "WalletBackend", "WalletHTTP", "ZeroMQ"]),
    wallets.tests(
      "BitcoinWallet", ["HTTPClient", "JSON", "PaymentsModel", "TestSupport", "WalletBackend", "WalletContract"]),
    wallets.library(
      "ElectrumWallet",
      [
        "BitcoinWallet", "Cryptography", "HTTPClient", "JSON", "LightningInvoices", "LightningWallet", "PaymentsModel",
        "WalletBackend", "WalletHTTP",
      ]),
    wallets.tests(
      "ElectrumWallet",
      [
        "BitcoinWallet", "Cryptography", "HTTPClient", "JSON", "LightningInvoices", "LightningWallet", "PaymentsModel",
        "TestSupport", "WalletBackend", "WalletContract",
      ]),
    wallets.library("ExampleWallet", ["PaymentsModel", "WalletBackend"]),
    wallets.library(
      "LightningWallet", ["Cryptography", "JSON", "LightningInvoices", "PaymentsModel", "WalletBackend"]),
    wallets.tests(
      "LightningWallet",
      ["Cryptography", "LightningInvoices", "PaymentsModel", "TestSupport", "WalletBackend", "WalletContract"]),
    wallets.library(
      "LightningNodes",
      [
        "BitcoinWallet", "Cryptography", "Files", "HTTPClient", "JSON", "LightningInvoices", "LightningWallet",
        "PaymentURI", "PaymentsModel", "WalletBackend", "WalletHTTP",
      ]),
    wallets.tests(
      "LightningNodes",
      [
        "BitcoinWallet", "Cryptography", "JSON", "LightningInvoices", "LightningWallet", "PaymentsModel", "TestSupport",
        "WalletBackend", "WalletContract",
      ]),
    wallets.library("MockWallet", ["JSON", "PaymentsModel", "WalletBackend"]),
    wallets.tests("MockWallet", ["PaymentsModel", "TestSupport", "WalletBackend", "WalletContract"]),
    wallets.library(
      "MoneroWallet", ["HTTPClient", "JSON", "PaymentsModel", "WalletBackend", "WalletHTTP", "ZeroMQ"]),
    wallets.tests(
      "MoneroWallet", ["HTTPClient", "JSON", "PaymentsModel", "TestSupport", "WalletBackend", "WalletContract"]),
    wallets.library("WalletBackend", ["PaymentsModel"]),
    wallets.library("WalletContract", ["LightningInvoices", "PaymentsModel", "WalletBackend"]),
    wallets.library("WalletHTTP", ["HTTPClient", "WalletBackend"]),
    wallets.tests(
      "WalletContract",
      [
        "Cryptography", "ExampleWallet", "LightningInvoices", "LightningWallet", "MockWallet", "PaymentsModel",
        "TestSupport", "WalletBackend",
      ]),

    // Provider: what stands beside a wallet and answers apps and the owner.
    provider.library("DesktopNotifications", [.target(name: "CSystemd", condition: .when(platforms: [.linux]))]),
    provider.tests(
      "DesktopNotifications", ["TestSupport", .target(name: "CSystemd", condition: .when(platforms: [.linux]))]),
    provider.library("Forwarding", ["Cryptography", "PostgreSQL", "Transport"]),
    provider.tests("Forwarding", ["Cryptography", "PostgreSQL", "TestSupport", "Transport"]),
    provider.library(
      "Ledger",
      [
        "CPageWatch", "CSQLite", "Cryptography", "JSON", "PaymentsCore", "PaymentsModel", "PostgreSQL", grdb,
        grdbSQLite,
      ]),
    provider.tests(
      "Ledger", ["Cryptography", "JSON", "PaymentsCore", "PaymentsModel", "PostgreSQL", "TestSupport", grdb]),
    provider.library("OwnerSocket", ["JSON", "JSONRPC", "OwnerAPI"]),
    provider.tests("OwnerSocket", ["JSON", "JSONRPC", "OwnerAPI", "TestSupport"]),
    provider.library("PaymentsCore", ["PaymentsModel"]),
    provider.tests("PaymentsCore", ["PaymentsModel", "TestSupport"]),
    provider.library(
      "Orders",
      [
        "Cryptography", "JSON", "Ledger", "LightningInvoices", "PaymentsCore", "PaymentsModel", "Transport",
        "WalletBackend", logging,
      ]),
    provider.tests(
      "Orders",
      [
        "Cryptography", "JSON", "Ledger", "LightningInvoices", "LightningWallet", "MockWallet", "PaymentsCore",
        "PaymentsModel", "TestSupport", "WalletBackend", logging,
      ]),
    provider.library(
      "Provider",
      [
        "Catalogue", "Cryptography", "DesktopNotifications", "DisplayText", "Documents", "Files", "Forwarding", "JSON",
        "JSONRPC", "KeyStorage", "Ledger", "LightningInvoices", "Links", "OpenMetrics", "Orders", "OwnerAPI",
        "OwnerSocket", "PaymentURI", "PaymentsAPI", "PaymentsCore", "PaymentsModel", "PostgreSQL", "Processes",
        "RPCRuntime", "SecureSession", "ServiceHost", "Statements", "StrictYAML", "Supervision", "TimeZones",
        "Transport", "TypeDefinition", "WalletBackend", "WebSocketTransport",
        coreMetrics, logging, serviceLifecycle, unixSignals,
      ]),
    provider.library(
      "BuiltInWallets",
      [
        "BitcoinWallet", "Cryptography", "ElectrumWallet", "KeyStorage", "LightningNodes", "LightningWallet",
        "MockWallet", "MoneroWallet",
        "OwnerAPI",
        "PaymentsModel", "Provider",
        "WalletBackend",
      ]),
    provider.tests(
      "Provider",
      [
        "BuiltInWallets", "Catalogue", "Cryptography", "DesktopNotifications", "Documents", "Files", "JSON", "JSONRPC",
        "KeyStorage",
        "Ledger", "Links", "MockWallet", "Orders", "OwnerAPI", "OwnerSocket", "PaymentsAPI", "PaymentsCore",
        "PaymentsModel", "RPCRuntime",
        "SecureSession", "Supervision",
        "TestSupport", "Transport", "TypeDefinition", "WalletBackend", "WebSocketTransport", logging,
      ]),
    provider.library(
      "ServiceHost",
      [
        "Cryptography", "Files", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "RPCRuntime", "SecureSession",
        "Transport", "WebSocketTransport",
      ]),
    provider.tests("ServiceHost", ["JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "RPCRuntime"]),
    provider.library("StatementPDF", ["CPangoCairo", "PaymentsAPI", "PaymentsModel", "Statements"]),
    provider.tests("StatementPDF", ["PaymentsAPI", "PaymentsModel", "Statements", "TestSupport"]),
    provider.library("Statements", ["DisplayText", "JSON", "PaymentsAPI", "PaymentsCore", "PaymentsModel"]),
    provider.tests(
      "Statements",
      ["DisplayText", "JSON", "PaymentsAPI", "PaymentsCore", "PaymentsModel", "TestSupport", "TypeDefinition"]),
    provider.library(
      "WalletSearch",
      ["BuiltInWallets", "JSON", "OwnerAPI", "PaymentsModel", "Provider", "StrictYAML", "WebSocketTransport"]),
    provider.tests("WalletSearch", ["BuiltInWallets", "OwnerAPI", "Provider", "TestSupport"]),

    // Apps: what an app links, and what programs in a terminal share.
    apps.library(
      "Consumer",
      [
        "Catalogue", "Cryptography", "DisplayText", "Documents", "Files", "JSON", "JSONRPC", "KeyStorage", "Links",
        "MessagingAPI", "PaymentsAPI", "PaymentsModel", "RPCRuntime", "SecureSession", "StrictYAML", "Transport",
        "WebSocketTransport",
      ]),
    apps.tests(
      "Consumer",
      [
        "Cryptography", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "RPCRuntime", "SecureSession", "TestSupport",
        "Transport", "WebSocketTransport",
      ]),
    apps.library("DesktopLinks", ["Links", "Processes"]),
    apps.tests("DesktopLinks", ["Links", "TestSupport"]),
    apps.library(
      "OwnerPage",
      ["Cryptography", "DisplayText", "Files", "JSON", "JSONRPC", "OwnerAPI", "OwnerSocket", "Processes", "QRCodes"],
      exclude: ["Page", "README.md", "scripts", "tsconfig.json"]),
    apps.tests("OwnerPage", ["JSON", "JSONRPC", "OwnerAPI", "OwnerSocket", "TestSupport"]),
    apps.library("German", ["DisplayText"]),
    apps.library("PageServer", ["Cryptography", "OwnerPage", "Transport", "WebSocketTransport"]),
    apps.tests("PageServer", ["Cryptography"]),
    apps.library(
      "TerminalUI",
      [
        "CEditLine", "CVersion", "Consumer", "Cryptography", "DesktopLinks", "DisplayText", "Files",
        "JSON",
        "KeyStorage", "PaymentsAPI", "PaymentsModel", "QRCodes", argumentParser,
      ]),
    apps.tests("TerminalUI", ["Processes", "QRCodes", "TestSupport"]),
    apps.library(
      "PaymentsAgent",
      ["Consumer", "JSON", "JSONLines", "JSONRPC", "PaymentsAPI", "PaymentsModel", "TerminalUI", "TypeDefinition"],
      resources: [.embedInCode("Schemas")]),
    apps.tests(
      "PaymentsAgent", ["Consumer", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "TestSupport", "TypeDefinition"]),

    // Chat: payments inside a conversation, a second product on top of the first.
    chat.library(
      "ChatMessaging",
      [
        "Catalogue", "ChatPayments", "Cryptography", "Files", "JSON", "JSONRPC", "KeyStorage", "MessagingAPI",
        "PaymentsAPI", "PaymentsModel", "RPCRuntime", "SecureSession", "ServiceHost", "Transport", "TypeDefinition",
      ]),
    chat.tests(
      "ChatMessaging",
      ["ChatPayments", "Consumer", "Files", "JSON", "MessagingAPI", "PaymentsAPI", "PaymentsModel", "TestSupport"]),
    chat.library(
      "ChatPayments",
      [
        "Consumer", "Cryptography", "Files", "JSON", "PaymentsAPI", "PaymentsModel", "RPCRuntime", "Transport",
        "TypeDefinition",
      ], resources: [.embedInCode("Schemas")]),
    chat.tests(
      "ChatPayments",
      [
        "ChatTransports", "Consumer", "Cryptography", "Files", "JSON", "PaymentsAPI", "PaymentsModel", "RPCRuntime",
        "TestSupport",
      ]),
    chat.library(
      "ChatTransports",
      [
        "ChatPayments", "Cryptography", "Files", "JSON", "JSONRPC", "PaymentsModel", "RPCRuntime", "Transport",
        "WebSocketTransport",
      ]),
    chat.tests(
      "ChatTransports",
      [
        "ChatPayments", "Cryptography", "Files", "JSON", "PaymentsModel", "RPCRuntime", "TestSupport", "Transport",
        "WebSocketTransport",
      ]),

    chat.library(
      "HostedAgent",
      [
        "ChatPayments", "Consumer", "Cryptography", "Files", "JSON", "JSONLines", "PaymentsAPI", "PaymentsModel",
        "RPCRuntime", "SecureSession", "Transport", "TypeDefinition",
      ], resources: [.embedInCode("Schemas")]),
    chat.tests(
      "HostedAgent",
      [
        "ChatPayments", "Consumer", "JSON", "PaymentsAPI", "PaymentsModel", "RPCRuntime", "TestSupport",
        "TypeDefinition",
      ]),

    chat.library(
      "Till",
      [
        "ChatPayments", "Consumer", "Cryptography", "DisplayText", "Files", "JSON", "PaymentsAPI", "PaymentsModel",
        "Processes", "QRCodes", "StrictYAML", "TerminalUI", "TimeZones", "Transport",
      ]),
    chat.tests(
      "Till",
      [
        "ChatPayments", "Consumer", "Files", "JSON", "PaymentsAPI", "PaymentsModel", "StrictYAML", "TestSupport",
      ]),

    // Programs, which only read arguments and compose.
    programs.program(
      "exampled",
      [
        "BuiltInWallets", "CVersion", "ExampleWallet", "Provider", "RPCRuntime", "WalletBackend", argumentParser,
        logging, serviceLifecycle, unixSignals,
      ]),
    programs.program(
      "paychat",
      [
        "ChatMessaging", "ChatPayments", "ChatTransports", "Consumer", "DesktopLinks", "Files", "German", "HostedAgent",
        "KeyStorage", "MessagingAPI", "PaymentsAPI", "PaymentsModel", "TerminalUI", "Till", argumentParser,
      ]),
    programs.tests(
      "paychat",
      [
        "ChatMessaging", "ChatPayments", "Consumer", "German", "MessagingAPI", "PaymentsAPI", "PaymentsModel",
        "TerminalUI", "TestSupport", "Till",
      ]),
    programs.program(
      "payctl",
      [
        "ChatPayments", "Consumer", "DesktopLinks", "Files", "German", "JSON", "KeyStorage", "Links", "PaymentURI",
        "PaymentsAPI",
        "PaymentsAgent", "PaymentsModel", "Processes", "QRCodes", "TerminalUI", argumentParser,
      ]),
    programs.tests(
      "payctl",
      [
        "ChatPayments", "Consumer", "German", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "TerminalUI",
        argumentParser,
      ]),
    programs.program(
      "payd",
      [
        "BuiltInWallets", "Consumer", "Cryptography", "DesktopLinks", "Files", "German", "JSON", "KeyStorage", "Ledger",
        "Links",
        "MessagingAPI", "OwnerAPI", "OwnerPage",
        "OwnerSocket", "PageServer", "PaymentURI", "PaymentsAPI", "PaymentsModel", "Processes", "Provider", "QRCodes",
        "RPCRuntime", "Supervision",
        "TerminalUI", "WalletSearch",
        argumentParser, logging, serviceLifecycle, unixSignals,
      ]),
    programs.tests(
      "payd",
      [
        "BuiltInWallets", "Consumer", "Files", "German", "JSON", "OwnerAPI", "PaymentsAPI", "PaymentsModel", "Provider",
        "RPCRuntime", "TerminalUI", "TestSupport", "WalletSearch", logging,
      ]),
    programs.program("payport-statement", ["CPlatform", "CVersion", "StatementPDF", "Statements"]),

    // Tests of more than one module, and what all tests share.
    .target(
      name: "TestSupport",
      dependencies: [
        "COpenSSL", "CZeroMQ", "Cryptography", "HTTPClient", "JSON", "LightningInvoices", "OwnerAPI", "PaymentsAPI",
        "PaymentsModel", "Platform", "PostgreSQL", "Processes", "TerminalUI", "TypeDefinition", "WalletBackend",
        "WalletContract",
      ], path: "Tests/Support", swiftSettings: swiftSettings),
    .testTarget(
      name: "TreeTests", dependencies: ["Platform", "TestSupport"], path: "Tests/Tree", swiftSettings: swiftSettings),
    .testTarget(
      name: "PackagingTests", dependencies: ["JSON", "Links", "TestSupport"], path: "Tests/Packaging",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "Cryptography", "JSON", "Ledger", "MockWallet", "Orders", "PaymentsCore", "PaymentsModel", "Platform",
        "Provider",
        "TestSupport", "WalletBackend", logging,
      ], path: "Tests/Provider/ModelTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "ChatPayments", "ChatTransports", "Consumer", "Cryptography", "DesktopLinks", "Documents", "ExampleWallet",
        "JSON", "JSONRPC", "LightningInvoices", "Links", "MessagingAPI", "MockWallet", "OwnerAPI", "OwnerSocket",
        "PaymentsAPI", "PaymentsModel", "Platform", "PostgreSQL", "RPCRuntime", "SecureSession", "TestSupport",
        "Transport", "TypeDefinition", "WalletBackend", "WebSocketTransport",
      ], path: "Tests/EndToEnd", swiftSettings: swiftSettings),
  ]
)

#if os(Linux)
  package.targets += [
    // The load client of `make bench` is written on epoll and reads /proc.
    .systemLibrary(name: "CLinux", path: "Benchmarks/CLinux"),
    .executableTarget(
      name: "PayportBenchmark",
      dependencies: [
        "CLinux", "COpenSSL", "Cryptography", "HTTPClient", "JSON", "Ledger", "MockWallet", "OwnerAPI", "OwnerSocket",
        "PaymentsCore", "PaymentsModel", "Platform", "Processes", "RPCRuntime", "SecureSession", "TestSupport",
      ], path: "Benchmarks/PayportBenchmark", swiftSettings: swiftSettings),
    // The crash campaign strikes programs through ptrace.
    .executableTarget(name: "strike", path: "Tests/Crash/Strike"),
    .executableTarget(
      name: "CrashCampaign",
      dependencies: [
        "ChatPayments", "ChatTransports", "Consumer", "JSON", "MockWallet", "OwnerAPI", "OwnerSocket", "PaymentsAPI",
        "PaymentsModel", "Platform", "PostgreSQL", "TestSupport", argumentParser,
      ], path: "Tests/Crash/CrashCampaign", swiftSettings: swiftSettings),
    .target(name: "CSimulation", path: "Tests/Simulation/CSimulation"),
    .executableTarget(
      name: "Simulation",
      dependencies: [
        "CSimulation", "ChatPayments", "Consumer", "Cryptography", "Forwarding", "JSON", "KeyStorage", "Ledger",
        "MockWallet", "Orders", "OwnerAPI", "PaymentsAPI", "PaymentsCore", "PaymentsModel", "Platform", "PostgreSQL",
        "Provider", "RPCRuntime", "SecureSession", "Supervision", "TestSupport", "Transport", "WalletBackend", grdb,
        grdbSQLite, logging,
      ], path: "Tests/Simulation/Simulation", swiftSettings: swiftSettings),
    .testTarget(
      name: "CrashTests", dependencies: ["Platform", "TestSupport"], path: "Tests/Crash/CrashTests",
      swiftSettings: swiftSettings),
  ]
#endif

// GTK and WebKitGTK are not on every machine that builds payd: `make` says where their headers are, if they are.
if let headers = Context.environment["PAYPORT_WINDOW"], !headers.isEmpty {
  let found: [SwiftSetting] = [.unsafeFlags(headers.split(separator: " ").flatMap { ["-Xcc", String($0)] })]
  let window = [
    apps.library("PageWindow", ["CWebKitGTK", "OwnerAPI", "OwnerPage"]),
    programs.program(
      "payport-window",
      ["CVersion", "DisplayText", "German", "OwnerPage", "PageWindow", "RPCRuntime", argumentParser]),
  ]
  for target in window { target.swiftSettings?.append(contentsOf: found) }
  package.targets += window + [system("CWebKitGTK", apt: ["libwebkitgtk-6.0-dev"])]
  package.products.append(.executable(name: "payport-window", targets: ["payport-window"]))
}

// The documentation plugin is fetched only where documentation is built: `make docs`.
if Context.environment["PAYPORT_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}

// What is tested is built as it is shipped, in a release build, and the tests themselves are not: the compiler fails on some.
for target in package.targets where target.type == .test {
  target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}
