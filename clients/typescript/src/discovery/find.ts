// Chooses the provider that offers the service, and checks it against what is known of it.

import { base64url } from "../crypto/bytes.js";
import { NoProvider, PayportError, ProviderChoice, WrongKey, WrongVersion } from "../errors/errors.js";
import type { Pins } from "../store/pins.js";
import { commonVersion, parseDiscoveryFile, type DiscoveryFile, type VersionRange } from "./file.js";
import { providerNames, readProviderFile } from "./folder.js";

export interface Wanted {
  runtime: string;
  /** The name that the app's user chose; without it, the only provider of the service. */
  name: string | undefined;
  service: string;
  versions: VersionRange;
}

/** The daemons of one provider: they have one identity and share one ledger, and each has a file of its own (2.8). */
export interface Daemons {
  /** In the order in which they should be tried; there is at least one. */
  files: DiscoveryFile[];
  /** Why other files that would belong to the provider cannot be used. */
  refused: PayportError[];
}

export function findProvider(wanted: Wanted, pins: Pins): DiscoveryFile {
  const file = findDaemons(wanted, pins).files[0]!;
  checkVersions(file, wanted, pins);
  return file;
}

/** The versions of one daemon say nothing about the others, which may be newer. */
export function checkVersions(file: DiscoveryFile, wanted: Wanted, pins: Pins): void {
  const { lowest, highest } = file.versions;
  if (file.services[0] === wanted.service && !commonVersion(file.versions, wanted.versions)) {
    throw new WrongVersion("no_common_version",
      `The provider ${file.name} speaks the versions ${lowest} to ${highest}, and the app ${wanted.versions.lowest} to `
      + `${wanted.versions.highest}.`);
  }
  const pin = pins.read(file.name);
  if (pin && highest < pin.highestVersion) {
    throw new WrongVersion("downgrade",
      `The provider ${file.name} offered version ${pin.highestVersion} before, and now offers only ${highest}.`);
  }
}

/** All daemons of the provider. `last` is the daemon that the app was connected to, whose key it never leaves by itself. */
export function findDaemons(wanted: Wanted, pins: Pins, last?: string): Daemons {
  const met = last === undefined ? undefined : pins.read(last)?.providerId;
  // The key is gone if the user has said that the wallet was set up anew.
  const name = wanted.name ?? (met === undefined ? undefined : last);
  const found = readAll(wanted.runtime);
  return name === undefined ? onlyProvider(found, wanted, pins) : namedProvider(found, wanted, pins, name, met);
}

type Found = Map<string, DiscoveryFile | PayportError>;

function readAll(runtime: string): Found {
  const found: Found = new Map();
  for (const name of providerNames(runtime)) {
    try {
      found.set(name, parseDiscoveryFile(readProviderFile(runtime, name), name));
    } catch (error) {
      if (!(error instanceof PayportError)) throw error;
      // It was removed after the folder was read.
      if (!(error instanceof NoProvider)) found.set(name, error);
    }
  }
  return found;
}

/** The files of other providers do not matter here, and may be damaged. */
function namedProvider(found: Found, wanted: Wanted, pins: Pins, name: string, met: string | undefined): Daemons {
  const own = found.get(name), refused: PayportError[] = [];
  if (own instanceof PayportError) refused.push(own);
  else if (own && !own.services.includes(wanted.service)) {
    refused.push(new ProviderChoice("wrong_service",
      wanted.service === "payments" ? `${name} is not a wallet.` : `${name} does not offer ${wanted.service}.`, []));
  }
  const identity = met ?? pins.read(name)?.providerId
    ?? (own && !(own instanceof PayportError) ? base64url(own.providerId) : undefined);
  if (identity === undefined) throw refused[0] ?? new NoProvider(notRunning(name, offering(found, wanted).filter(counts)));
  return daemonsOf(identity, offering(found, wanted), refused, pins, name);
}

function onlyProvider(found: Found, wanted: Wanted, pins: Pins): Daemons {
  for (const file of found.values()) {
    // Without a choice of the user, a file that cannot be trusted may be that of the user's wallet, and no other one is taken.
    if (file instanceof PayportError) throw file;
  }
  const usable = offering(found, wanted);
  const running = usable.length > 1 ? usable.filter(counts) : usable;
  const identities = new Set(running.map((file) => identityOf(file, pins)));
  if (identities.size > 1) {
    throw new ProviderChoice("several_providers", "Several providers are running.", running.map((file) => file.name));
  }
  for (const identity of identities) return daemonsOf(identity, usable, [], pins, undefined);
  throw new NoProvider();
}

function daemonsOf(
  identity: string, usable: DiscoveryFile[], refused: PayportError[], pins: Pins, chosen: string | undefined,
): Daemons {
  const files: DiscoveryFile[] = [];
  for (const file of usable) {
    const stands = identityOf(file, pins);
    if (file.name !== chosen && stands !== identity) continue;
    if (stands === identity && base64url(file.providerId) === identity) files.push(file);
    else refused.push(new WrongKey(file.name));
  }
  if (files.length === 0) {
    throw refused[0] ?? new NoProvider(chosen === undefined ? undefined : `The provider ${JSON.stringify(chosen)} is not running.`);
  }
  const rank = (file: DiscoveryFile): number => file.name === chosen ? 0 : counts(file) ? 1 : 2;
  return { files: files.sort((a, b) => rank(a) - rank(b)), refused };
}

/** None has this name; those that run have others. */
function notRunning(name: string, running: DiscoveryFile[]): string {
  const others = running.map((file) => file.name).sort().join(", ");
  return `The provider ${JSON.stringify(name)} is not running${others === "" ? "" : `, but these are: ${others}`}.`;
}

/** What a file stands for: the key that is pinned under its name, or the one that it claims at the first contact. */
function identityOf(file: DiscoveryFile, pins: Pins): string {
  return pins.read(file.name)?.providerId ?? base64url(file.providerId);
}

function offering(found: Found, wanted: Wanted): DiscoveryFile[] {
  return [...found.values()].filter((file): file is DiscoveryFile =>
    !(file instanceof PayportError) && file.services.includes(wanted.service));
}

function counts(file: DiscoveryFile): boolean {
  return file.onDemand || isRunning(file.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
