import Cryptography
import Files
import JSON
import KeyStorage
import PaymentsModel
import RPCRuntime
import Transport

/// The files of an app. The actor runs on a queue of its own, because its methods block while they wait for the disk.
actor AppState {
  private let queue = QueueLoop(label: "payport.state")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let appID: String
  let directories: PayportDirectories
  private let keys: KeyKeeping?
  private let passphrase: any PassphraseSource
  private var opened: AppFolder?

  init(
    appID: String, directories: PayportDirectories, keys: KeyKeeping? = nil,
    passphrase: any PassphraseSource = NoPassphrase()
  ) {
    self.appID = appID
    self.directories = directories
    self.keys = keys
    self.passphrase = passphrase
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  func folder() throws(AppStateError) -> AppFolder {
    if let opened { return opened }
    let folder = try AppFolder(appID: appID, directories: directories)
    opened = folder
    return folder
  }

  // MARK: The key

  /// Returns the app's key, and creates it at the first use. If two processes create one at the same time, the first
  /// wins.
  func identity() throws(AppStateError) -> Ed25519.SigningKey {
    let keyManager = AppIdentity.keys(in: try folder().root, appID: appID, passphrase)
    do { return try keyManager.open(keeping: keys) } catch { throw .key(error) }
  }

  // MARK: Pins

  func pin(of provider: String) throws(AppStateError) -> ProviderPin? {
    let name = provider + ".json"
    guard let object = try folder().providers.object(name) else { return nil }
    guard let pin = ProviderPin(object) else { throw .damaged(name: name) }
    return pin
  }

  /// Stores the pin of a provider that has proven its key. If another process has already stored a key, that one stays.
  func keepPin(_ pin: ProviderPin, of provider: String) throws(AppStateError) {
    let providers = try folder().providers
    let name = provider + ".json"
    guard try !providers.write(pin.object, to: name, replacing: false) else { return }
    guard let kept = try self.pin(of: provider), kept.key == pin.key, kept.highestVersion < pin.highestVersion else {
      return
    }
    try providers.write(pin.object, to: name, replacing: true)
  }

  func forget(_ provider: String) throws(AppStateError) {
    if let key = try pin(of: provider)?.key { try folder().cursors.removeFile(key.base64URL + ".json") }
    try folder().providers.removeFile(provider + ".json")
    try folder().documentFolders.removeFile(provider + ".json")
  }

  // MARK: Cursors

  /// Returns the cursor of a provider, which is kept under its key, because its daemons have the same cursors.
  func cursor(of providerID: String) throws(AppStateError) -> EventCursor? {
    let name = providerID + ".json"
    guard let object = try folder().cursors.object(name) else { return nil }
    guard let cursor = object["cursor"]?.stringValue.flatMap({ EventCursor($0) }) else { throw .damaged(name: name) }
    return cursor
  }

  func keepCursor(_ cursor: EventCursor, of providerID: String) throws(AppStateError) {
    try folder().cursors.write(
      ["v": 1, "cursor": .string(cursor.description)], to: providerID + ".json", replacing: true)
  }

  /// Stores a cursor unless a later one is stored.
  func advanceCursor(to cursor: EventCursor, of providerID: String) throws(AppStateError) {
    if let kept = try self.cursor(of: providerID), kept >= cursor { return }
    try keepCursor(cursor, of: providerID)
  }

  /// Claims the app's events for this process, until it ends.
  ///
  /// - Returns: whether no other process has them.
  func claimEvents() throws(AppStateError) -> Bool {
    let cursors = try folder().cursors
    do { return try cursors.claim() } catch { throw .file(name: "cursors", error) }
  }

  func documentFolders() throws(AppStateError) -> PrivateFolder { try folder().documentFolders }

  // MARK: The journal of requests

  /// Records a request before it is sent. A record of an earlier attempt is not changed.
  ///
  /// - Returns: whether it was not written down before.
  /// - Throws: also if the earlier attempt was made to another provider, which may have carried it out.
  func record(_ request: UnfinishedRequest) throws(AppStateError) -> Bool {
    let name = request.requestID.text + ".json"
    let requests = try folder().requests
    while try !requests.write(request.object, to: name, replacing: false) {
      // Another process that makes the same request may have learned the outcome and removed its record just now.
      guard let object = try requests.object(name) else { continue }
      guard let earlier = UnfinishedRequest(object) else { throw .damaged(name: name) }
      guard earlier.isFor(request.provider, request.providerID) else {
        throw .requestOfOtherProvider(name: earlier.provider)
      }
      return false
    }
    return true
  }

  /// Removes a request whose outcome is known.
  func finish(_ requestID: PaymentRequestID) throws(AppStateError) {
    try folder().requests.removeFile(requestID.text + ".json")
  }

  func unfinishedRequests() throws(AppStateError) -> [UnfinishedRequest] {
    let requests = try folder().requests
    var found: [UnfinishedRequest] = []
    for name in try requests.fileNames()
    where name.utf8.reversed().starts(with: ".json".utf8.reversed()) && !name.utf8.starts(with: ".".utf8) {
      guard let object = try requests.object(name) else { continue }
      guard let request = UnfinishedRequest(object) else { throw .damaged(name: name) }
      found.append(request)
    }
    return found.sorted { $0.madeAt < $1.madeAt }
  }
}
