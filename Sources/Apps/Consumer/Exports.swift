// An app imports only `Consumer`, so the modules whose types appear in its API are exported too.
@_exported public import Catalogue
@_exported public import Documents
@_exported public import Files
@_exported public import JSON
@_exported public import JSONRPC
@_exported public import KeyStorage
@_exported public import Links
@_exported public import MessagingAPI
@_exported public import PaymentsAPI
@_exported public import PaymentsModel
@_exported public import RPCRuntime
@_exported public import SecureSession
@_exported public import StrictYAML
