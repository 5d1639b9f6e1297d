/// The literal examples of the proposal on which the catalogue is based.
enum Proposal {
  static let services = """
    spec: Services
    versions: 1
    services:
      - spec: payments # this name should be reserved and managed as specification name
        versions: 1-2 # single supported version or version range that service provider can accommodate
        folder: payments
        status: enabled # optional, could be also "experimental", "disabled"
        countries: [!CHN] # optional, but may be required at some point to disable the service in some countries, to avoid removal from these countries App store.

    """

  static let definition = """
    spec: payments # optional, should match services.yml file
    versions: 1-2 # optional, should match services.yml file
    status: enabled # optional, should match services.yml file
    countries: [!CHN] # optional, should match services.yml file
    requests: # request templates
      - spec: invoice_request # spec contains standardized template name that defines file schema
        versions: 1-3 # optional, to allow independently version specific templates and endpoints
        file: invoice_request.yml # app-defined name for template
        folder: invoice_requests # folder where consumer app would submit invoices
      - spec: payment_order
        file: payment_order.yml
        folder: payment_orders
      - spec: proof_request # e.g. to validate asset ownership without making the payment
        file: proof_request.yml
        folder: proof_requests
      - spec: statement_request
        file: statement_request.yml
        folder: statement_requests
    endpoints:
      - spec: connect_app
        file: connect_app.yml #Â some XPC request in the context of that file could perform the initial handshake to agree app signature, and optionally, encryption keys, and to provide folder for the consumer app to submit requests

    """

  static let invoiceTemplate = """
    spec: invoice_request
    version: 1-3 # this could be the syntax for allowed numbers range, the consumer app should submit a specific number
    currency: # this could be the syntax to define a single XPC service call to this template to obtain the list of currencies addresses
      spec: list_currencies
    address: 
      - spec: addresses_for_currency # XPC service call to list existing receiving addresses and their purposes for a given currency
      - spec: new_address_for_currency # XPC call to create a new receive address
    amount:
      spec: get_amount_range_for_currency
    # or
    # amount: 0-100
    file_endpoint: # supported requests is to be made in the context of the created request file, not in the context of the template
      - spec: get_invoice_request_status

    """

  static let invoice = """
    spec: invoice_request
    version: 2
    currency: XMR
    # address: asfeahsd
    amount: 0.5

    """

  static let order = """
    spec: payment_order
    version: 2
    currency: XMR
    address: asfeahsd
    # maybe there should also be some field for the source of funds
    amount: 0.5

    """
}
