import { database } from "@/lib/db/client";
import { withDatabase } from "../with-database";
import { quantile } from "../quantile";
import { listAsks } from "./asks";
import { fillMarket } from "./fill";

const SKILLS = Number(process.env["VOLUME_SKILLS"] ?? 10_000);
const ACCOUNTS = Number(process.env["VOLUME_ACCOUNTS"] ?? 2 * SKILLS);
const SALES = Number(process.env["VOLUME_SALES"] ?? 20 * SKILLS);
/** Asked once to read what is on disk, then so often; less often when it takes long. */
const REPEATS = 5;
const ENOUGH_MS = 10_000;

/**
 * What lists, pages and the worker ask of a market of two years, each in milliseconds. `VOLUME_ASKS` names some of them
 * by a pattern.
 */
export async function benchVolume(): Promise<void> {
  const wanted = new RegExp(process.env["VOLUME_ASKS"] ?? "");
  await withDatabase(
    (url) => fillMarket(url, { skills: SKILLS, accounts: ACCOUNTS, sales: SALES }),
    async () => {
      await printSizes();
      console.log(`\n${SKILLS} skills, ${ACCOUNTS} accounts, ${SALES} sales: ms, first / best / p50`);
      for (const { name, run } of await listAsks()) {
        if (wanted.test(name)) console.log(`${name.padEnd(48)} ${await measure(run)}`);
      }
    },
    { inMemory: false },
  );
}

/** What one more of each takes on disk with its indexes, by the tables that grow with it. */
const GROWS: Record<string, { by: number; tables: readonly string[] }> = {
  "sale, with the unpaid quotes and free runs beside it": {
    by: SALES,
    tables: ["Quotes", "Settlements", "Grants", "Runs", "Receipts", "CallKeys"],
  },
  "paid sale alone: settlement, grant, receipt": { by: SALES, tables: ["Settlements", "Grants", "Receipts"] },
  "download that is counted": { by: SALES, tables: ["Downloads"] },
  "skill of three versions, without its packages": {
    by: SKILLS,
    tables: [
      "Skills",
      "SkillVersions",
      "SkillNames",
      "PackageFiles",
      "VettingJobs",
      "VettingFindings",
      "ExampleReplays",
      "Audits",
      "LogEntries",
      "LogNodes",
    ],
  },
};

async function printSizes(): Promise<void> {
  const rows = await database().$queryRaw<{ table: string; bytes: number }[]>`
    SELECT c."relname" AS "table", pg_total_relation_size(c."oid")::float8 AS "bytes"
    FROM pg_class c WHERE c."relnamespace" = 'public'::regnamespace AND c."relkind" = 'r'`;
  const bytesOf = new Map(rows.map(({ table, bytes }) => [table, bytes]));
  console.log("\nbytes on disk");
  for (const [what, { by, tables }] of Object.entries(GROWS)) {
    const sum = tables.reduce((bytes, table) => bytes + (bytesOf.get(table) ?? 0), 0);
    console.log(`${what.padEnd(60)} ${Math.round(sum / by)}`);
  }
  const all = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${"everything".padEnd(60)} ${all}`);
}

async function measure(run: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  const started = performance.now();
  while (times.length <= REPEATS && performance.now() - started < ENOUGH_MS) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  const [first = 0, ...warm] = times;
  const shown = warm.length === 0 ? times : warm;
  return [first, Math.min(...shown), quantile(shown, 0.5)].map((ms) => ms.toFixed(1).padStart(9)).join(" /");
}
