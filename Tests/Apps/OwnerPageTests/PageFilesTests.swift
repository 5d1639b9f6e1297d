import Foundation
import Platform
import TestSupport
import Testing

@testable import OwnerPage

@Suite struct PageFilesTests {
  /// A page in a folder of its own, which the test may spoil.
  private func page(_ spoil: (String) throws -> Void = { _ in }) throws -> PageFiles {
    let scratch = try ScratchFolder()
    let folder = scratch.path + "/page"
    for path in [folder, folder + "/views"] { #expect(mkdir(path, 0o755) == 0) }
    for name in ["index.html", "views/now.js", "views/types.d.ts", ".hidden.js", "a b.js"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
      #expect(chmod(folder + "/" + name, 0o644) == 0)
    }
    try spoil(folder)
    return try PageFiles(reading: folder)
  }

  @Test func onlyFilesOfKnownTypesAreShown() throws {
    let files = try page()
    #expect(files.files.keys.sorted() == ["/", "/index.html", "/views/now.js"])
    #expect(files.files["/"] == PageFiles.File(type: "text/html; charset=utf-8", bytes: Array("index.html".utf8)))
    #expect(files.files["/views/now.js"]?.type == "text/javascript; charset=utf-8")
    #expect(files.file(at: "payport://owner/views/now.js", of: "payport://owner") != nil)
    #expect(files.file(at: "payport://owner/#/now/ord_1", of: "payport://owner") != nil)
    for address in [
      "payport://owner/views/../index.html", "payport://other/index.html", "payport://owner", "file:///index.html",
      "payport://owner//index.html", "payport://owner/index.html?x",
    ] {
      #expect(files.file(at: address, of: "payport://owner") == nil, "\(address)")
    }
  }

  @Test func theStyleSheetsAreOneInTheirOrder() throws {
    let files = try page { folder in
      #expect(mkdir(folder + "/style", 0o755) == 0)
      for name in ["money", "tokens"] {
        try Data("\(name) ".utf8).write(to: URL(fileURLWithPath: folder + "/style/\(name).css"))
        #expect(chmod(folder + "/style/\(name).css", 0o644) == 0)
      }
    }
    let sheet = try #require(files.files["/style.css"])
    #expect(sheet == PageFiles.File(type: "text/css; charset=utf-8", bytes: Array("tokens money ".utf8)))
  }

  @Test func whatAnotherUserMayHaveWrittenEndsIt() throws {
    for spoil: (String) throws -> Void in [
      { chmod($0, 0o777) }, { chmod($0 + "/views", 0o775) }, { chmod($0 + "/views/now.js", 0o666) },
      { symlink("/etc/passwd", $0 + "/passwd.html") }, { symlink("/etc", $0 + "/etc") },
      { mkfifo($0 + "/pipe.js", 0o644) },
    ].map({ (body: @escaping (String) -> Int32) in { (folder: String) in #expect(body(folder) == 0) } }) {
      #expect { try page(spoil) } throws: { error in
        if case PageFiles.Failure.unsafe = error { true } else { false }
      }
    }
  }

  @Test func itIsLookedForInTheTreeOrBesideTheProgram() {
    #expect(
      PageFiles.folders(of: "/home/a/payport/.build/x/debug/payd") == [
        "/home/a/payport/Sources/Apps/OwnerPage/Page", "/home/a/payport/.build/x/share/payport/page",
      ])
    #expect(PageFiles.folders(of: "/usr/bin/payd") == ["/usr/share/payport/page"])
  }

  @Test func aWindowGoesNowhereElse() {
    let origin = "payport://owner"
    for address in ["payport://owner/", "payport://owner/#apps"] { #expect(PageFiles.isPage(address, of: origin)) }
    for address in [
      "payport://owner/views/now.js", "payport://owner.evil/", "https://evil.example/", "file:///etc/passwd",
      "about:blank", "javascript:1", "data:text/html,x", "",
    ] {
      #expect(!PageFiles.isPage(address, of: origin), "\(address)")
    }
  }

  @Test func eachStateFolderHasAWindow() throws {
    #expect(try WindowName.identifier(of: "/a", usual: "/a") == "local.payport.window")
    let other = try WindowName.identifier(of: "/b", usual: "/a")
    #expect(other.hasPrefix("local.payport.window.s") && other.utf8.count == 38)
    #expect(try other != WindowName.identifier(of: "/c", usual: "/a"))
  }

  @Test func theWindowIsSentToQuestionsOnly() {
    #expect(WindowName.isQuestion(WindowName.questions + "ord_3oBc9"))
    for wrong in [
      "", "payport://owner/", "payport://owner/#/now/", "payport://owner/#/money/ord_a", "payport://other/#/now/ord_a",
      "file:///etc/passwd", "payport://owner/#/now/ord_a/b", "payport://owner/#/now/ord%20a",
      "payport://owner/#/now/" + String(repeating: "a", count: 65),
    ] {
      #expect(!WindowName.isQuestion(wrong), "\(wrong)")
    }
  }
}
