import Testing

@testable import WalletSearch

/// What a daemon goes by, as it reads its command line and its file.
@Suite struct CoreOptionsTests {
  @Test func theCommandLineCountsMoreThanTheFile() {
    var options = CoreOptions(arguments: ["-rpcport=1", "--rpcuser=typed", "alone"])
    options.add(file: "rpcport=2\nrpcuser=written\nrpcpassword=secret # of nobody\n")
    #expect(options.value("rpcport", on: "main") == "1")
    #expect(options.value("rpcuser", on: "main") == "typed")
    #expect(options.value("rpcpassword", on: "main") == "secret")
    #expect(options.value("alone", on: "main") == nil)
  }

  /// A port for the main chain says nothing of another chain; a password holds for all.
  @Test func aSectionHoldsForItsChain() {
    var options = CoreOptions(arguments: [])
    options.add(file: "regtest = 1\nrpcport = 9000\nrpcpassword = p\n[regtest]\nrpcport=9001\n[test]\nrpcport=9002\n")
    #expect(options.chain == "regtest")
    #expect(options.value("rpcport", on: "regtest") == "9001")
    #expect(options.value("rpcport", on: "main") == "9000")
    #expect(options.value("rpcpassword", on: "regtest") == "p")
    var bare = CoreOptions(arguments: ["-regtest"])
    bare.add(file: "rpcport=9000\ntest.rpcport=9003")
    #expect(bare.value("rpcport", on: "regtest") == nil)
    #expect(bare.value("rpcport", on: "test") == "9003")
  }

  @Test(arguments: [
    ([], "main"), (["-regtest"], "regtest"), (["-testnet"], "test"), (["-chain=regtest"], "regtest"),
    (["-regtest=0"], "main"), (["-noregtest"], "main"), (["-signet"], "signet"),
  ])
  func theChainIsNamed(_ arguments: [String], _ chain: String) {
    #expect(CoreOptions(arguments: arguments).chain == chain)
  }
}
