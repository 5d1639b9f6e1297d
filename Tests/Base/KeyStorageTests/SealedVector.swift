/// A sealed key file that another implementation made.
enum SealedVector {
  static let passphrase = "Straße 7 – battery"
  static let file = """
    {
      "v": 2,
      "ed25519_public": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
      "sealed": {
        "v": 1,
        "derivation": "scrypt",
        "n": 16384,
        "r": 8,
        "p": 1,
        "cipher": "chacha20-poly1305",
        "salt": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8",
        "seed": "jOQRedTBkOsdv2S2QdYfFvNxSrt7kcDKs--ZSbd6j9q8aYoe9RkRTgMUYTN1qOhq",
        "checksum": "lsCh1pXOelI1-T6foNcvy-kqRRIv2MyCjlFZj3XfYK8"
      }
    }
    """
}
