import Files
import KeyStorage
import RPCRuntime
import TestSupport
import Testing

@testable import Provider

@Suite struct ProviderIdentityTests {
  /// A backup of another provider may be restored while payd waits for the passphrase of this one.
  @Test func aKeyThatWasReplacedIsNoticed() throws {
    let folder = try ScratchFolder()
    let other = try ScratchFolder()
    let directories = PayportDirectories(runtime: folder.path + "/run", state: folder.path + "/state")
    let others = PayportDirectories(runtime: other.path + "/run", state: other.path + "/state")
    let identity = try ProviderIdentity(in: directories, keeping: nil)
    try identity.checkIsStored(in: directories)
    let stranger = try ProviderIdentity(in: others, keeping: nil)
    #expect(throws: ProviderStartError.self) { try stranger.checkIsStored(in: directories) }
    #expect(throws: ProviderStartError.self) { try identity.checkIsStored(in: others) }
    try PrivateFolder(opening: directories.state).remove(KeyManager.fileName)
    #expect(throws: ProviderStartError.self) { try identity.checkIsStored(in: directories) }
  }
}
