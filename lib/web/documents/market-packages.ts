import fs from "node:fs";
import path from "node:path";
import { sha256Hex } from "@/lib/kernel/digest";

/** What npm installs from this market: the command, and the typed client. `scripts/build-packages.ts` makes them. */
export const NPM_PACKAGES = ["emporion.tgz", "emporion-client.tgz"] as const;
/** What pip installs from it: the client in Python. */
export const WHEEL = "emporion.whl";
export const MARKET_PACKAGES = [...NPM_PACKAGES, WHEEL] as const;
export type MarketPackageName = (typeof MARKET_PACKAGES)[number];

export interface MarketPackage {
  bytes: Uint8Array<ArrayBuffer>;
  /** 64 lower-case hexadecimal digits. */
  sha256: string;
}

const kept = new Map<MarketPackageName, MarketPackage>();

/** A package as this process serves it until it ends; null where none was built. */
export function findMarketPackage(name: MarketPackageName): MarketPackage | null {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "dist/packages", name);
  if (!fs.existsSync(file)) return null;
  const bytes = Uint8Array.from(fs.readFileSync(file));
  const found = { bytes, sha256: sha256Hex(bytes) };
  kept.set(name, found);
  return found;
}
