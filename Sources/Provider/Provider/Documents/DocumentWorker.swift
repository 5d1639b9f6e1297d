import Cryptography
import Documents
import Files
import Ledger
import Logging
import Orders
import PaymentsAPI
import PaymentsModel
import Synchronization
import Transport

/// Serves the documents of one app. It looks for documents when something may have changed, and from time to time.
/// Several documents are served at once, so that one whose wallet does not answer delays few others.
///
/// The state of the worker only saves work. Everything that matters is in the files and in the ledger, so that the
/// worker can be restarted at any time, for example after a crash, with the same result.
actor DocumentWorker {
  /// A document for a kind of request.
  private struct Key: Hashable, Sendable {
    let request: String
    let name: DocumentName
  }

  /// The result of the most recent visit to a document.
  private struct Visit {
    let stamps: DocumentStore.Stamps
    let finding: DocumentIntake.Finding
    let at: ContinuousClock.Instant
  }

  /// The folder of the documents for a kind of request, and the intake that determines their answers.
  private struct Place {
    let store: DocumentStore
    let intake: DocumentIntake
  }

  /// What other threads asked for.
  private struct Asked {
    var reasons = DocumentReasons.everything
    var isFollowing = false
  }

  /// The largest number of documents in one folder that are looked at. Further ones wait until others are gone.
  private static let most = 1000
  /// The number of documents that are served at once.
  private static let atOnce = 16
  /// The interval at which everything is looked at without a reason.
  private static let rescan: Duration = .seconds(60)
  /// The interval at which the folders are read if the system does not report changes in them.
  private static let unwatched: Duration = .seconds(1)

  /// A queue of its own, so that an app with many documents or other files does not delay other apps.
  private let queue: QueueLoop
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let services: PrivateFolder
  private let watch: FolderWatch
  private let rules: DocumentRules
  private let apps: AppConnections
  private let core: ProviderCore
  private var record: DocumentFolderRecord
  private var visits: [Key: Visit] = [:]
  private var places: [String: Place] = [:]
  private var documents = DocumentQueue<Key>(atOnce: atOnce)
  private var lastRescan = ContinuousClock.now
  private var troubles: Set<String> = []
  private var timer: ScheduledJob?
  private let nudges: AsyncStream<Void>
  nonisolated private let nudge: AsyncStream<Void>.Continuation
  nonisolated private let asked = Mutex(Asked())

  init(_ record: DocumentFolderRecord, _ place: DocumentPlace) {
    self.record = record
    services = place.services
    watch = place.watch
    rules = place.rules
    apps = place.apps
    core = place.apps.core
    queue = QueueLoop(label: "payport.documents")
    unownedExecutor = queue.asUnownedSerialExecutor()
    (nudges, nudge) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Requests a look at the documents. May be called from any thread.
  nonisolated func look(_ reasons: DocumentReasons) {
    let isWanted = asked.withLock { asked in
      // Changes of objects matter only once the worker is running, so that apps without documents cost nothing.
      guard !reasons.isOfObjectsOnly || asked.isFollowing else { return false }
      asked.reasons.formUnion(reasons)
      return true
    }
    if isWanted { nudge.yield() }
  }

  /// Continues with another key.
  func change(_ record: DocumentFolderRecord) {
    self.record = record
    look(.everything)
  }

  /// Looks at the documents whenever there is a reason, until the task is cancelled.
  func run() async {
    let listener = core.hub.listen(to: record.app) { [weak self] in self?.look(.init(objects: $0)) }
    defer {
      core.hub.stopListening(listener, to: record.app)
      timer?.cancel()
    }
    nudge.yield()
    for await _ in nudges {
      guard !Task.isCancelled, !core.isStopping else { return }
      let reasons = asked.withLock { asked in
        // A change after this point is a reason to look once more.
        asked.isFollowing = true
        return exchange(&asked.reasons, with: .none)
      }
      let began = ContinuousClock.now
      pass(reasons)
      // After many changes in a short time it is sufficient to look at the last state. The pause also limits the effort
      // for a folder that takes long to read.
      try? await Task.sleep(for: max(.milliseconds(10), (ContinuousClock.now - began) * 4))
    }
  }

  /// Reads every folder and serves the documents that are due.
  private func pass(_ reasons: DocumentReasons) {
    if reasons.everything { lastRescan = .now }
    for request in DocumentTree.requests {
      places[request] = place(request, sweeping: reasons.everything)
      if let place = places[request] {
        visit(place, reasons)
      } else {
        // Nothing in this folder is tried again before the folder can be read.
        visits = visits.filter { $0.key.request != request }
      }
    }
    serveNext()
    scheduleNextLook()
    let isFollowing = !documents.isEmpty || visits.values.contains { $0.finding.outlook.isOpen }
    asked.withLock { $0.isFollowing = isFollowing || !$0.reasons.objects.isEmpty }
  }

  /// Schedules the next look: when the first document has to be tried again, and at everything from time to time.
  private func scheduleNextLook() {
    let now = ContinuousClock.now
    let rescan = max(.zero, Self.rescan - (now - lastRescan))
    var soonest = watch.isLive ? rescan : min(rescan, Self.unwatched)
    for (key, visit) in visits {
      // A document that is being tried, or will be, says itself when it is done.
      guard case .again(let pause) = visit.finding.outlook, !documents.holds(key) else { continue }
      soonest = min(soonest, max(.milliseconds(10), .milliseconds(pause) - (now - visit.at)))
    }
    let reasons = soonest < rescan ? DocumentReasons.files : .everything
    timer?.cancel()
    timer = queue.schedule(after: soonest) { [weak self] in self?.look(reasons) }
  }
}

// MARK: Folders

extension DocumentWorker {
  /// Returns the folder and the intake for a kind of request; `nil` if the folder cannot be used.
  private func place(_ request: String, sweeping: Bool) -> Place? {
    guard let intake = intake(request), let store = store(request, intake, sweeping: sweeping) else { return nil }
    return Place(store: store, intake: intake)
  }

  private func intake(_ request: String) -> DocumentIntake? {
    guard let key = try? Ed25519.VerifyingKey(base64URL: record.app.rawValue),
      let seal = DocumentKey(SecretBytes(record.key))
    else { return nil }
    return DocumentIntake(
      request: request, app: record.app, key: key, seal: seal, rules: rules, apps: apps)
  }

  /// Returns the folder of the documents for a kind of request, and creates it if it does not exist; `nil` if it cannot
  /// be used.
  private func store(_ request: String, _ intake: DocumentIntake, sweeping: Bool) -> DocumentStore? {
    do throws(PrivateFileError) {
      let parent = try services.subfolder(DocumentTree.service, creating: true)
        .subfolder(DocumentTree.folder(of: request), creating: true)
      // That another folder was put in the place of the app's is news of the folder above only, as long as that is open.
      watch.add(parent.path)
      let folder = try parent.subfolder(record.name, creating: true)
      // The watch begins before the folder is read, so that no change in between is missed.
      watch.add(folder.path)
      let writer = AnswerWriter(
        provider: rules.key, app: intake.key, seal: intake.seal, random: core.random)
      let store = DocumentStore(folder, writer)
      if sweeping { try store.sweep() }
      troubles.remove(request)
      return store
    } catch {
      trouble(request, "\(error)")
      return nil
    }
  }

  /// Logs a problem with a folder once.
  private func trouble(_ request: String, _ why: String) {
    guard troubles.insert(request).inserted else { return }
    core.log.log(
      level: .ownersTurn,
      "a folder of documents cannot be used", metadata: ["folder": "\(request)s/\(record.name)", "error": "\(why)"])
  }
}

// MARK: Documents

extension DocumentWorker {
  /// Adds the documents that are due to the queue, in the order of their names.
  private func visit(_ place: Place, _ reasons: DocumentReasons) {
    let request = place.intake.request
    let names: [DocumentName]
    do throws(PrivateFileError) {
      names = try Array(place.store.names().prefix(Self.most))
    } catch {
      return trouble(request, "\(error)")
    }
    let present = Set(names)
    visits = visits.filter { $0.key.request != request || present.contains($0.key.name) }
    for name in names {
      let key = Key(request: request, name: name)
      if documents.note(reasons, on: key) { continue }
      if let stamps = place.store.stamps(name), isDue(key, stamps: stamps, reasons: reasons) { documents.add(key) }
    }
  }

  private func isDue(_ key: Key, stamps: DocumentStore.Stamps, reasons: DocumentReasons) -> Bool {
    guard let visit = visits[key], visit.stamps == stamps else { return true }
    switch visit.finding.outlook {
    case .settled: return false
    case .again(let pause): return ContinuousClock.now - visit.at >= .milliseconds(pause)
    case .open(let object): return reasons.mayConcern(object)
    case .ended: return !reasons.isOfObjectsOnly
    }
  }

  /// Begins to serve the next documents.
  private func serveNext() {
    while let key = documents.next() {
      guard let place = places[key.request], let stamps = place.store.stamps(key.name) else {
        _ = documents.finished(key)
        visits[key] = nil
        continue
      }
      Task { await serve(key, stamps: stamps, place: place) }
    }
  }

  /// Serves one document: finds out what is to be answered, writes it, and moves away what has ended.
  private func serve(_ key: Key, stamps: DocumentStore.Stamps, place: Place) async {
    let finding = await find(key.name, stamps, in: place)
    let isNews = finding.map { visits[key]?.finding.answer != $0.answer } ?? false
    visits[key] = finding.map { Visit(stamps: stamps, finding: $0, at: .now) }
    if let finding {
      if isNews, finding.answer.state == .refused {
        core.log.log(
          level: .peersFault, "a document was refused",
          metadata: ["request": "\(key.request)", "reason": "\(finding.answer.failure?.reason ?? "")"])
      }
      archive(key.name, stamps, after: finding.outlook, in: place)
    }
    // Only a change of this document while it was served makes it due again.
    let meanwhile = documents.finished(key)
    if meanwhile != .none, let stamps = place.store.stamps(key.name), isDue(key, stamps: stamps, reasons: meanwhile) {
      documents.add(key)
    }
    serveNext()
    // The time until the next try counts from now.
    if case .again? = finding?.outlook { scheduleNextLook() }
  }

  private func find(
    _ name: DocumentName, _ stamps: DocumentStore.Stamps, in place: Place
  ) async -> DocumentIntake.Finding? {
    let (store, intake) = (place.store, place.intake)
    let finding: DocumentIntake.Finding?
    do throws(PrivateFileError) {
      let file = try store.document(name)
      let signature = try store.signature(name)
      // A document that replaced this one in the meantime is visited next.
      guard file.stamp == stamps.document else { return nil }
      finding = await intake.find(
        .init(name, file.bytes, signature: signature, earlier: store.answer(name)))
    } catch {
      finding = intake.unreadable(name, error)
    }
    // A document that was removed in the meantime needs no answer, and one that was changed needs another one.
    guard let finding, store.stamps(name) == stamps else { return nil }
    do {
      try store.write(finding.answer, name, at: core.clock.now())
      return finding
    } catch {
      trouble(intake.request, "\(error)")
      return nil
    }
  }

  private func archive(
    _ name: DocumentName, _ stamps: DocumentStore.Stamps, after outlook: DocumentIntake.Outlook, in place: Place
  ) {
    guard case .ended(let moment) = outlook else { return }
    do throws(PrivateFileError) {
      try place.store.archive(name, stamps, day: DocumentTree.day(of: moment))
    } catch {
      trouble(place.intake.request, "\(error)")
    }
  }
}
