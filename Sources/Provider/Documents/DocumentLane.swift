import Cryptography
import Documents
import FolderWatch
import Ledger
import Logging
import PaymentsAPI
import PaymentsModel
import PrivateFiles
import Synchronization
import Transport

/// The documents of one app: looked for when something may have changed, and now and then. Several are served at once, so
/// that one whose wallet hangs holds up few.
///
/// What it remembers only spares it work. All that counts is in the files and in the ledger, so that it can begin anew at
/// any moment: after a crash it finds the same.
actor DocumentLane {
  /// Why to look.
  struct Reasons: OptionSet, Sendable {
    let rawValue: Int
    /// Something was put into a folder.
    static let files = Reasons(rawValue: 1)
    /// Something of the app's changed in the ledger.
    static let objects = Reasons(rawValue: 2)
    /// Everything may be otherwise.
    static let everything = Reasons(rawValue: 4)
  }

  /// A document of a request.
  private struct Key: Hashable {
    let request: String
    let name: DocumentName
  }

  /// What was found of a document when it was visited last.
  private struct Visit {
    let stamps: DocumentShelf.Stamps
    let finding: DocumentIntake.Finding
    let at: ContinuousClock.Instant
  }

  /// What is asked for from other threads.
  private struct Asked {
    var reasons: Reasons = .everything
    var isFollowing = false
  }

  /// Documents of one folder that are looked at; more wait until others are gone.
  private static let most = 1000
  /// Documents that are served at once.
  private static let atOnce = 16
  /// How often everything is looked at without a reason.
  private static let rescan: Duration = .seconds(60)

  private let queue: QueueLoop
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let context: ProviderContext
  private let services: PrivateFolder
  private let watch: FolderWatch
  private var record: DocumentFolderRecord
  private var visits: [Key: Visit] = [:]
  private var busy: Set<Key> = []
  /// Why to look again at what was busy, or had no place, when it was looked at.
  private var postponed: Reasons = []
  private var troubles: Set<String> = []
  private var timer: ScheduledJob?
  private let nudges: AsyncStream<Void>
  nonisolated private let nudge: AsyncStream<Void>.Continuation
  nonisolated private let asked = Mutex(Asked())

  init(
    _ record: DocumentFolderRecord, services: PrivateFolder, watch: FolderWatch, queue: QueueLoop,
    context: ProviderContext
  ) {
    self.record = record
    self.services = services
    self.watch = watch
    self.queue = queue
    self.context = context
    unownedExecutor = queue.asUnownedSerialExecutor()
    (nudges, nudge) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Looks soon. Any thread.
  nonisolated func look(_ reasons: Reasons) {
    let isWanted = asked.withLock { asked in
      // Whoever leaves no documents pays nothing for them.
      guard reasons != .objects || asked.isFollowing else { return false }
      asked.reasons.formUnion(reasons)
      return true
    }
    if isWanted { nudge.yield() }
  }

  /// Goes on with another key.
  func change(_ record: DocumentFolderRecord) {
    self.record = record
    look(.everything)
  }

  /// Looks whenever there is a reason, until the task is cancelled.
  func run() async {
    let listener = context.hub.listen(to: record.app) { [weak self] in self?.look(.objects) }
    defer {
      context.hub.stopListening(listener, to: record.app)
      timer?.cancel()
    }
    nudge.yield()
    for await _ in nudges {
      guard !Task.isCancelled, !context.isStopping else { return }
      let reasons = asked.withLock { asked in
        defer { asked.reasons = [] }
        // From here on a change is a reason to look once more.
        asked.isFollowing = true
        return asked.reasons
      }
      let pause = pass(reasons)
      timer?.cancel()
      timer = queue.schedule(after: pause) { [weak self] in self?.look(.everything) }
      // Of many changes at once each third or tenth state is as good.
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Looks into every folder; answers after how long to look without a reason.
  private func pass(_ reasons: Reasons) -> Duration {
    for request in DocumentTree.requests {
      guard let intake = intake(request), let shelf = shelf(request, intake, sweeping: reasons.contains(.everything))
      else { continue }
      visit(shelf, intake, reasons)
    }
    var soonest = watch.isLive ? Self.rescan : .seconds(1)
    var isFollowing = !busy.isEmpty
    for visit in visits.values {
      switch visit.finding.outlook {
      case .open: isFollowing = true
      case .again(let pause): soonest = min(soonest, .milliseconds(pause))
      case .settled, .ended: break
      }
    }
    let following = isFollowing
    asked.withLock { $0.isFollowing = following || $0.reasons.contains(.objects) }
    return soonest
  }
}

// MARK: Folders

extension DocumentLane {
  private func intake(_ request: String) -> DocumentIntake? {
    guard let key = try? Ed25519.VerifyingKey(base64URL: record.app.rawValue),
      let seal = DocumentKey(SecretBytes(record.key)), let reader = context.documents.reader
    else { return nil }
    return DocumentIntake(
      request: request, app: record.app, key: key, seal: seal, reader: reader, context: context)
  }

  /// The folder of a request's documents, made where it is missing; `nil` where it cannot be used.
  private func shelf(_ request: String, _ intake: DocumentIntake, sweeping: Bool) -> DocumentShelf? {
    do throws(PrivateFileError) {
      let folder = try services.subfolder(DocumentTree.service, creating: true)
        .subfolder(DocumentTree.folder(of: request), creating: true).subfolder(record.name, creating: true)
      // Before it is looked into, so that nothing comes in between.
      watch.add(folder.path)
      let writer = AnswerWriter(
        provider: context.identity.key, app: intake.key, seal: intake.seal, random: context.random)
      let shelf = DocumentShelf(folder, writer)
      if sweeping { try shelf.sweep() }
      troubles.remove(request)
      return shelf
    } catch {
      trouble(request, "\(error)")
      return nil
    }
  }

  /// Logs what does not work, once.
  private func trouble(_ request: String, _ why: String) {
    guard troubles.insert(request).inserted else { return }
    context.log.warning(
      "a folder of documents cannot be used", metadata: ["folder": "\(request)s/\(record.name)", "error": "\(why)"])
  }
}

// MARK: Documents

extension DocumentLane {
  /// Serves what is due, in the order of the names.
  private func visit(_ shelf: DocumentShelf, _ intake: DocumentIntake, _ reasons: Reasons) {
    let names: [DocumentName]
    do throws(PrivateFileError) {
      names = try Array(shelf.names().prefix(Self.most))
    } catch {
      return trouble(intake.request, "\(error)")
    }
    let present = Set(names)
    visits = visits.filter { $0.key.request != intake.request || present.contains($0.key.name) }
    for name in names {
      let key = Key(request: intake.request, name: name)
      guard let stamps = shelf.stamps(name), isDue(key, stamps, reasons) else { continue }
      guard !busy.contains(key), busy.count < Self.atOnce else {
        postponed.formUnion(reasons)
        continue
      }
      busy.insert(key)
      Task { await serve(key, stamps, shelf, intake) }
    }
  }

  private func isDue(_ key: Key, _ stamps: DocumentShelf.Stamps, _ reasons: Reasons) -> Bool {
    guard let visit = visits[key], visit.stamps == stamps else { return true }
    switch visit.finding.outlook {
    case .settled: return false
    case .again(let pause): return ContinuousClock.now - visit.at >= .milliseconds(pause)
    case .open: return !reasons.isDisjoint(with: [.objects, .everything])
    case .ended: return true
    }
  }

  /// One document: finds out what is to be answered, writes it, and moves away what has ended.
  private func serve(
    _ key: Key, _ stamps: DocumentShelf.Stamps, _ shelf: DocumentShelf, _ intake: DocumentIntake
  ) async {
    let finding = await find(key.name, stamps, shelf, intake)
    busy.remove(key)
    let isNews = finding.map { visits[key]?.finding.answer != $0.answer } ?? false
    visits[key] = finding.map { Visit(stamps: stamps, finding: $0, at: .now) }
    if let finding {
      if isNews, finding.answer.state == .refused {
        context.log.notice(
          "a document was refused",
          metadata: ["request": "\(key.request)", "reason": "\(finding.answer.failure?.reason ?? "")"])
      }
      archive(key.name, stamps, shelf, finding.outlook, key.request)
      // The clock for the next try begins with this one.
      if case .again = finding.outlook { postponed.formUnion(.files) }
    }
    guard !postponed.isEmpty else { return }
    look(postponed)
    postponed = []
  }

  private func find(
    _ name: DocumentName, _ stamps: DocumentShelf.Stamps, _ shelf: DocumentShelf, _ intake: DocumentIntake
  ) async -> DocumentIntake.Finding? {
    let finding: DocumentIntake.Finding?
    do throws(PrivateFileError) {
      let file = try shelf.document(name)
      let signature = try shelf.signature(name)
      // What was put in its place since is visited next.
      guard file.stamp == stamps.document else { return nil }
      finding = await intake.find(
        .init(name, file.bytes, signature: signature, earlier: shelf.answer(name)))
    } catch {
      finding = intake.unreadable(name, error)
    }
    // What was removed meanwhile wants no answer, and what was changed another one.
    guard let finding, shelf.stamps(name) == stamps else { return nil }
    do {
      try shelf.write(finding.answer, name, at: context.clock.now())
      return finding
    } catch {
      trouble(intake.request, "\(error)")
      return nil
    }
  }

  private func archive(
    _ name: DocumentName, _ stamps: DocumentShelf.Stamps, _ shelf: DocumentShelf, _ outlook: DocumentIntake.Outlook,
    _ request: String
  ) {
    guard case .ended(let moment) = outlook else { return }
    do throws(PrivateFileError) {
      try shelf.archive(name, stamps, day: DocumentTree.day(of: moment))
    } catch {
      trouble(request, "\(error)")
    }
  }
}
