import fs from "node:fs";
import path from "node:path";
import { loadPlatformKey, type PlatformKey } from "@/lib/log/attestation/platform-key";
import { env } from "@/lib/platform/config/env";

const fileOf = (name: string): string => path.join(env().DATA_DIRECTORY, "demo-keys", `${name}.pem`);

/** A key that this installation makes for its demonstration and keeps, readable by its owner only. */
export const demoKey = (name: string): PlatformKey => loadPlatformKey({ file: fileOf(name) });

/** The same where it was made; null elsewhere, as on a machine that only has a worker. */
export const findDemoKey = (name: string): PlatformKey | null =>
  fs.existsSync(fileOf(name)) ? demoKey(name) : null;
