// Chooses the provider that offers the service, and checks it against what is known of it.

import { base64url } from "../crypto/bytes.js";
import { NoProvider, ProviderChoice, WrongKey, WrongVersion } from "../errors/errors.js";
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

export function findProvider(wanted: Wanted, pins: Pins): DiscoveryFile {
  const found = wanted.name === undefined ? onlyProvider(wanted) : namedProvider(wanted, wanted.name);
  const { lowest, highest } = found.versions;
  if (found.services[0] === wanted.service && !commonVersion(found.versions, wanted.versions)) {
    throw new WrongVersion("no_common_version",
      `The provider ${found.name} speaks the versions ${lowest} to ${highest}, and the app ${wanted.versions.lowest} to `
      + `${wanted.versions.highest}.`);
  }
  const pin = pins.read(found.name);
  if (pin && pin.providerId !== base64url(found.providerId)) throw new WrongKey(found.name);
  if (pin && highest < pin.highestVersion) {
    throw new WrongVersion("downgrade",
      `The provider ${found.name} offered version ${pin.highestVersion} before, and now offers only ${highest}.`);
  }
  return found;
}

function namedProvider(wanted: Wanted, name: string): DiscoveryFile {
  if (!providerNames(wanted.runtime).includes(name)) throw new NoProvider(`The provider ${JSON.stringify(name)} is not running.`);
  const found = parseDiscoveryFile(readProviderFile(wanted.runtime, name), name);
  if (found.services.includes(wanted.service)) return found;
  throw new ProviderChoice("wrong_service",
    wanted.service === "payments" ? `${name} is not a wallet.` : `${name} does not offer ${wanted.service}.`, []);
}

function onlyProvider(wanted: Wanted): DiscoveryFile {
  const usable: DiscoveryFile[] = [];
  for (const name of providerNames(wanted.runtime)) {
    try {
      const file = parseDiscoveryFile(readProviderFile(wanted.runtime, name), name);
      if (file.services.includes(wanted.service)) usable.push(file);
    } catch (error) {
      // Without a choice of the user, a file that cannot be trusted may be that of the user's wallet, and no other one is taken.
      if (!(error instanceof NoProvider)) throw error;
    }
  }
  const running = usable.length > 1 ? usable.filter((file) => file.onDemand || isRunning(file.pid)) : usable;
  if (running.length > 1) {
    throw new ProviderChoice("several_providers", "Several providers are running.", running.map((file) => file.name));
  }
  return running[0] ?? none();
}

function none(): never {
  throw new NoProvider();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
