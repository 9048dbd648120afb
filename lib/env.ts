import path from "node:path";
import { z } from "zod";
import { parseIsolationPolicy } from "@/lib/running/isolation-policy";
import { isSolanaAddress } from "@/lib/solana/address";

const DAY_SECONDS = 86_400;

/** Known to everybody, so it protects nothing: for a market on one's own machine only. */
const DEMO_SERVER_KEY = "emporion-demo-server-key-known-to-everybody";
const MIN_KEY_CHARACTERS = 32;

const text = z.string().trim().min(1);
const whole = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback);

/** A place below the data directory. A build must not take what lies there for a part of the program. */
const dataFolder = (name: string) => path.join(/* turbopackIgnore: true */ process.cwd(), ".data", name);

const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  APP_URL: z.url().default("http://127.0.0.1:3000"),
  HOST: text.default("127.0.0.1"),
  PORT: whole(3000),
  DATA_DIRECTORY: text.default(".data"),
  BLOB_STORE: text.default(`file:${dataFolder("blobs")}`),
  SOLANA_RPC_URL: z.url().default("http://127.0.0.1:8899"),
  LEDGER_PORT: whole(8899),
  LEDGER_DIR: text.default(dataFolder("ledger")),
  TREASURY_ADDRESS: text.optional(),
  FEE_BASIS_POINTS: z.coerce.number().int().min(0).max(10_000).default(500),
  QUOTE_TTL_SECONDS: whole(120),
  WITNESS_RPC_URL: z.url().optional(),
  WITNESS_ABOVE_LAMPORTS: z.coerce.bigint().nonnegative().default(1_000_000_000n),
  FINALIZED_ABOVE_LAMPORTS: z.coerce.bigint().nonnegative().default(1_000_000_000n),
  X402_MINT: text.refine(isSolanaAddress, "not the address of a token").optional(),
  X402_UNITS_PER_SOL: z.coerce.bigint().positive().optional(),
  RUNNER: z.enum(["auto", "bwrap", "gvisor", "docker", "remote", "disabled"]).default("auto"),
  RUNNER_URL: z.url({ protocol: /^https?$/ }).optional(),
  RUNNER_SECRET: text.min(MIN_KEY_CHARACTERS).optional(),
  RUNNER_PORT: whole(3900),
  DOCKER_SOCKET: text.default("/var/run/docker.sock"),
  DOCKER_RUNTIME: text.optional(),
  DOCKER_IMAGES: z
    .string()
    .default("python3=emporion-python3,node=emporion-node,bash=emporion-bash")
    .transform((list) => Object.fromEntries(list.split(",").map((part) => part.trim().split("=", 2))))
    .pipe(z.object({ python3: text, node: text, bash: text })),
  RUNNER_CONCURRENCY: whole(2),
  RUNNER_QUEUE: whole(32),
  RUNNER_WARM: whole(2),
  RUNTIME_IMAGES: text.default(dataFolder("runtime-images")),
  RUNNER_DRAIN_SECONDS: whole(5),
  METRICS_TOKEN: text.optional(),
  MIN_ISOLATION: z
    .string()
    .default("userns")
    .transform((policy, context) => {
      const read = parseIsolationPolicy(policy);
      if (read) return read;
      context.addIssue(
        "use userns, gvisor or vm, for all or by trust level: sandbox=gvisor,community=userns",
      );
      return z.NEVER;
    }),
  FREE_RUNS_PER_HOUR: whole(60),
  TRUSTED_PROXY_HOPS: whole(0),
  FAUCET_LAMPORTS: z.coerce.bigint().positive().default(2_000_000_000n),
  FAUCET_PER_DAY: whole(10),
  AUDIT_VALIDITY_DAYS: whole(365),
  BOND_LAMPORTS: z.coerce.bigint().positive().default(500_000_000n),
  BOND_ARBITER_ADDRESS: text.optional(),
  BOND_COUNCIL_ADDRESS: text.optional(),
  SESSION_SECONDS: whole(7 * DAY_SECONDS),
  SERVER_KEY: text.min(MIN_KEY_CHARACTERS).default(DEMO_SERVER_KEY),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text.optional(),
  ADMINISTRATOR_ADDRESSES: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((address) => address.trim())
        .filter(Boolean),
    ),
});

export type Env = z.infer<typeof schema> & {
  /** The market runs on the ledger of this machine: test money, faucet and demo wallet are offered. */
  readonly localLedger: boolean;
  /** A market on one's own machine with test money: mails can be read on /outbox instead of being sent. */
  readonly demonstration: boolean;
};

let parsed: Env | undefined;

/** The settings of this process, parsed once. Throws a readable message that names each wrong variable. */
export function env(): Env {
  return (parsed ??= parseEnv(process.env));
}

export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse(set);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`Settings are not usable. ${problems.join("; ")}`);
  }
  const ledger = new URL(result.data.SOLANA_RPC_URL);
  const localLedger = isLoopback(ledger) && Number(ledger.port) === result.data.LEDGER_PORT;
  const atHome = isLoopback(new URL(result.data.APP_URL));
  if (result.data.NODE_ENV === "production" && !atHome)
    assertFitForThePublic({ ...result.data, localLedger });
  return { ...result.data, localLedger, demonstration: localLedger && atHome };
}

function assertFitForThePublic(settings: { localLedger: boolean; SERVER_KEY: string }): void {
  if (settings.localLedger) {
    throw new Error(
      "Settings are not usable. A market with a public APP_URL must not take test money: set SOLANA_RPC_URL and TREASURY_ADDRESS.",
    );
  }
  if (settings.SERVER_KEY === DEMO_SERVER_KEY) {
    throw new Error(
      "Settings are not usable. A market with a public APP_URL needs a SERVER_KEY of its own, of at least 32 characters.",
    );
  }
}

function isLoopback({ hostname }: URL): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}
