import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { drainJobs } from "@/lib/jobs/drain";
import { assemblePackage } from "@/lib/package";
import { publishVersion } from "@/lib/registry/publish-version";
import { WALLET_PLACEHOLDER } from "@/lib/registry/stock-catalogue";
import { searchSkills } from "@/lib/search/search-skills";
import { judgeSkill } from "@/lib/skill-format";
import { makeAccount, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { runVetting } from "@/lib/vetting/run-vetting";

const database = testDatabase();
testBlobStore();

const CATALOGUE = "prisma/catalogue";
const entries = JSON.parse(fs.readFileSync(path.join(CATALOGUE, "catalogue.json"), "utf8")) as {
  slug: string;
  priceLamports: string;
}[];

test.each(entries)("$slug is valid as its folder stands, in every format it is in", ({ slug }) => {
  const { files } = readSkill(path.join(CATALOGUE, slug), WALLET_PLACEHOLDER);
  const reports = judgeSkill({ files: new Map(files.map((file) => [file.path, file.bytes])), dir: slug });
  const mistakes = reports.flatMap(({ issues }) => issues.filter(({ severity }) => severity === "error"));
  expect(mistakes).toEqual([]);
  expect(reports.length).toBeGreaterThan(0);
});

test("every skill of the starter catalogue passes vetting and is listed at its price", async () => {
  const publisher = await makeAccount();
  for (const { slug, priceLamports } of entries) {
    const skillPackage = readSkill(path.join(CATALOGUE, slug), publisher.address);
    const request = { actor: publisher, package: skillPackage, source: "catalogue" as const };
    await publishVersion({ ...request, priceLamports: BigInt(priceLamports) });
  }
  await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
  const held = await database().vettingJob.findMany({
    where: { vettingStatus: { not: "approved" } },
    select: { summary: true, version: { select: { skill: { select: { slug: true } } } } },
  });
  expect(held).toEqual([]);
  const { rows } = await searchSkills({ limit: 100 });
  expect(new Map(rows.map((row) => [row.slug, row.priceLamports]))).toEqual(
    new Map(entries.map((entry) => [entry.slug, entry.priceLamports])),
  );
});

function readSkill(directory: string, wallet: string) {
  const names = fs.readdirSync(directory, { recursive: true, encoding: "utf8" });
  const files = names.filter(
    (name) => fs.statSync(path.join(directory, name)).isFile() && !name.includes("__pycache__"),
  );
  return assemblePackage(
    files.map((name) => {
      const bytes = fs.readFileSync(path.join(directory, name));
      const text = () => Buffer.from(bytes.toString("utf8").replaceAll(WALLET_PLACEHOLDER, wallet));
      return { path: name.split(path.sep).join("/"), bytes: name === "SKILL.md" ? text() : bytes };
    }),
    path.basename(directory),
  );
}
