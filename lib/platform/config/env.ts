import path from "node:path";
import { z } from "zod";
import { parseIsolationPolicy } from "@/lib/platform/config/isolation-policy";
import * as forms from "@/lib/platform/config/setting-forms";
const DAY_SECONDS = 86_400;

const MIN_KEY_CHARACTERS = 32;

const { text, whole, port, address } = forms;

/** A place below the data directory. A build must not take what lies there for a part of the program. */
const dataFolder = (name: string) => path.join(/* turbopackIgnore: true */ process.cwd(), ".data", name);

const schema = z.object({
  /**
   * Test money, a known key, mails to read on /outbox: for one's own machine. Only `npm start` and tests give it, and
   * whatever is started without it is a market for others.
   */
  DEMONSTRATION: z
    .enum(["true", "false"])
    .default("false")
    .transform((given) => given === "true"),
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  /**
   * The market's public address: scheme, host and port, no slash at its end. Links are made of it and never of the
   * request, which anybody writes.
   */
  APP_URL: forms.siteAddress.default("http://127.0.0.1:3000"),
  HOST: text.default("127.0.0.1"),
  PORT: port(3000),
  DATA_DIRECTORY: text.default(".data"),
  BLOB_STORE: forms.blobStoreAddress.default(`file:${dataFolder("blobs")}`),
  SOLANA_RPC_URL: forms.webAddress.optional(),
  LEDGER_PORT: port(8899),
  LEDGER_DIR: text.default(dataFolder("ledger")),
  TREASURY_ADDRESS: address.optional(),
  FEE_BASIS_POINTS: z.coerce.number().int().min(0).max(10_000).default(500),
  QUOTE_TTL_SECONDS: whole(120, 1),
  WITNESS_RPC_URL: forms.webAddress.optional(),
  WITNESS_ABOVE_LAMPORTS: z.coerce.bigint().nonnegative().default(1_000_000_000n),
  FINALIZED_ABOVE_LAMPORTS: z.coerce.bigint().nonnegative().default(1_000_000_000n),
  X402_TOKEN: z.enum(["USDC"]).optional(),
  X402_MINT: address.optional(),
  X402_UNITS_PER_SOL: z.coerce.bigint().positive().optional(),
  SOL_RATE_URL: forms.webAddress.optional(),
  SOL_RATE_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "needs the three capitals of a currency, such as USD")
    .optional(),
  SOL_RATE_POINTER: z
    .string()
    .regex(/^(?:\/[^/]*)*$/, "needs a JSON pointer, such as /solana/usd")
    .default(""),
  RUNNER: z.enum(["auto", "bwrap", "gvisor", "docker", "remote", "disabled"]).default("auto"),
  RUNNER_URL: forms.webAddress.optional(),
  RUNNER_SECRET: text.min(MIN_KEY_CHARACTERS).optional(),
  RUNNER_PORT: port(3900),
  DOCKER_SOCKET: text.default("/var/run/docker.sock"),
  DOCKER_RUNTIME: text.optional(),
  DOCKER_IMAGES: z
    .string()
    .default("python3=emporion-python3,node=emporion-node,bash=emporion-bash")
    .transform((list) => Object.fromEntries(list.split(",").map((part) => part.trim().split("=", 2))))
    .pipe(z.object({ python3: text, node: text, bash: text })),
  RUNNER_CONCURRENCY: whole(2, 1),
  RUNNER_QUEUE: whole(32),
  RUNNER_WARM: whole(2),
  RUNTIME_IMAGES: text.default(dataFolder("runtime-images")),
  RUNNER_DRAIN_SECONDS: whole(5),
  STOP_DELAY_SECONDS: whole(10),
  METRICS_PORT: port(0),
  METRICS_TOKEN: forms.token.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: forms.webAddress.optional(),
  SECURITY_CONTACT: forms.contact.optional(),
  MCP_REGISTRY_PROOF: forms.registryProof.optional(),
  DNS_SERVERS: forms.nameServers.optional(),
  MIN_ISOLATION: z
    .string()
    .default("userns")
    .transform((policy, context) => {
      const read = parseIsolationPolicy(policy);
      if (read) return read;
      context.addIssue(
        "needs userns, gvisor or vm, for all or by trust level: sandbox=gvisor,community=userns",
      );
      return z.NEVER;
    }),
  FREE_RUNS_PER_HOUR: whole(60),
  TRUSTED_PROXY_HOPS: whole(0),
  FAUCET_LAMPORTS: z.coerce.bigint().positive().default(2_000_000_000n),
  FAUCET_PER_DAY: whole(10),
  AUDIT_VALIDITY_DAYS: whole(365, 1),
  BOND_LAMPORTS: z.coerce.bigint().positive().default(500_000_000n),
  BOND_ARBITER_ADDRESS: address.optional(),
  BOND_COUNCIL_ADDRESS: address.optional(),
  BOND_FORMER_PARTIES: forms.pairsOfParties.default([]),
  BOND_DISTRUSTED_PARTIES: forms.addresses.default([]),
  SESSION_SECONDS: whole(7 * DAY_SECONDS, 1),
  SERVER_KEY: text.min(MIN_KEY_CHARACTERS).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: forms.mailSender.optional(),
  EMBEDDINGS_URL: forms.webAddress.optional(),
  EMBEDDINGS_MODEL: text.optional(),
  EMBEDDINGS_KEY: text.optional(),
  EMBEDDINGS_LEAST_LIKENESS: z.coerce.number().min(0).max(1).default(0.4),
  SECOND_OPINION_URL: forms.webAddress.optional(),
  SECOND_OPINION_MODEL: text.optional(),
  SECOND_OPINION_KEY: text.optional(),
  SECOND_OPINION_MISSING: z.enum(["hold", "publish"]).default("hold"),
  KEPT_ANSWERS_MB: whole(64),
  ADMINISTRATOR_ADDRESSES: forms.addresses.default([]),
  OIDC_ISSUERS: forms.signInIssuers.default([]),
  /** The CIs whose jobs may publish without a key; empty: none. */
  CI_ISSUERS: forms.issuers.default([
    { kind: "github", url: "https://token.actions.githubusercontent.com" },
    { kind: "gitlab", url: "https://gitlab.com" },
  ]),
  // Read where they are needed, before or beside these; here they are only looked at, so that a wrong one is told
  // at once.
  DATABASE_URL: forms.databaseAddress.optional(),
  NEXTAUTH_SECRET: text.min(MIN_KEY_CHARACTERS).optional(),
  PLATFORM_KEY: forms.privateKey.optional(),
  X402_FEE_PAYER_KEY: forms.privateKey.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).optional(),
  DATABASE_ANSWER_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  DATABASE_PREPARED_STATEMENTS: z.enum(["true", "false"]).optional(),
  DATABASE_REPLICA_URLS: forms.databaseAddresses.default([]),
  DATABASE_REPLICA_LAG_SECONDS: z.coerce.number().int().min(2).max(240).optional(),
});

type Settings = z.infer<typeof schema>;

export type Env = Settings & {
  /** The node that is asked: by default the ledger on LEDGER_PORT of this machine. */
  readonly SOLANA_RPC_URL: string;
  /** The market runs on the ledger of this machine: test money, faucet and demo wallet are offered. */
  readonly localLedger: boolean;
  /** Mails can be read on /outbox instead of being sent. */
  readonly demonstration: boolean;
};

let parsed: Env | undefined;

export interface EnvOptions {
  /**
   * A machine that only runs skills has no keys and no money, and a command on the database may have none. The first
   * caller in a process says what it is.
   */
  of?: "market" | "runner" | "command";
}

/**
 * The settings of this process, parsed once. Throws a readable message that names each wrong variable, and each that
 * is missing.
 */
export function env(options?: EnvOptions): Env {
  return (parsed ??= parseEnv(process.env, options));
}

export function parseEnv(
  source: Record<string, string | undefined>,
  { of = "market" }: EnvOptions = {},
): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set, { error: explainSetting });
  if (!result.success)
    throw unusableSettings(
      result.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`),
    );
  const settings = result.data;
  assertWhole(settings);
  const { DEMONSTRATION, SOLANA_RPC_URL = `http://127.0.0.1:${settings.LEDGER_PORT}` } = settings;
  if (DEMONSTRATION) assertDemonstrates(settings, SOLANA_RPC_URL);
  else {
    if (of === "market") assertFitForOthers(set);
    assertSecretsAreSecret(settings);
  }
  const localLedger = DEMONSTRATION && isLocalLedger(settings, SOLANA_RPC_URL);
  const NODE_ENV = DEMONSTRATION ? settings.NODE_ENV : "production";
  const demoKey = DEMONSTRATION ? { SERVER_KEY: settings.SERVER_KEY ?? DEMO_SERVER_KEY } : {};
  return { ...settings, ...demoKey, NODE_ENV, SOLANA_RPC_URL, localLedger, demonstration: localLedger };
}

/** Says each thing once, and where to mend it. */
export function unusableSettings(sentences: readonly string[]): Error {
  const said = [...new Set(sentences)].join(" ");
  const error = new Error(
    `Settings are not usable. ${said} Mend it in the environment or in .env and start again; .env.example explains each setting.`,
  );
  // Commands that read settings end with the sentence alone (scripts/explain.ts).
  return Object.assign(error, { name: "SettingsError" });
}

/** Settings that mean nothing without another one. */
function assertWhole(settings: Settings): void {
  const { RUNNER, RUNNER_URL, RUNNER_SECRET } = settings;
  if (RUNNER === "remote" && (RUNNER_URL === undefined || RUNNER_SECRET === undefined))
    throw unusableSettings(["RUNNER=remote needs RUNNER_URL and RUNNER_SECRET."]);
  assertOneToken(settings);
  if (settings.DATABASE_REPLICA_URLS.length > 0 && settings.KEPT_ANSWERS_MB === 0)
    throw unusableSettings([
      "DATABASE_REPLICA_URLS needs KEPT_ANSWERS_MB: replicas answer the reads that are kept, and no others.",
    ]);
  if (settings.DATABASE_REPLICA_URLS.some((url) => url === settings.DATABASE_URL))
    throw unusableSettings(["DATABASE_REPLICA_URLS names DATABASE_URL itself, which is the primary."]);
  for (const [one, other] of TOGETHER) {
    if ((settings[one] === undefined) !== (settings[other] === undefined))
      throw unusableSettings([`${one} and ${other} belong together: set both, or neither.`]);
  }
  for (const [key, url] of KEYS_OF_ENDPOINTS) {
    if (settings[key] !== undefined && settings[url] === undefined)
      throw unusableSettings([`${key} needs ${url}: it is the key of that endpoint.`]);
  }
  if (
    settings.BOND_ARBITER_ADDRESS !== undefined &&
    settings.BOND_ARBITER_ADDRESS === settings.BOND_COUNCIL_ADDRESS
  )
    throw unusableSettings([
      "BOND_ARBITER_ADDRESS and BOND_COUNCIL_ADDRESS must differ: a vault is shared by three.",
    ]);
  const named = new Set([settings.BOND_ARBITER_ADDRESS, settings.BOND_COUNCIL_ADDRESS]);
  if (settings.BOND_DISTRUSTED_PARTIES.some((address) => named.has(address)))
    throw unusableSettings([
      "BOND_DISTRUSTED_PARTIES holds the arbiter or the council that deposits are made with: name another one.",
    ]);
}

/** A token is named by its own mint and rate, or by one that everybody knows, whose rate is what one SOL is in dollars. */
function assertOneToken(settings: Settings): void {
  const { X402_TOKEN, X402_MINT, X402_UNITS_PER_SOL, X402_FEE_PAYER_KEY, SOL_RATE_CURRENCY } = settings;
  const isOwn = X402_MINT !== undefined || X402_UNITS_PER_SOL !== undefined;
  if (X402_TOKEN === undefined) {
    if (X402_FEE_PAYER_KEY !== undefined && !isOwn)
      throw unusableSettings([
        "X402_FEE_PAYER_KEY needs X402_TOKEN, or X402_MINT and X402_UNITS_PER_SOL: no token is taken without.",
      ]);
    return;
  }
  if (isOwn)
    throw unusableSettings([
      `X402_TOKEN=${X402_TOKEN} names the mint and follows its rate: leave X402_MINT and X402_UNITS_PER_SOL out.`,
    ]);
  if (SOL_RATE_CURRENCY !== "USD")
    throw unusableSettings([
      `X402_TOKEN=${X402_TOKEN} needs SOL_RATE_URL and SOL_RATE_CURRENCY=USD: a price in lamports says nothing of dollars.`,
    ]);
}

const TOGETHER = [
  ["X402_MINT", "X402_UNITS_PER_SOL"],
  ["SOL_RATE_URL", "SOL_RATE_CURRENCY"],
  ["EMBEDDINGS_URL", "EMBEDDINGS_MODEL"],
  ["SECOND_OPINION_URL", "SECOND_OPINION_MODEL"],
  ["BOND_ARBITER_ADDRESS", "BOND_COUNCIL_ADDRESS"],
] as const;

const KEYS_OF_ENDPOINTS = [
  ["EMBEDDINGS_KEY", "EMBEDDINGS_URL"],
  ["SECOND_OPINION_KEY", "SECOND_OPINION_URL"],
] as const;

/** A market for others has no defaults for what protects it, for where its money is, and for what it is called. */
function assertFitForOthers(set: Record<string, string | undefined>): void {
  const missing = NEEDED_BY_OTHERS.filter((name) => set[name] === undefined);
  if (missing.length === 0) return;
  throw unusableSettings([
    `A market for others needs ${missing.join(", ")} (npm start alone opens a demonstration without).`,
  ]);
}

const NEEDED_BY_OTHERS = [
  "APP_URL",
  "SOLANA_RPC_URL",
  "TREASURY_ADDRESS",
  "SERVER_KEY",
  "NEXTAUTH_SECRET",
] as const;

/** A demonstration is open to this machine alone: everybody knows its keys, and its money is worth nothing. */
function assertDemonstrates(settings: Settings, rpcUrl: string): void {
  if (!isLoopback(new URL(settings.APP_URL)))
    throw unusableSettings([
      "A market with a public APP_URL must not take test money: leave DEMONSTRATION out, and set SOLANA_RPC_URL and TREASURY_ADDRESS.",
    ]);
  const { NODE_ENV, TREASURY_ADDRESS } = settings;
  if (NODE_ENV === "production" && TREASURY_ADDRESS === undefined && !isLocalLedger(settings, rpcUrl))
    throw unusableSettings([
      "A market on another chain than the local ledger needs TREASURY_ADDRESS: its share of a price goes there.",
    ]);
}

function isLocalLedger({ LEDGER_PORT }: Settings, rpcUrl: string): boolean {
  const ledger = new URL(rpcUrl);
  return isLoopback(ledger) && Number(ledger.port) === LEDGER_PORT;
}

const SECRETS = ["SERVER_KEY", "NEXTAUTH_SECRET", "RUNNER_SECRET", "METRICS_TOKEN"] as const;

/** What others can know or guess protects nothing. */
function assertSecretsAreSecret(settings: Settings): void {
  const known = SECRETS.filter((name) => isWellKnown(settings[name] ?? ""));
  if (known.length === 0) return;
  throw unusableSettings([
    `${known.join(" and ")} must be a secret that nobody knows or guesses: openssl rand -hex 32 makes one.`,
  ]);
}

function isLoopback({ hostname }: URL): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

const WHOLE: ReadonlySet<string> = new Set(["number", "int", "bigint"]);

/**
 * What is wrong with the value of a setting, in words that say what would be right; undefined leaves it to the schema.
 */
function explainSetting(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type")
    return WHOLE.has(issue.expected) ? "needs a whole number, written in digits" : "is missing a part";
  if (issue.code === "too_small") {
    if (issue.origin !== "string")
      return `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
    return issue.minimum === 1
      ? "is blank: leave it out instead"
      : `needs at least ${issue.minimum} characters`;
  }
  if (issue.code === "too_big") return `must be at most ${issue.maximum}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  return issue.code === "invalid_format" ? "needs a whole address, as .env.example shows it" : undefined;
}

/** Known to everybody, so it protects nothing: for a demonstration on one's own machine only. */
const DEMO_SERVER_KEY = "emporion-demo-server-key-known-to-everybody";

const PUBLISHED = new Set([
  DEMO_SERVER_KEY,
  "SIXTY_FOUR_HEXADECIMAL_DIGITS_OF_YOUR_OWN",
  "a secret that is long enough for tests",
  "a server key that is long enough for tests",
]);

/** Words that stand in examples where a secret belongs. */
const PLACEHOLDER =
  /change.?(?:me|this|it)|replace.?(?:me|this|it)|your.?(?:own|secret|key|\w+.?token)|example|placeholder/i;

/** One short text again and again, as in `changemechangeme`, `0000` or `abcabc`. */
const REPEATED = /^(.{1,10})\1+.{0,9}$/s;

/** Neighbours in the alphabet or on a keyboard. */
const ROWS = ["abcdefghijklmnopqrstuvwxyz", "0123456789", "qwertyuiop", "asdfghjkl", "zxcvbnm", "9876543210"];

const MIN_DIFFERENT_CHARACTERS = 8;

const ROW_CHARACTERS = 6;

/**
 * Whether somebody who has read this repository, or who tries the usual ones, has this secret: one that is printed
 * somewhere, a placeholder, or a text with a plain pattern. False does not mean that it is strong. No secret is not
 * a known one.
 */
function isWellKnown(secret: string): boolean {
  if (secret === "") return false;
  return (
    PUBLISHED.has(secret) ||
    PLACEHOLDER.test(secret) ||
    REPEATED.test(secret) ||
    new Set(secret).size < MIN_DIFFERENT_CHARACTERS ||
    withoutRows(secret.toLowerCase()).length < secret.length / 2
  );
}

function withoutRows(secret: string): string {
  let rest = secret;
  for (const row of ROWS) {
    for (let length = row.length; length >= ROW_CHARACTERS; length--)
      for (let start = 0; start + length <= row.length; start++)
        rest = rest.replaceAll(row.slice(start, start + length), "");
  }
  return rest;
}
