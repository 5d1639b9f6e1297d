import JSON
import JSONRPC
import PaymentsModel
import RPCRuntime
import ServiceHost
import Testing

/// Tests the limits of apps before and after the owner approved them.
@Suite struct AppConnectionsTests {
  private let allowances = AppAllowances(perSecond: 100, burst: 200)

  private func options(_ app: String, isApproved: Bool) -> ConnectionOptions {
    .ofApp(isApproved: isApproved, allowance: allowances.allowance(of: AppKey(rawValue: app)), inFlight: 7)
  }

  @Test func anAppThatIsNotApprovedMaySendLittle() {
    let (stranger, friend) = (options("a", isApproved: false), options("a", isApproved: true))
    #expect(stranger.peer.json.bytes == 65_536)
    #expect(stranger.peer.json.values == 1024)
    #expect(friend.peer.json.bytes == 1_048_576)
    #expect(friend.peer.json.values == 4096)
    #expect(stranger.peer.inFlight == 7)
  }

  @Test func theConnectionsOfAnApprovedAppShareOnePace() {
    let pace = options("a", isApproved: true).pace
    #expect(pace != nil)
    #expect(options("a", isApproved: true).pace === pace)
    #expect(options("b", isApproved: true).pace !== pace)
    let stranger = options("a", isApproved: false).pace
    #expect(stranger != nil)
    #expect(stranger !== pace)
    #expect(options("a", isApproved: false).pace !== stranger)
  }
}
