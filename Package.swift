// swift-tools-version: 6.2
// Layers import downward only; `make build` passes --explicit-target-dependency-import-check error.
// One section per layer, targets sorted inside it, a test target beside the target that it tests.
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + dependencies, swiftSettings: swiftSettings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

let package = Package(
  name: "payport",
  platforms: [.macOS(.v15)],
  products: [
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
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // L0: system libraries, a module map and a shim for what Swift cannot import.
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CEditLine", pkgConfig: "libedit", providers: [.apt(["libedit-dev"])]),
    .systemLibrary(name: "CLibWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    .systemLibrary(
      name: "CPangoCairo", pkgConfig: "pangocairo",
      providers: [.apt(["libpango1.0-dev", "libcairo2-dev"]), .brew(["pango", "cairo"])]),
    .systemLibrary(name: "CPlatform"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

    // L1: pure values.
    library("ChildProgram"),
    library("Cryptography", ["COpenSSL"]),
    library("DetachedThread", ["CPlatform"]),
    library("DisplayText"),
    library("JSON"),
    library("PaymentsModel"),
    library("PrivateFiles", ["CPlatform"]),
    tests("Cryptography", ["JSON", "TestSupport"]),
    tests("DisplayText"),
    tests("JSON"),
    tests("PaymentsModel"),
    tests("PrivateFiles", ["TestSupport"]),

    // L2: protocols as state machines, bytes in and actions out.
    library("JSONRPC", ["JSON"]),
    // As with PaymentsAPI, Schemas is a link: to protocol/messaging.
    library(
      "MessagingAPI", ["JSON", "PaymentsAPI", "PaymentsModel", "TypeDefinition"],
      resources: [.embedInCode("Schemas")]),
    // Schemas is a link to protocol/schemas: the files of the specification are the ones that check requests.
    library(
      "PaymentsAPI", ["JSON", "JSONRPC", "PaymentsModel", "TypeDefinition"], resources: [.embedInCode("Schemas")]),
    library("Links"),
    library("PaymentURI", ["PaymentsModel"]),
    library("SecureSession", ["Cryptography", "JSON", "JSONRPC"]),
    library("StrictYAML", ["JSON", yams]),
    library("TypeDefinition", ["JSON"]),
    tests("JSONRPC", ["JSON"]),
    tests("Links"),
    tests("MessagingAPI", ["JSON", "PaymentsAPI", "PaymentsModel", "TestSupport", "TypeDefinition"]),
    tests("PaymentsAPI", ["JSON", "JSONRPC", "PaymentsModel", "TypeDefinition", "TestSupport"]),
    tests("PaymentURI", ["PaymentsModel", "TestSupport"]),
    tests("SecureSession", ["Cryptography", "JSON", "JSONRPC", "TestSupport"]),
    tests("StrictYAML", ["JSON"]),
    tests("TypeDefinition", ["JSON"]),

    // L3: input and output.
    library("DesktopLinks", ["ChildProgram", "DetachedThread", "Links"]),
    library("DesktopNotifications", [.target(name: "CSystemd", condition: .when(platforms: [.linux]))]),
    library("FolderWatch"),
    library("HTTPClient", ["CCurl"]),
    library("KeyStorage", ["CPlatform", "ChildProgram", "Cryptography", "JSON", "PrivateFiles"]),
    library(
      "RPCRuntime",
      ["Cryptography", "JSON", "JSONRPC", "PaymentsModel", "PrivateFiles", "SecureSession", "Transport"]),
    library("Transport"),
    library("WebSocketTransport", ["CLibWebSockets", "DetachedThread", "Transport"]),
    tests("DesktopLinks", ["Links", "TestSupport"]),
    tests(
      "DesktopNotifications", ["TestSupport", .target(name: "CSystemd", condition: .when(platforms: [.linux]))]),
    tests("FolderWatch", ["TestSupport"]),
    tests("HTTPClient", ["TestSupport"]),
    tests("KeyStorage", ["Cryptography", "JSON", "PrivateFiles", "TestSupport"]),
    tests(
      "RPCRuntime",
      [
        "Cryptography", "JSON", "JSONRPC", "PaymentsModel", "PrivateFiles", "SecureSession", "Transport",
        "WebSocketTransport",
      ]),
    tests("WebSocketTransport", ["CLibWebSockets", "Transport", "TestSupport"]),

    // L4: the domain.
    library("BitcoinWallet", ["HTTPClient", "JSON", "PaymentsModel", "WalletBackend"]),
    library("Catalogue", ["JSON", "PaymentsAPI", "PaymentsModel", "StrictYAML", "TypeDefinition"]),
    library(
      "Documents",
      ["Catalogue", "Cryptography", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "StrictYAML", "TypeDefinition"]),
    library("ExampleWallet", ["PaymentsModel", "WalletBackend"]),
    library("Ledger", ["Cryptography", "JSON", "PaymentsCore", "PaymentsModel", grdb]),
    library("MessagingCore", ["MessagingAPI", "PaymentsAPI", "PaymentsModel"]),
    library("MockWallet", ["JSON", "PaymentsModel", "WalletBackend"]),
    library("MoneroWallet", ["HTTPClient", "JSON", "PaymentsModel", "WalletBackend"]),
    library("PaymentsCore", ["PaymentsModel"]),
    library(
      "ServiceDoor",
      [
        "Cryptography", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "PrivateFiles", "RPCRuntime",
        "SecureSession", "Transport",
        "WebSocketTransport",
      ]),
    library("StatementPDF", ["CPangoCairo", "PaymentsAPI", "PaymentsModel", "Statements"]),
    library("Statements", ["DisplayText", "JSON", "PaymentsAPI", "PaymentsCore", "PaymentsModel"]),
    library("WalletBackend", ["PaymentsModel"]),
    tests("BitcoinWallet", ["HTTPClient", "JSON", "PaymentsModel", "TestSupport", "WalletBackend", "WalletContract"]),
    tests("Catalogue", ["JSON", "PaymentsAPI", "PaymentsModel", "StrictYAML", "TypeDefinition"]),
    tests("Documents", ["Cryptography", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "StrictYAML"]),
    tests("Ledger", ["Cryptography", "JSON", "PaymentsCore", "PaymentsModel", grdb]),
    tests("MessagingCore", ["JSON", "MessagingAPI", "PaymentsAPI", "PaymentsModel"]),
    tests("MockWallet", ["PaymentsModel", "WalletBackend", "WalletContract"]),
    tests(
      "MoneroWallet",
      ["HTTPClient", "JSON", "PaymentsModel", "TestSupport", "WalletBackend", "WalletContract"]),
    tests("PaymentsCore", ["PaymentsModel", "TestSupport"]),
    tests("ServiceDoor", ["JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "RPCRuntime"]),
    tests("StatementPDF", ["PaymentsAPI", "PaymentsModel", "Statements", "TestSupport"]),
    tests(
      "Statements",
      ["DisplayText", "JSON", "PaymentsAPI", "PaymentsCore", "PaymentsModel", "TestSupport", "TypeDefinition"]),

    // L5: the two sides, and the owner's door.
    library(
      "ChatMessaging",
      [
        "Catalogue", "ChatPayments", "Cryptography", "JSON", "JSONRPC", "KeyStorage", "MessagingAPI", "MessagingCore",
        "PaymentsAPI", "PaymentsModel", "PrivateFiles", "RPCRuntime", "SecureSession", "ServiceDoor", "Transport",
        "TypeDefinition",
      ]),
    // As with PaymentsAPI, Schemas is a link: to protocol/cards.
    library(
      "ChatPayments",
      [
        "Consumer", "Cryptography", "JSON", "PaymentsAPI", "PaymentsModel", "PrivateFiles", "RPCRuntime", "Transport",
        "TypeDefinition",
      ], resources: [.embedInCode("Schemas")]),
    library(
      "ChatTransports",
      [
        "ChatPayments", "Cryptography", "JSON", "JSONRPC", "PaymentsModel", "PrivateFiles", "RPCRuntime", "Transport",
        "WebSocketTransport",
      ]),
    library(
      "Consumer",
      [
        "Catalogue", "Cryptography", "Documents", "JSON", "JSONRPC", "KeyStorage", "Links", "MessagingAPI",
        "PaymentsAPI",
        "PaymentsModel",
        "PrivateFiles", "RPCRuntime", "SecureSession", "StrictYAML", "Transport", "WebSocketTransport",
      ]),
    library(
      "AppTerminal",
      [
        "Consumer", "DesktopLinks", "JSON", "KeyStorage", "PaymentsAPI", "PaymentsModel", "PrivateFiles", "TerminalUI",
        argumentParser,
      ]),
    library("OwnerDoor", ["DetachedThread", "JSON", "JSONRPC", "PaymentsModel"]),
    library(
      "Provider",
      [
        "BitcoinWallet", "Catalogue", "ChildProgram", "Cryptography", "DesktopNotifications", "Documents",
        "FolderWatch", "JSON",
        "JSONRPC",
        "KeyStorage", "Ledger", "Links", "MockWallet", "MoneroWallet", "OwnerDoor", "PaymentURI", "PaymentsAPI",
        "PaymentsCore",
        "PaymentsModel", "PrivateFiles", "RPCRuntime", "SecureSession", "ServiceDoor", "Statements",
        "StrictYAML", "Transport",
        "TypeDefinition", "WalletBackend", "WebSocketTransport", logging, serviceLifecycle,
      ]),
    library("TerminalUI", ["CEditLine", "CQREncode", "Cryptography", "DisplayText", "KeyStorage"]),
    library("WalletContract", ["PaymentsModel", "WalletBackend"]),
    tests("WalletContract", ["ExampleWallet", "MockWallet", "PaymentsModel", "WalletBackend"]),
    tests(
      "ChatMessaging",
      [
        "ChatPayments", "Consumer", "JSON", "MessagingCore", "PaymentsAPI", "PaymentsModel", "TestSupport",
      ]),
    tests(
      "ChatPayments",
      [
        "ChatTransports", "Consumer", "Cryptography", "JSON", "PaymentsAPI", "PaymentsModel", "RPCRuntime",
        "TestSupport",
      ]),
    tests(
      "ChatTransports",
      [
        "ChatPayments", "Cryptography", "JSON", "PaymentsModel", "PrivateFiles", "RPCRuntime", "TestSupport",
        "Transport",
        "WebSocketTransport",
      ]),
    tests(
      "Consumer",
      [
        "Cryptography", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "RPCRuntime", "SecureSession", "TestSupport",
        "Transport", "WebSocketTransport",
      ]),
    tests("OwnerDoor", ["JSON", "JSONRPC", "PaymentsModel", "TestSupport"]),
    tests(
      "Provider",
      [
        "Catalogue", "Cryptography", "DesktopNotifications", "Documents", "JSON", "JSONRPC", "KeyStorage", "Ledger",
        "Links",
        "PaymentsAPI", "PaymentsCore", "PaymentsModel", "PrivateFiles", "RPCRuntime", "SecureSession", "TestSupport",
        "Transport", "TypeDefinition",
        "WalletBackend",
        "WebSocketTransport", logging,
      ]),
    tests("TerminalUI", ["TestSupport"]),

    // L6: programs, which only compose.
    program(
      "exampled",
      [
        "ExampleWallet", "Provider", "RPCRuntime", "WalletBackend", argumentParser, logging, serviceLifecycle,
        unixSignals,
      ]),
    program(
      "payctl",
      [
        "AppTerminal", "ChatPayments", "ChildProgram", "Consumer", "DesktopLinks", "DetachedThread", "JSON",
        "KeyStorage", "Links", "PaymentURI", "PaymentsAPI", "PaymentsModel", "PrivateFiles", "TerminalUI",
        argumentParser,
      ]),
    program(
      "payd",
      [
        "AppTerminal", "Consumer", "Cryptography", "DesktopLinks", "JSON", "KeyStorage", "Links", "MessagingAPI",
        "OwnerDoor", "PaymentsAPI", "PaymentsModel",
        "PrivateFiles", "Provider", "RPCRuntime", "TerminalUI",
        argumentParser,
        logging, serviceLifecycle, unixSignals,
      ]),
    program(
      "paychat",
      [
        "AppTerminal", "ChatMessaging", "ChatPayments", "ChatTransports", "Consumer", "DesktopLinks", "KeyStorage",
        "MessagingAPI", "MessagingCore", "PaymentsAPI", "PaymentsModel", "TerminalUI", argumentParser,
      ]),
    program("payport-statement", ["CPlatform", "StatementPDF", "Statements"]),
    tests(
      "paychat",
      [
        "AppTerminal", "ChatMessaging", "ChatPayments", "Consumer", "MessagingAPI", "MessagingCore", "PaymentsAPI",
        "PaymentsModel", "TestSupport", "TerminalUI",
      ]),
    tests(
      "payctl",
      [
        "AppTerminal", "ChatPayments", "Consumer", "JSON", "JSONRPC", "PaymentsAPI", "PaymentsModel", "TerminalUI",
        argumentParser,
      ]),
    tests("payd", ["JSON", "OwnerDoor", "PaymentsModel", "TerminalUI"]),
    library(
      "TestSupport",
      ["HTTPClient", "JSON", "PaymentsAPI", "PaymentsModel", "TerminalUI", "TypeDefinition", "WalletBackend"]),
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "Ledger", "MockWallet", "PaymentsCore", "PaymentsModel", "Provider", "TestSupport", "WalletBackend",
      ],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "ChatPayments", "ChatTransports", "Consumer", "Cryptography", "DesktopLinks", "Documents", "ExampleWallet",
        "JSON",
        "JSONRPC", "Links", "MessagingAPI", "MockWallet", "OwnerDoor", "PaymentsAPI", "PaymentsModel", "RPCRuntime",
        "SecureSession",
        "TestSupport", "Transport",
        "TypeDefinition",
        "WebSocketTransport",
      ],
      swiftSettings: swiftSettings),
  ]
)

#if os(Linux)
  // The load client of `make bench` is written on epoll and reads /proc.
  package.targets += [
    .systemLibrary(name: "CLinux", path: "Benchmarks/CLinux"),
    program(
      "PayportBenchmark",
      ["CLinux", "COpenSSL", "Cryptography", "JSON", "MockWallet", "RPCRuntime", "SecureSession"]),
    // The crash campaign strikes programs through ptrace.
    .executableTarget(name: "strike", path: "Tests/Strike"),
    program(
      "CrashCampaign",
      [
        "ChatPayments", "ChatTransports", "Consumer", "JSON", "MockWallet", "OwnerDoor", "PaymentsAPI", "PaymentsModel",
        "TestSupport", argumentParser,
      ]),
    .testTarget(
      name: "CrashTests", dependencies: ["TestSupport"], exclude: ["Fixtures"], swiftSettings: swiftSettings),
  ]
#endif

// The documentation plugin is fetched only where documentation is built: `make docs`.
if Context.environment["PAYPORT_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
