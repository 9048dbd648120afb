// Settings of one running market: what the person set, else values that work on this machine.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Reads `.env` into process.env without overriding what is already set. What is empty there is not set. */
export function loadDotEnv(): void {
  if (!fs.existsSync(".env")) return;
  for (const line of fs.readFileSync(".env", "utf8").split(/\r?\n/)) {
    const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
    if (match?.[1] && match[2]) process.env[match[1]] ??= match[2].replace(/^(["'])(.*)\1$/, "$2");
  }
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * The one setting that lets a market have test money and keys that are made for it: given here to a market of this
 * machine for which no chain was named, unless somebody has decided it. What is started without it is a market for
 * others.
 */
export function demonstrationMode(): { DEMONSTRATION: string } {
  const { APP_URL, SOLANA_RPC_URL, DEMONSTRATION } = process.env;
  const atHome = !APP_URL || (URL.canParse(APP_URL) && LOOPBACK.has(new URL(APP_URL).hostname));
  return { DEMONSTRATION: DEMONSTRATION || String(atHome && !SOLANA_RPC_URL) };
}

/** What a command on this machine's market gets besides: the secrets that its start has made, where it has made any. */
export function settingsOfCommand(dataDirectory: string): Record<string, string> {
  const kept = (name: string) => {
    const file = path.join(dataDirectory, name);
    return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  };
  return {
    ...demonstrationMode(),
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || kept("session-secret"),
    SERVER_KEY: process.env.SERVER_KEY || kept("server-key"),
  };
}

/** Where devnet has its test dollar (lib/chain/ledger/test-token.ts). */
const TEST_TOKEN = {
  X402_MINT: "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
  X402_UNITS_PER_SOL: "150000000",
};

/** A demonstration takes the test token of its ledger beside lamports, unless somebody has named another one. */
export function demonstrationToken(): Record<string, string> {
  const { SOLANA_RPC_URL, X402_TOKEN, X402_MINT, X402_UNITS_PER_SOL } = process.env;
  const isDecided = SOLANA_RPC_URL || X402_TOKEN || X402_MINT || X402_UNITS_PER_SOL;
  return demonstrationMode().DEMONSTRATION === "true" && !isDecided ? TEST_TOKEN : {};
}

const ADDRESS_BYTES = 32;

/**
 * Between whom the deposits of a demonstration are: two keys that its start makes, beside those of the other demo
 * accounts, and that sign by themselves what the rules allow. Nothing where somebody has named parties, or where the
 * ledger is not the one that is started here.
 */
export async function demonstrationParties(dataDirectory: string): Promise<Record<string, string>> {
  const { SOLANA_RPC_URL, BOND_ARBITER_ADDRESS, BOND_COUNCIL_ADDRESS } = process.env;
  const { DEMONSTRATION } = demonstrationMode();
  if (DEMONSTRATION !== "true" || SOLANA_RPC_URL || BOND_ARBITER_ADDRESS || BOND_COUNCIL_ADDRESS) return {};
  // Packages are there by now: this file is also read before they are set up.
  const { default: bs58 } = await import("bs58");
  const addressOf = (name: string) => {
    const pem = storedSecret(path.join(dataDirectory, "demo-keys"), `${name}.pem`, newKey);
    const spki = crypto.createPublicKey(pem).export({ type: "spki", format: "der" });
    return bs58.encode(spki.subarray(-ADDRESS_BYTES));
  };
  return { BOND_ARBITER_ADDRESS: addressOf("arbiter"), BOND_COUNCIL_ADDRESS: addressOf("council") };
}

const newKey = () =>
  crypto.generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** Where the data of a market lies, and where it listens. */
export interface MarketPlace {
  dataDirectory: string;
  port: number;
  ledgerPort: number;
}

/** The variables every process of the market gets. */
export async function marketEnvironment({
  dataDirectory,
  port,
  ledgerPort,
  databaseUrl,
}: MarketPlace & { databaseUrl: string }): Promise<Record<string, string> & { APP_URL: string }> {
  const url = process.env.APP_URL || `http://127.0.0.1:${port}`;
  return {
    ...demonstrationMode(),
    ...(await demonstrationParties(dataDirectory)),
    ...demonstrationToken(),
    DATABASE_URL: databaseUrl,
    DATA_DIRECTORY: path.resolve(dataDirectory),
    APP_URL: url,
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || storedSecret(dataDirectory, "session-secret"),
    SERVER_KEY: process.env.SERVER_KEY || storedSecret(dataDirectory, "server-key"),
    // Nothing sends requests elsewhere meanwhile.
    STOP_DELAY_SECONDS: process.env.STOP_DELAY_SECONDS || "0",
    HOST: process.env.HOST || "127.0.0.1",
    PORT: String(port),
    SOLANA_RPC_URL: process.env.SOLANA_RPC_URL || `http://127.0.0.1:${ledgerPort}`,
    LEDGER_PORT: String(ledgerPort),
    LEDGER_DIR: path.resolve(dataDirectory, "ledger"),
    BLOB_STORE: process.env.BLOB_STORE || `file:${path.resolve(dataDirectory, "blobs")}`,
  };
}

/**
 * Sessions and agents' secrets must survive a restart, so each secret of a local market is made once and kept beside
 * its data: whole or not at all, for an empty file, as a full disk leaves, would be read at every later start.
 */
export function storedSecret(
  dataDirectory: string,
  name: string,
  make = () => crypto.randomBytes(32).toString("hex"),
): string {
  const file = path.join(dataDirectory, name);
  fs.mkdirSync(dataDirectory, { recursive: true });
  const kept = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
  if (kept) return kept;
  const secret = make();
  const draft = `${file}.draft`;
  fs.writeFileSync(draft, secret, { mode: 0o600, flush: true });
  fs.renameSync(draft, file);
  return secret;
}
