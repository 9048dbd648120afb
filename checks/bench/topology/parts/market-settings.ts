import { generateKeyPairSync, randomBytes } from "node:crypto";
import { Keypair } from "@solana/web3.js";
import { readEnv } from "./read-env";
import { fillRecipe } from "./recipe";

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
