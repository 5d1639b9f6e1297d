import CWebKitGTK
import OwnerPage

/// What the page may not do, whatever is in it.
extension PageWindow {
  /// Takes the network away: whatever the policy of the page would let through ends at a proxy that is not there.
  func cutOff(_ session: OpaquePointer?) {
    let nowhere = webkit_network_proxy_settings_new("http://127.0.0.1:1", nil)
    webkit_network_session_set_proxy_settings(session, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, nowhere)
    webkit_network_proxy_settings_free(nowhere)
    let started: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, download, _ in
      webkit_download_cancel(download)
    }
    connect(UnsafeMutableRawPointer(session), "download-started", unsafeBitCast(started, to: GCallback.self))
  }

  /// Refuses all that leads away from the page or to the machine.
  func confine(_ view: UnsafeMutableRawPointer) {
    let decide:
      @convention(c) (gpointer?, UnsafeMutablePointer<WebKitPolicyDecision>?, WebKitPolicyDecisionType, gpointer?) ->
        gboolean = {
          _, decision, kind, _ in
          PageWindow.decide(decision, kind)
          return 1
        }
    connect(view, "decide-policy", unsafeBitCast(decide, to: GCallback.self))
    let nothing: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gpointer? = { _, _, _ in nil }
    connect(view, "create", unsafeBitCast(nothing, to: GCallback.self))
    let deny: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> gboolean = { _, request, _ in
      webkit_permission_request_deny(request)
      return 1
    }
    connect(view, "permission-request", unsafeBitCast(deny, to: GCallback.self))
    // Its entries lead to other pages, or to files of this user.
    let menu: @convention(c) (gpointer?, OpaquePointer?, OpaquePointer?, gpointer?) -> gboolean = { _, menu, hit, _ in
      webkit_hit_test_result_context_is_editable(hit) == 0 ? 1 : 0
    }
    connect(view, "context-menu", unsafeBitCast(menu, to: GCallback.self))
    let ended: @convention(c) (gpointer?, WebKitWebProcessTerminationReason, gpointer?) -> Void = { view, _, _ in
      webkit_web_view_load_uri(view.map { cwebkitgtk_web_view($0) } ?? nil, PageWindow.origin + "/")
    }
    connect(view, "web-process-terminated", unsafeBitCast(ended, to: GCallback.self))
    let loading: @convention(c) (gpointer?, WebKitLoadEvent, gpointer?) -> Void = { _, event, data in
      if event == WEBKIT_LOAD_COMMITTED { PageWindow.from(data)?.begin() }
    }
    connect(view, "load-changed", unsafeBitCast(loading, to: GCallback.self))
  }

  private static func decide(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>?, _ kind: WebKitPolicyDecisionType)
  {
    let details = decision.map { OpaquePointer($0) }
    var isFine = false
    if kind == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION {
      let action = webkit_navigation_policy_decision_get_navigation_action(details)
      let uri = webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)).map { String(cString: $0) }
      isFine = PageFiles.isPage(uri ?? "", of: origin)
    } else if kind == WEBKIT_POLICY_DECISION_TYPE_RESPONSE {
      isFine = webkit_response_policy_decision_is_mime_type_supported(details) != 0
    }
    if isFine { webkit_policy_decision_use(decision) } else { webkit_policy_decision_ignore(decision) }
  }
}
