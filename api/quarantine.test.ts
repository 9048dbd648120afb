import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { app } from "@/api/app";
import { call, expectProblem } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import type { Actor } from "@/lib/identity/actor";
import { quarantineSkill, releaseSkill } from "@/lib/moderation/quarantine";
import {
  buildSkillPackage,
  makeAccount,
  makeAdministrator,
  newAddress,
  publishNow,
  testBlobStore,
} from "@/lib/testing/builders";
import { buildAside } from "@/lib/testing/build-processes";
import { testDatabase } from "@/lib/testing/database";

process.env["RUNNER"] = "disabled";
const database = testDatabase();
testBlobStore();

const WITHIN_MS = 5_000;
const CROWD = 600;

interface Answer {
  status: number;
  body: Record<string, unknown>;
}
type WebProcess = (method: string, path: string, json?: unknown) => Promise<Answer>;

let other: ChildProcess;
let processes: WebProcess[];
let administrator: Actor;

const here: WebProcess = async (method, path, json) => {
  const response = await app.request(path, init(method, json), {
    incoming: { socket: { remoteAddress: "203.0.113.1" } },
  });
  return read(response);
};
const init = (method: string, json: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(json === undefined ? {} : { body: JSON.stringify(json) }),
});
const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: /json/.test(response.headers.get("content-type") ?? "")
    ? ((await response.json()) as Record<string, unknown>)
    : {},
});

beforeAll(async () => {
  administrator = await makeAdministrator();
  const payee = newAddress();
  const publisher = await makeAccount({ address: payee });
  await publishNow(buildSkillPackage({ name: "suspect" }), publisher);
  await publishNow(buildSkillPackage({ name: "suspect-paid", paid: { lamports: 5000, payee } }), publisher);
  await addCrowd();
  const { directory, remove } = await buildAside(["api/testing/serve.ts"]);
  other = spawn(process.execPath, [path.join(directory, "serve.mjs")], {
    env: { ...process.env, NODE_ENV: "test", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const port = await new Promise<string>((resolve, reject) => {
    other.stdout?.on("data", (data: Buffer) => {
      const [, found] = /port (\d+)/.exec(data.toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
    other.once("exit", (code) => reject(new Error(`the second process ended with ${code}`)));
  });
  const there: WebProcess = async (method, path, json) =>
    read(await fetch(`http://127.0.0.1:${port}${path}`, init(method, json)));
  processes = [here, there];
  return () => {
    other.kill();
    remove();
  };
});
afterEach(() => vi.useRealTimers());

let passedMs = 0;
/** Five seconds are over in both processes. */
async function letTimePass(): Promise<void> {
  passedMs += WITHIN_MS;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + WITHIN_MS });
  const told = once(other, "message");
  other.send(passedMs);
  await told;
}

/** So many listed skills that every process keeps its counts for a while. */
async function addCrowd(): Promise<void> {
  await database().$executeRaw`
    INSERT INTO "Skills" ("id", "slug", "canonical_name", "owner_id", "published_at", "search_tokens")
    SELECT 'skl_c' || n, 'crowd' || n, 'crowd' || n, (SELECT "owner_id" FROM "Skills" LIMIT 1), now(), ARRAY['crowd']
    FROM generate_series(1, ${CROWD}::int) n`;
  await database().$executeRaw`
    INSERT INTO "SkillVersions" ("id", "skill_id", "version", "version_scheme", "version_change", "vetting_status",
      "package_digest", "archive_digest", "package_size_bytes", "skill_md", "manifest", "dialect_reports", "published_at")
    SELECT 'ver_c' || n, 'skl_c' || n, '1.0.0', 'semver', 'first', 'approved', v."package_digest", v."archive_digest", 1, '',
      v."manifest", '[]', now()
    FROM generate_series(1, ${CROWD}::int) n CROSS JOIN (SELECT * FROM "SkillVersions" LIMIT 1) v`;
  await database()
    .$executeRaw`UPDATE "Skills" SET "latest_version_id" = replace("id", 'skl_', 'ver_') WHERE "slug" LIKE 'crowd%'`;
}

const INPUT = { input: { text: "x" } };
/** What each way to the skills answers: status and code, and how many skills the lists count. */
async function look(ask: WebProcess) {
  const asks: [string, string, unknown?][] = [
    ["GET", "/v1/skills/suspect"],
    ["GET", "/v1/agent/skills/suspect/schema"],
    ["GET", "/v1/skills/suspect/download"],
    ["GET", "/v1/agent/skills/suspect/download"],
    ["GET", "/v1/skills/suspect/reviews"],
    ["POST", "/v1/skills/suspect/run", INPUT],
    ["POST", "/v1/quotes", { skill: "suspect-paid", payer: newAddress(), ...INPUT }],
  ];
  const answers = await Promise.all(asks.map(([method, path, json]) => ask(method, path, json)));
  const [all, named] = [await ask("GET", "/v1/agent/search"), await ask("GET", "/v1/skills?q=suspect")];
  return {
    codes: answers.map(({ status, body }) =>
      `${status} ${(body["error_code"] as string | undefined) ?? ""}`.trim(),
    ),
    total: all.body["total"],
    named: (named.body["results"] as { name: string }[]).map(({ name }) => name).sort(),
  };
}

const OPEN = ["200", "200", "200", "200", "200", "503 RUNNER_UNAVAILABLE", "503 RUNNER_UNAVAILABLE"];
const CLOSED = OPEN.map(() => "403 SKILL_QUARANTINED");

test("a quarantine reaches search, detail, schema, download, reviews, run and quotes of every process in five seconds, and so does its end", async () => {
  const open = { codes: OPEN, total: CROWD + 2, named: ["suspect", "suspect-paid"] };
  for (const ask of processes) expect(await look(ask)).toEqual(open);

  const act = { actor: administrator, reason: "reported as harmful" };
  for (const skill of ["suspect", "suspect-paid"]) await quarantineSkill({ ...act, skill });
  await letTimePass();
  for (const ask of processes) expect(await look(ask)).toEqual({ codes: CLOSED, total: CROWD, named: [] });

  for (const skill of ["suspect", "suspect-paid"]) await releaseSkill({ ...act, skill });
  await letTimePass();
  for (const ask of processes) expect(await look(ask)).toEqual(open);
});

test("whatever is asked of a quarantined skill, the answer is one that the description of the operation names", async () => {
  const act = { actor: administrator, reason: "reported as harmful" };
  await quarantineSkill({ ...act, skill: "suspect" });
  const { key } = await makeKeyHolder();
  const asks: [string, string, unknown?][] = [
    ["GET", ""],
    ["GET", "/download"],
    ["GET", "/install-guide"],
    ["GET", "/reviews"],
    ["GET", "/challenges"],
    ["POST", "/challenges", { claim: "It lies.", evidence: "Read it." }],
    ["POST", "/reviews", { rating: 1 }],
    ["POST", "/validate", { target_platform: "Cursor" }],
    ["POST", "/run", INPUT],
    ["POST", "/call", INPUT],
  ];
  for (const [method, path, json] of asks) {
    const given = { key, ...(json === undefined ? {} : { json }) };
    expectProblem(await call(method, `/v1/skills/suspect${path}`, given), 403, "SKILL_QUARANTINED");
  }
  await releaseSkill({ ...act, skill: "suspect" });
});
