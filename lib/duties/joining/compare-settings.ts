import { database } from "@/lib/db/client";
import {
  insertFingerprints,
  readFingerprints,
  upsertFingerprint,
} from "@/lib/duties/joining/settings-repository";
import { createHash, scryptSync } from "node:crypto";
import { env } from "@/lib/platform/config/env";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";

/**
 * Names the settings of this process that differ from those of its market. What nobody has settled yet is settled by
 * the first who comes.
 */
export async function findDifferingSettings(): Promise<string[]> {
  const mine = sharedSettings();
  await insertFingerprints(database(), mine);
  return differing(mine);
}

/** Makes the settings of this process those of the market; returns the names of the ones that changed. */
export async function acceptSettings(): Promise<string[]> {
  const mine = sharedSettings();
  const changed = await differing(mine);
  for (const setting of mine) await upsertFingerprint(database(), setting);
  return changed;
}

async function differing(mine: ReturnType<typeof sharedSettings>): Promise<string[]> {
  const settled = await readFingerprints(database());
  return mine.filter(({ name, fingerprint }) => settled.get(name) !== fingerprint).map(({ name }) => name);
}

const FINGERPRINT_BYTES = 16;

const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|$)/;

/** What of a setting may be kept in the database: enough to see that it differs, and not to guess it. */
interface SettingFingerprint {
  name: string;
  fingerprint: string;
}

/**
 * The settings that all processes of a market must have in common, as fingerprints. A port of one's own machine is
 * none of them, and neither is the path of a node, where providers put the key of their customer.
 */
function sharedSettings(): SettingFingerprint[] {
  const settings = env();
  const { config, token } = currentSettlement();
  const shared: Record<string, unknown> = {
    APP_URL: LOOPBACK.test(settings.APP_URL) ? "this machine" : settings.APP_URL,
    SOLANA_RPC_URL: settings.localLedger ? "local ledger" : new URL(settings.SOLANA_RPC_URL).origin,
    TREASURY_ADDRESS: config.treasuryAddress,
    FEE_BASIS_POINTS: settings.FEE_BASIS_POINTS,
    X402_TOKEN: settings.X402_TOKEN,
    X402_MINT: settings.X402_MINT,
    X402_UNITS_PER_SOL: settings.X402_UNITS_PER_SOL,
    X402_FEE_PAYER_KEY: token?.feePayer.keyId,
    BOND_LAMPORTS: settings.BOND_LAMPORTS,
    BOND_ARBITER_ADDRESS: settings.BOND_ARBITER_ADDRESS,
    BOND_COUNCIL_ADDRESS: settings.BOND_COUNCIL_ADDRESS,
  };
  const { SERVER_KEY, NEXTAUTH_SECRET } = settings;
  // A process of a demonstration that makes no sessions may have no secret for them.
  const secrets = Object.entries({ SERVER_KEY, NEXTAUTH_SECRET }).filter(
    ([, secret]) => secret !== undefined,
  );
  return [
    ...secrets.map(([name, secret = ""]) => ({ name, fingerprint: slowFingerprint(name, secret) })),
    ...Object.entries(shared).map(([name, value]) => ({
      name,
      fingerprint: fingerprint(value?.toString() ?? ""),
    })),
  ];
}

const fingerprint = (value: string) =>
  createHash("sha256")
    .update(value)
    .digest("hex")
    .slice(0, 2 * FINGERPRINT_BYTES);

/** Dear to compute (scrypt, RFC 7914), so that who reads the database cannot try many secrets against it. */
const slowFingerprint = (name: string, secret: string) =>
  scryptSync(secret, `emporion setting ${name}`, FINGERPRINT_BYTES).toString("hex");
