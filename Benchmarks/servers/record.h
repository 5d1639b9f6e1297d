/* ChaCha20-Poly1305 records for the sealed echo: one EVP context per direction, its key set once; per message only the
 * nonce changes. The nonce is Noise's: 32 zero bits, then the 64-bit little-endian counter of the connection. */
#ifndef PAYPORT_BENCHMARK_RECORD_H
#define PAYPORT_BENCHMARK_RECORD_H

#include <stddef.h>
#include <stdint.h>

enum { RECORD_TAG_LENGTH = 16 };

struct record_keys;

/* The same fixed key for both directions: the benchmark measures work, it keeps no secret. */
struct record_keys *record_keys_create(void);

/* Opens in place; returns the plaintext's length, or -1 when the tag is wrong. */
int record_open(struct record_keys *keys, uint64_t counter, unsigned char *bytes, size_t length);

/* Seals in place, the tag goes behind the plaintext; returns the sealed length, or -1. */
int record_seal(struct record_keys *keys, uint64_t counter, unsigned char *bytes, size_t length);

#endif
