"""Addresses of the mock network of this project's wallets, that belong to nobody."""

MASK = (1 << 64) - 1
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def _digest(text, count):
    """FNV-1a with the finishing steps of SplitMix64, five bits a letter."""
    state = 0xCBF29CE484222325
    for byte in text.encode():
        state = (state ^ byte) * 0x100000001B3 & MASK
    letters = ""
    while len(letters) < count:
        state = state + 0x9E3779B97F4A7C15 & MASK
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
        word ^= word >> 31
        for _ in range(12):
            letters += LETTERS[word & 31]
            word >>= 5
    return letters[:count]


def example(currency, number, network="mock"):
    prefix = f"{network}{currency.lower()}1"
    payload = prefix + _digest(f"{prefix}example {number}", 26)
    return payload + _digest("checksum " + payload, 6)
