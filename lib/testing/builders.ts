import { generateKeyPairSync, randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import bs58 from "bs58";
import { afterAll, beforeAll } from "vitest";
import { stringify } from "yaml";
import { database } from "@/lib/db/client";
import type { Actor } from "@/lib/identity/actor";
import { createAccount, findActorOfSession } from "@/lib/identity/accounts/accounts";
import { drainJobs } from "@/lib/platform/jobs/work";
import { assemblePackage, type SkillPackage } from "@/lib/package";
import { publishVersion, type PublishRequest, runVetting } from "@/lib/publishing/publish-version";
import type { PublishedVersion } from "@/lib/publishing/store-version";
import { recordFirstRun } from "@/lib/running/calls/first-run";

/**
 * Gives the calling test file a blob store in a temporary directory; call it at the top, before anything is published.
 */
export function testBlobStore(): void {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-blobs-"));
  beforeAll(() => {
    process.env["BLOB_STORE"] = `file://${directory}`;
  });
  afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));
}

/** The address of a key pair nobody keeps. */
export function newAddress(): string {
  const { publicKey } = generateKeyPairSync("ed25519");
  return bs58.encode(publicKey.export({ type: "spki", format: "der" }).subarray(-32));
}

export interface TestAccount {
  accountId: string;
  username: string;
  /** The wallet it signs in with. */
  address: string;
}

/** A new account with a wallet. */
export async function makeAccount(
  given: { username?: string; role?: "member" | "administrator"; address?: string } = {},
): Promise<TestAccount> {
  const { username = uniqueName("user"), role = "member", address = newAddress() } = given;
  const { accountId } = await createAccount({ username, role, wallet: { address, kind: "wallet" } });
  return { accountId, username, address };
}

/** A new administrator, as the actor of its session. */
export async function makeAdministrator(): Promise<Actor> {
  const { username } = await makeAccount({ role: "administrator" });
  return getActorOf(username);
}

/** The account as the actor it is when it has just signed in, or did so `confirmedAt`. */
export async function getActorOf(username: string, confirmedAt = new Date()): Promise<Actor> {
  const select = { id: true, sessionVersion: true };
  const { id, sessionVersion } = await database().account.findUniqueOrThrow({ where: { username }, select });
  const confirmed = { at: confirmedAt.getTime(), wallet: null };
  const actor = await findActorOfSession({ accountId: id, address: null, sessionVersion, confirmed });
  if (!actor) throw new Error(`the account ${username} is closed`);
  return actor;
}

/** A name no other test uses. */
export function uniqueName(prefix = "skill"): string {
  return `${prefix}-${randomBytes(5).toString("hex")}`;
}

export interface SkillParts {
  name?: string;
  /** null leaves it out of the file. */
  version?: string | null;
  description?: string;
  /** Members of the front matter beside or instead of the usual ones; undefined removes one. */
  frontMatter?: Record<string, unknown>;
  body?: string;
  /** Files beside SKILL.md; the usual package has scripts/main.py. */
  files?: Record<string, string | Uint8Array>;
  /** Adds what Exo SKILL.md asks for: price, payee, runtime and schemas. */
  paid?: { lamports: bigint | number; payee: string };
}

const ECHO = "import json, sys\njson.dump({'echo': json.load(sys.stdin)['text']}, sys.stdout)\n";
const INPUT = {
  type: "object",
  properties: { text: { type: "string", description: "Any text" } },
  required: ["text"],
  additionalProperties: false,
  maxProperties: 20,
};
const OUTPUT = { type: "object", properties: { echo: { type: "string", description: "The same text" } } };
const BODY =
  "# Echo\n\n## 功能描述\n\nGives a text back.\n\n## 使用示例\n\nText in, text out.\n\n## 注意事项\n\nNone.\n";

/** A complete USK v3 skill that runs (it echoes a text), changed as asked. */
export function buildSkillPackage(parts: SkillParts = {}): SkillPackage {
  const {
    version = "1.0.0",
    description = "Gives back the text it is given, unchanged.",
    body = BODY,
  } = parts;
  const frontMatter: Record<string, unknown> = {
    name: parts.name ?? uniqueName(),
    ...(version === null ? {} : { version }),
    description,
    spec: "usk/1.0",
    license: "MIT",
    category: "developer-tools",
    tags: ["echo"],
    interface: {
      type: "cli",
      runtime: "python3",
      entry_point: "scripts/main.py",
      call_pattern: "stdin_stdout",
    },
    input_schema: INPUT,
    output_schema: OUTPUT,
    capabilities: ["text_generation"],
    permissions: { network: false, filesystem: false, subprocess: false, env_vars: [] },
    platform_compatibility: ["any"],
    requirements: { python: [] },
    examples: [{ name: "hello", input: { text: "hello" }, output: { echo: "hello" } }],
    ...(parts.paid ? exoMembers(parts.paid) : {}),
    ...parts.frontMatter,
  };
  const files = Object.entries({ "scripts/main.py": ECHO, ...parts.files });
  return assemblePackage([
    { path: "SKILL.md", bytes: Buffer.from(`---\n${stringify(frontMatter)}---\n${body}`) },
    ...files.map(([name, content]) => ({ path: name, bytes: Buffer.from(content) })),
  ]);
}

function exoMembers({ lamports, payee }: NonNullable<SkillParts["paid"]>) {
  return {
    author: payee,
    pricing: { model: "per_call", price_lamports: Number(lamports) },
    runtime: {
      docker_image: "exo-runtime-python-3.11",
      docker_image_hash: `sha256:${"a".repeat(64)}`,
      entrypoint: "scripts/main.py",
      timeout_seconds: 30,
    },
    io: { input_schema: INPUT, output_schema: OUTPUT },
  };
}

/**
 * Publishes and vets at once, as upload and worker do; examples are not replayed. A price is put into force by the use
 * case that a valid answer in the sandbox calls, unless the test is about a version that has not run.
 */
export async function publishNow(
  skillPackage: SkillPackage,
  account: { accountId: string },
  {
    hasRun = true,
    ...request
  }: Partial<Omit<PublishRequest, "package" | "actor">> & { hasRun?: boolean } = {},
): Promise<PublishedVersion> {
  const { accountId } = account;
  const published = await publishVersion({
    source: "multipart",
    ...request,
    actor: { accountId },
    package: skillPackage,
  });
  await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
  if (hasRun && published.priceLamports > 0n) await recordFirstRun(published.versionId);
  return published;
}
