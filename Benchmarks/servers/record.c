#include "record.h"

#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

struct record_keys {
  EVP_CIPHER_CTX *opening;
  EVP_CIPHER_CTX *sealing;
};

static void write_nonce(unsigned char nonce[12], uint64_t counter) {
  memset(nonce, 0, 4);
  for (int i = 0; i < 8; i++) nonce[4 + i] = (unsigned char)(counter >> (8 * i));
}

struct record_keys *record_keys_create(void) {
  unsigned char key[32];
  for (int i = 0; i < 32; i++) key[i] = (unsigned char)i;
  struct record_keys *keys = calloc(1, sizeof *keys);
  if (keys == NULL) return NULL;
  keys->opening = EVP_CIPHER_CTX_new();
  keys->sealing = EVP_CIPHER_CTX_new();
  if (keys->opening == NULL || keys->sealing == NULL ||
      EVP_DecryptInit_ex(keys->opening, EVP_chacha20_poly1305(), NULL, key, NULL) != 1 ||
      EVP_EncryptInit_ex(keys->sealing, EVP_chacha20_poly1305(), NULL, key, NULL) != 1)
    return NULL;
  return keys;
}

int record_open(struct record_keys *keys, uint64_t counter, unsigned char *bytes, size_t length) {
  unsigned char nonce[12];
  int written = 0, rest = 0;
  if (length < RECORD_TAG_LENGTH) return -1;
  int text = (int)(length - RECORD_TAG_LENGTH);
  write_nonce(nonce, counter);
  if (EVP_DecryptInit_ex(keys->opening, NULL, NULL, NULL, nonce) != 1 ||
      EVP_CIPHER_CTX_ctrl(keys->opening, EVP_CTRL_AEAD_SET_TAG, RECORD_TAG_LENGTH, bytes + text) != 1 ||
      EVP_DecryptUpdate(keys->opening, bytes, &written, bytes, text) != 1 ||
      EVP_DecryptFinal_ex(keys->opening, bytes + written, &rest) != 1)
    return -1;
  return written + rest;
}

int record_seal(struct record_keys *keys, uint64_t counter, unsigned char *bytes, size_t length) {
  unsigned char nonce[12];
  int written = 0, rest = 0;
  write_nonce(nonce, counter);
  if (EVP_EncryptInit_ex(keys->sealing, NULL, NULL, NULL, nonce) != 1 ||
      EVP_EncryptUpdate(keys->sealing, bytes, &written, bytes, (int)length) != 1 ||
      EVP_EncryptFinal_ex(keys->sealing, bytes + written, &rest) != 1 ||
      EVP_CIPHER_CTX_ctrl(keys->sealing, EVP_CTRL_AEAD_GET_TAG, RECORD_TAG_LENGTH, bytes + length) != 1)
    return -1;
  return (int)length + RECORD_TAG_LENGTH;
}
