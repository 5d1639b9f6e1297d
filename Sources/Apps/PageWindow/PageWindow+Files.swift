import CWebKitGTK
import OwnerPage

extension PageWindow {
  /// Registers the scheme by which the page gets its files from this process.
  func serveFiles(in context: OpaquePointer?) {
    let requested: WebKitURISchemeRequestCallback = { request, data in
      PageWindow.from(data)?.serve(request)
    }
    webkit_web_context_register_uri_scheme(context, "payport", requested, asData, nil)
    let security = webkit_web_context_get_security_manager(context)
    webkit_security_manager_register_uri_scheme_as_secure(security, "payport")
    // Modules are fetched in the way of other origins, although there is one only.
    webkit_security_manager_register_uri_scheme_as_cors_enabled(security, "payport")
  }

  private func serve(_ request: OpaquePointer?) {
    let uri = webkit_uri_scheme_request_get_uri(request).map { String(cString: $0) } ?? ""
    guard let file = files.file(at: uri, of: Self.origin) else {
      let error = cwebkitgtk_error("there is no such file")
      webkit_uri_scheme_request_finish_error(request, error)
      return g_error_free(error)
    }
    // The files outlast the process of the page, but a copy needs no promise.
    let bytes = file.bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    let stream = g_memory_input_stream_new_from_bytes(bytes)
    g_bytes_unref(bytes)
    let response = webkit_uri_scheme_response_new(stream, gint64(file.bytes.count))
    let type = file.type.utf8.prefix { $0 != UInt8(ascii: ";") }
    webkit_uri_scheme_response_set_content_type(response, String(decoding: type, as: UTF8.self))
    let fields = soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE)
    // For style sheets the library looks here and not at the type of the response.
    soup_message_headers_append(fields, "Content-Type", file.type)
    soup_message_headers_append(fields, "Content-Security-Policy", PageFiles.contentPolicy)
    soup_message_headers_append(fields, "X-Content-Type-Options", "nosniff")
    webkit_uri_scheme_response_set_http_headers(response, fields)
    webkit_uri_scheme_request_finish_with_response(request, response)
    g_object_unref(UnsafeMutableRawPointer(response))
    g_object_unref(stream)
  }
}
