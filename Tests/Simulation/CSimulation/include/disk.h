#ifndef PAYPORT_SIMULATION_DISK_H
#define PAYPORT_SIMULATION_DISK_H

#include <stdint.h>

/* What goes wrong on a disk. A number that is negative stands for never. */
struct simulation_disk_faults {
  /* How many bytes files can still grow. */
  int64_t room;
  /* How many writes, syncs and reads still work before one fails. */
  int64_t writes_until_error, syncs_until_error, reads_until_error;
  /* A sync says that it is done, and nothing has become durable. */
  int lies;
};

/* Makes a folder, given by its absolute path, a disk. What is in it is durable. Returns the number of the disk. */
int simulation_disk(const char *root);

/* The faults of a disk, which can be changed. */
struct simulation_disk_faults *simulation_disk_faults(int disk);

int64_t simulation_disk_writes(int disk);
int64_t simulation_disk_syncs(int disk);

/* From now on files are opened by this process. */
void simulation_set_process(int process);

/* The process has ended: its descriptors are closed, and lead nowhere for objects that still have them. */
void simulation_kill(int process);

/* What is durable stays, and of everything else a part that follows from the seed. The processes are killed first. */
void simulation_power_cut(int disk, uint64_t seed);

/* Inverts a bit of what a file has, both on the disk and for whoever reads it. Returns 0, or -1 if there is no such file. */
int simulation_rot(const char *path, int64_t bit);

#endif
