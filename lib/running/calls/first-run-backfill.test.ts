import fs from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/kernel/ids";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const MIGRATION = "prisma/migrations/20261128113000_a_price_is_in_force_once_it_has_run/migration.sql";

const database = testDatabase();
testBlobStore();

let publisher: TestAccount;
beforeAll(async () => {
  publisher = await makeAccount();
});

const AT = new Date("2026-11-01T00:00:00.000Z");

/** A version as releases before this one stored it: it counts as runnable, whatever it costs. */
async function stored(lamports: bigint, runnable = true): Promise<{ skillId: string; versionId: string }> {
  const parts = lamports > 0n ? { paid: { lamports, payee: publisher.address } } : {};
  const { skillId, versionId } = await publishNow(buildSkillPackage(parts), publisher, { hasRun: false });
  const data = { runnable, obstacles: [], ranAt: null };
  await database().skillVersion.update({ where: { id: versionId }, data });
  await database().skill.update({ where: { id: skillId }, data: { priceLamports: lamports.toString() } });
  return { skillId, versionId };
}

const replay = (versionId: string, state: string, detail: string | null) =>
  database().exampleReplay.create({
    data: { versionId, position: 0, state, matchRule: "exact", replayedAt: AT, detail },
  });

const run = (versionId: string, state: "DONE" | "FAILED") =>
  database()
    .$executeRaw(Prisma.sql`INSERT INTO "Runs" ("id", "version_id", "state", "input", "input_digest", "finished_at")
    VALUES (${newId("run")}, ${versionId}, ${state}::"RunState", '{}', 'd', ${AT})`);

/** The statements of the migration that change rows. */
async function migrate(): Promise<void> {
  const statements = fs.readFileSync(MIGRATION, "utf8").split(/;\n/);
  const updates = statements.map((each) => each.replaceAll(/^--.*$/gm, "").trim());
  for (const update of updates.filter((each) => each.startsWith("UPDATE")))
    await database().$executeRawUnsafe(update);
}

test.each([
  { what: "an example is proven", make: (id: string) => replay(id, "proven", null), inForce: true },
  { what: "a call was made", make: (id: string) => run(id, "DONE"), inForce: true },
  { what: "an example proved its error", make: (id: string) => replay(id, "proven", "no"), inForce: false },
  { what: "an example drifted", make: (id: string) => replay(id, "drifted", "x"), inForce: false },
  { what: "every call failed", make: (id: string) => run(id, "FAILED"), inForce: false },
  { what: "nothing ever ran", make: () => Promise.resolve(), inForce: false },
])("of what was sold before, the price stays in force where $what: $inForce", async ({ make, inForce }) => {
  const { skillId, versionId } = await stored(700n);
  await make(versionId);
  await migrate();
  const version = await database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
  const skill = await database().skill.findUniqueOrThrow({ where: { id: skillId } });
  expect([version.runnable, version.ranAt, version.obstacles]).toEqual(
    inForce ? [true, AT, []] : [false, null, [{ code: "CALL_NOT_RUN", names: [] }]],
  );
  expect(version.priceLamports.toFixed(0)).toBe("700");
  expect(skill.priceLamports.toFixed(0)).toBe(inForce ? "700" : "0");
});

test("what is free stays as it is, and what cannot be called has no price on any list", async () => {
  const free = await stored(0n);
  const never = await stored(700n, false);
  await migrate();
  const [one, two] = await Promise.all(
    [free, never].map(({ versionId }) =>
      database().skillVersion.findUniqueOrThrow({ where: { id: versionId } }),
    ),
  );
  expect([one?.runnable, one?.obstacles, two?.runnable]).toEqual([true, [], false]);
  const listed = await database().skill.findUniqueOrThrow({ where: { id: never.skillId } });
  expect(listed.priceLamports.toFixed(0)).toBe("0");
});
