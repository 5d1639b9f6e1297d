/// What who pays has to be able to do (BOLT 9). An even bit is required, an odd one is optional.
enum InvoiceFeatures {
  /// The required features that a node that pays may be expected to have: those that BOLT 9 has in invoices, and those
  /// that it takes for granted everywhere.
  private static let known: Set = [
    0,  // option_data_loss_protect
    8,  // var_onion_optin
    14,  // payment_secret
    16,  // basic_mpp
    24,  // option_route_blinding
    36,  // option_attribution_data
    44,  // option_channel_type
    48,  // option_payment_metadata
  ]

  /// Refuses features that are required and not known.
  static func check(_ field: ArraySlice<UInt8>) throws(LightningInvoiceError) {
    guard field.first != 0 else { throw .leadingZeros }
    for (place, word) in field.reversed().enumerated() {
      for bit in 0..<5 where word >> UInt8(bit) & 1 == 1 {
        let number = place * 5 + bit
        guard number % 2 == 1 || known.contains(number) else { throw .unknownRequiredFeature(number) }
      }
    }
  }
}
