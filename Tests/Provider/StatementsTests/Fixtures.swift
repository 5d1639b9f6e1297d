import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Statements

/// The clocks of Berlin around their two changes in 2026, without files.
struct Berlin2026: StatementZone {
  var name: String { "Europe/Berlin" }

  func secondsFromUTC(at moment: Timestamp) -> Int64 {
    // The range is from 2026-03-29T01:00Z to 2026-10-25T01:00Z.
    (1_774_746_000_000..<1_792_890_000_000).contains(moment.milliseconds) ? 7200 : 3600
  }

  func day(at moment: Timestamp) -> CivilDay {
    CivilDay(number: (moment.milliseconds / 1000 + secondsFromUTC(at: moment)) / 86_400)
  }

  func start(of day: CivilDay) -> Timestamp {
    let winter = Timestamp(milliseconds: day.number * 86_400_000 - 3_600_000)
    let summer = Timestamp(milliseconds: day.number * 86_400_000 - 7_200_000)
    return self.day(at: summer) == day ? summer : winter
  }
}

let owner = ProviderInfo(
  providerID: "vQMf7508iiA8VsxxSIQiBz7zNuoIPwAXuuNpvt7mORU", name: "wallet", software: "payd/0.9.0")
let chat = StatementApp(name: "SimpleX Chat", key: "FPJ6muyal0rh_8Rxorc3nVz_HNB7iS0rKXG-677hZUs")

func moment(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(milliseconds: 0) }

func booking(
  _ kind: Booking.Kind, _ units: UInt128, fee: UInt128 = 0, at: String, currency: String = "LTC", decimals: Int = 8
) -> Booking {
  Booking(
    app: AppKey(rawValue: chat.key), currency: currency, decimals: decimals, at: moment(at), kind: kind,
    objectID: kind == .paid ? "ord_a" : "inv_a", transactionID: "f00d", amount: Amount(atomicUnits: units),
    fee: Amount(atomicUnits: fee))
}

/// Returns a statement of March 2026, or another period, of bookings in the order of time.
func statement(
  _ bookings: [Booking], from: String = "2026-03-01", to: String = "2026-04-01", shown: String? = nil,
  purpose: PaymentPurpose = PaymentPurpose(), address: String? = nil, payee: String? = nil
) throws -> StatementDocument {
  let zone = Berlin2026()
  let bounds = [from, to].compactMap { StatementBound($0) }
  guard bounds.count == 2, let period = StatementPeriod(from: bounds[0], to: bounds[1], in: zone) else {
    throw AmountError.malformed
  }
  var builder = StatementBuilder(
    period: period, zone: zone, currencies: [StatementCurrency(code: "LTC", decimals: 8, network: "regtest")],
    shown: shown)
  for booking in bookings where booking.at < period.to {
    if booking.at < period.from {
      try builder.addEarlier(booking)
    } else {
      try builder.add(
        booking, for: purpose, app: nil, address: address, payee: booking.kind == .received ? nil : payee)
    }
  }
  return builder.document(provider: owner, app: chat, at: moment("2026-04-01T08:12:33.120Z"))
}
