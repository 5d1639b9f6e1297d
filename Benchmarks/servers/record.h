/* ChaCha20-Poly1305 records for the sealed echo. Each direction has an EVP context whose key is set once; each message
 * only changes the nonce. The nonce has the form of Noise: 32 zero bits, followed by the 64-bit little-endian counter of
 * the connection. */
#ifndef PAYPORT_BENCHMARK_RECORD_H
#define PAYPORT_BENCHMARK_RECORD_H

#include <stddef.h>
#include <stdint.h>

enum { RECORD_TAG_LENGTH = 16 };

struct record_keys;

/* Both directions use the same fixed key, because the benchmark measures work and has no secrets. */
struct record_keys *record_keys_create(void);

/* Opens a record in place. Returns the length of the plaintext, or -1 if the tag is wrong. */
int record_open(struct record_keys *keys, uint64_t counter, unsigned char *bytes, size_t length);

/* Seals a record in place and writes the tag after the plaintext. Returns the sealed length, or -1. */
int record_seal(struct record_keys *keys, uint64_t counter, unsigned char *bytes, size_t length);

#endif
