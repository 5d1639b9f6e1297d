/// A price list to begin with. It is right as it stands, and every member that there can be is in it or explained.
package enum TillExample {
  /// The text of the file.
  package static let text = """
    # What a shop sells, and at which prices. Change it, and look whether it is right: paychat till --check FILE
    shop: Corner Coffee
    # The currencies of your wallet in which customers can pay.
    pay_with: [LTC, XMR]
    # What is sold: the word that customers tap, the name, and one price or a list of prices. Decimals have a point.
    items:
      - {word: coffee, name: Coffee, price: [0.02 LTC, 0.01 XMR]}
      - {word: cake, name: Cheesecake, price: 0.05 LTC}

    # Prices in other currencies, such as 3.50 EUR, need a rate: a file or a program of yours that says what one coin is
    # worth, and since when, in one line such as 80 2026-11-23T13:35:00Z. Nothing is sold at an older rate than max_age.
    # rates:
    #   - {coin: LTC, currency: EUR, file: /home/me/ltc-eur, max_age: 10m, round: up, places: 4}

    # How long a customer has to pay, from 60s to 1d.
    lifetime: 30m
    # In which time zone customers read times. Without it, in that of this machine.
    # time_zone: Europe/Berlin
    # How many confirmations the network must give. Without it, as many as your wallet wants.
    # confirmations: 1
    # With excess, customers can ask back what was too much, too late or not enough; with all, also what they paid for
    # something that was sold.
    refunds: excess
    # How much one customer, and all of them together, can order without paying.
    # limits: {open_per_customer: 3, open: 100, replies_per_minute: 20, unpaid: 150}

    """
}
