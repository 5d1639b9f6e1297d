import JSON
import JSONRPC
import OwnerAPI
import Platform
import Synchronization

/// What the page has done by `payd`: backups, and the first start. One is done at a time, on a thread of its own.
final class PageTools: Sendable {
  typealias Answer = @Sendable (Result<Payload, RPCError>) -> Void

  /// The shortest passphrase that the page takes; the longest is what `payd` reads.
  private static let passphrases = 8...1000

  private let payd: PaydProgram
  private let backups: PageBackups
  private let desktop: (any PageDesktop)?
  private let isBusy = Mutex(false)

  init(_ payd: PaydProgram, desktop: (any PageDesktop)?) {
    self.payd = payd
    self.desktop = desktop
    backups = PageBackups(payd)
  }

  /// Whether they can be used.
  var areThere: Bool { payd.isThere }

  /// Answers a method.
  func answer(_ method: String, with params: JSONValue, _ done: @escaping Answer) {
    guard areThere else { return done(.failure(.methodNotFound)) }
    switch method {
    case "page.backup": backUp(params, done)
    case "page.backup.part": done(part(params))
    case "page.setup": begin(done) { () throws(OwnerFailure) in try self.setUp(["--for-page"], input: "", params) }
    case "page.setup.write":
      guard let digest = params["digest"]?.stringValue else { return done(.failure(.invalidParams)) }
      begin(done) { () throws(OwnerFailure) in
        try self.setUp(["--yes", "--start", "--as-shown"], input: digest + "\n", params)
      }
    default: done(.failure(.methodNotFound))
    }
  }

  // MARK: Backups

  private func backUp(_ params: JSONValue, _ done: @escaping Answer) {
    guard let passphrase = params["passphrase"]?.stringValue, Self.passphrases.contains(passphrase.utf8.count),
      passphrase.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }), let name = params["name"]?.stringValue,
      PageDownload.isGood(name)
    else { return done(.failure(.invalidParams)) }
    guard let desktop else {
      return begin(done) { () throws(OwnerFailure) in
        guard let made = try self.backups.make(sealedWith: passphrase) else { return nil }
        return ["id": .string(made.id), "parts": .integer(made.parts)]
      }
    }
    desktop.place(for: name) { chosen in
      switch chosen {
      case .failure(let failure): done(.failure(failure.rpcError))
      case .success(nil): done(.success(.value(["saved": false])))
      case .success(let path?):
        self.begin(done) { () throws(OwnerFailure) in
          try self.backups.make(at: path, sealedWith: passphrase)
          return ["saved": true]
        }
      }
    }
  }

  private func part(_ params: JSONValue) -> Result<Payload, RPCError> {
    guard let id = params["id"]?.stringValue, let number = params["part"]?.integerValue(as: Int.self) else {
      return .failure(.invalidParams)
    }
    guard let text = backups.part(number, of: id) else {
      return .failure(OwnerFailure(.notFound, "there is no such backup any more").rpcError)
    }
    return .success(.value(["data": .string(text)]))
  }

  // MARK: The first start

  /// What `payd setup` says: a document of what it has found, or lines of what it has done.
  private func setUp(
    _ words: [String], input: String, _ params: JSONValue
  ) throws(OwnerFailure) -> JSONValue? {
    let language = params["language"]?.stringValue ?? "en"
    let outcome = try payd.run(["setup"] + words, input: input, language: language)
    if let found = try? JSONValue(parsing: Array(outcome.text.utf8)), outcome.status == 0 { return found }
    return ["done": .bool(outcome.status == 0), "said": .string(outcome.text)]
  }

  /// Does one thing at a time. Without a value the host cannot do it, as if it did not know the method.
  private func begin(
    _ done: @escaping Answer, _ work: @escaping @Sendable () throws(OwnerFailure) -> JSONValue?
  ) {
    let isFree = isBusy.withLock { isBusy in
      defer { isBusy = true }
      return !isBusy
    }
    guard isFree else {
      return done(.failure(OwnerFailure(.unavailable, "something else is being done").rpcError))
    }
    let isStarted = DetachedThread.start(name: "page tools", stackSize: 512 << 10) {
      let outcome: Result<Payload, RPCError>
      do throws(OwnerFailure) {
        outcome = try work().map { .success(.value($0)) } ?? .failure(.methodNotFound)
      } catch {
        outcome = .failure(error.rpcError)
      }
      self.isBusy.withLock { $0 = false }
      done(outcome)
    }
    guard !isStarted else { return }
    isBusy.withLock { $0 = false }
    done(.failure(OwnerFailure(.unavailable, "the system has no thread left").rpcError))
  }
}
