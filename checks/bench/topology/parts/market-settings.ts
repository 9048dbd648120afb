import fs from "node:fs";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { Keypair } from "@solana/web3.js";

/** The lines `NAME=value` of a file that systemd reads; a value may stand between single quotes. */
export function readEnv(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const [, name, value = ""] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) settings[name] = value.replace(/^'(.*)'$/, "$1");
  }
  return settings;
}

/**
 * A file of `deploy/`, with what this run uses in place of the addresses, paths and secrets of the example. Longer
 * examples go first, and what was put in is not looked at again. Throws for an example that the file does not have: the
 * recipe and the run have grown apart.
 */
export function fillRecipe(file: string, examples: Readonly<Record<string, string>>): string {
  const recipe = fs.readFileSync(`deploy/${file}`, "utf8");
  const longestFirst = Object.keys(examples).toSorted((a, b) => b.length - a.length);
  const unused = new Set(longestFirst);
  const pattern = new RegExp(longestFirst.map(escape).join("|"), "g");
  const filled = recipe.replaceAll(pattern, (text) => {
    unused.delete(text);
    return examples[text] ?? "";
  });
  if (unused.size > 0) throw new Error(`deploy/${file} does not have: ${[...unused].join(" | ")}`);
  return filled;
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

export interface Addresses {
  publicUrl: string;
  runnerUrl: string;
  storeUrl: string;
  ledgerUrl: string;
  /** Of the pooler, and the password that it asks for. */
  pooler: { port: number; password: string };
  /** Of each database, without the pooler between. */
  replicaUrls: readonly string[];
}

const REPLICAS =
  "postgresql://market:DATABASE_PASSWORD@10.0.0.11:5432/market,postgresql://market:DATABASE_PASSWORD@10.0.0.12:5432/market";

/** Those of the recipe, with secrets of this run. What a row asks for is beyond what one caller may have. */
export function marketSettings(data: string, addresses: Addresses): Record<string, string> {
  const secret = () => randomBytes(32).toString("hex");
  const { pooler } = addresses;
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const recipe = fillRecipe("market.env", {
    "https://market.example": addresses.publicUrl,
    "10.0.0.11": "127.0.0.1",
    "postgresql://market:DATABASE_PASSWORD@127.0.0.1:6432/market": `postgresql://market:${pooler.password}@127.0.0.1:${pooler.port}/market`,
    [REPLICAS]: addresses.replicaUrls.join(","),
    "https://s3.example": addresses.storeUrl,
    // Those that this store knows.
    STORE_KEY: "S3RVER",
    STORE_SECRET: "S3RVER",
    "https://rpc.example": addresses.ledgerUrl,
    YOUR_TREASURY_ADDRESS: Keypair.generate().publicKey.toBase58(),
    SESSION_SECRET: secret(),
    KEY_OF_ALL_SERVERS: secret(),
    SECRET_OF_RUNNERS: secret(),
    KEY_OF_THE_PLATFORM: pem.replaceAll("\n", String.raw`\n`),
    "http://127.0.0.1:3901": addresses.runnerUrl,
    "/var/lib/emporion": data,
  });
  // Browsers read their mails and take test money as on one's own machine.
  const demonstration = { DEMONSTRATION: "true", LEDGER_PORT: new URL(addresses.ledgerUrl).port };
  return { ...readEnv(recipe), ...demonstration, FREE_RUNS_PER_HOUR: "100000", METRICS_TOKEN: secret() };
}
