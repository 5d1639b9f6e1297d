import Files

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file that the configuration is read from, at the start and whenever the owner has changed it.
public struct ConfigurationSource: Sendable {
  /// The absolute path of the file that the owner named, if one was named.
  private let named: String?
  /// The usual place, where a file is taken as soon as there is one.
  private let standard: String?
  private let kinds: [WalletKind]

  /// The source for a file.
  ///
  /// - Parameters:
  ///   - path: the file that the owner named.
  ///   - standard: where a file is looked for otherwise, also when the configuration is read again: the first file may be
  ///     written while the provider runs.
  ///   - kinds: the kinds of wallets that `type` can name.
  public init(path: String?, orElse standard: String? = nil, kinds: [WalletKind]) {
    named = path.map {
      $0.utf8.first == UInt8(ascii: "/") ? $0 : FileManager.default.currentDirectoryPath + "/" + $0
    }
    self.standard = standard
    self.kinds = kinds
  }

  /// The absolute path of the file; `nil` where there is none now, so that the defaults apply.
  public var path: String? { named ?? standard.flatMap { OutputFile.exists($0) ? $0 : nil } }

  /// Reads the file. One that others can write decides nothing, and one with a password is for its owner alone.
  ///
  /// - Throws: ``ConfigurationFault``.
  public func read() throws(ConfigurationFault) -> ProviderConfiguration {
    guard let path else { return ProviderConfiguration(kinds: kinds) }
    let file: TrustedFile
    do throws(PrivateFileError) {
      file = try TrustedFile(reading: path, limit: ProviderConfiguration.maximumFileSize)
    } catch {
      guard case .unsafeFile = error else {
        throw ConfigurationFault(
          words: "cannot read the configuration \(path); correct the path after --config, or its mode")
      }
      throw ConfigurationFault(words: "the configuration is not used: \(TrustedFile.words(error, path))")
    }
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
      throw ConfigurationFault(words: "\(path): the file is not UTF-8")
    }
    do throws(ConfigurationError) {
      var configuration = try ProviderConfiguration(yaml: text, kinds: kinds)
      configuration.file = path
      if configuration.holdsPassword, let mode = file.othersRead {
        throw ConfigurationError(
          line: 0,
          problem:
            "others can read it (its mode is 0\(String(mode, radix: 8))), and it contains a password; type: chmod 600 "
            + "\(path)")
      }
      return configuration
    } catch {
      throw ConfigurationFault(words: "\(path): \(error)")
    }
  }
}

/// Why a configuration file cannot be used, for its owner.
public struct ConfigurationFault: Error, Sendable, Hashable {
  /// The path and the problem, with its line.
  public let words: String

  /// Creates a fault.
  public init(words: String) { self.words = words }
}
