import { database } from "@/lib/db/client";
import { unpackedBytes } from "@/lib/package";
import { unpack } from "@/lib/publishing/get-publication";
import { waitingChecks, type VettingCheck } from "@/lib/publishing/publication";
import { findArchive, moveVetting, type Vetted } from "@/lib/publishing/repository";
import { tryExamples } from "@/lib/running/try-examples";
import { checkSkill, type SkillCheck } from "@/lib/skill-format";
import { judgePackage } from "@/lib/vetting/judge-package";
import { RULES } from "@/lib/vetting/rules";

type Outcome = Pick<VettingCheck, "state" | "counts">;

/**
 * Vets a package under way, check by check, and keeps each outcome with its time as it comes, for the page to show. It
 * decides nothing: publishing vets the same bytes again, by the same rules. A package that was changed meanwhile is left
 * alone.
 */
export async function vetPublication(
  { publicationId: id, packageDigest }: { publicationId: string; packageDigest: string },
  { lastAttempt = false }: { lastAttempt?: boolean } = {},
): Promise<void> {
  const vetted: Vetted = { id, packageDigest };
  const archive = await findArchive(database(), vetted);
  if (archive === null || !(await keep(vetted, waitingChecks(), ["queued", "running"]))) return;
  try {
    await vetEach(vetted, archive);
  } catch (error) {
    if (lastAttempt)
      await moveVetting(database(), vetted, { from: ["queued", "running"], vettingState: "failed" });
    throw error;
  }
}

async function vetEach(vetted: Vetted, archive: Uint8Array): Promise<void> {
  const checks = waitingChecks();
  const run = async <T>(
    kind: VettingCheck["kind"],
    work: () => Promise<{ outcome: Outcome; value: T }>,
  ): Promise<T> => {
    const at = checks.findIndex((check) => check.kind === kind);
    checks[at] = { kind, state: "running", ms: null, counts: {} };
    await keep(vetted, checks);
    const began = performance.now();
    const { outcome, value } = await work();
    checks[at] = { kind, ...outcome, ms: Math.round(performance.now() - began) };
    await keep(vetted, checks);
    return value;
  };
  const skillPackage = await run("archive", async () => {
    const value = unpack(archive);
    const bytes = unpackedBytes(value.files);
    return { value, outcome: { state: "passed" as const, counts: { files: value.files.length, bytes } } };
  });
  const check = await run("formats", async () => {
    const value = checkSkill({ files: new Map(skillPackage.files.map(({ path, bytes }) => [path, bytes])) });
    return { value, outcome: outcomeOfFormats(value) };
  });
  const judgement = await run("rules", async () => {
    const value = judgePackage(skillPackage);
    const { findings, verdict } = value.vetting.report;
    const states = { approved: "passed", caution: "warned", rejected: "failed" } as const;
    const counts = { rules: RULES.length, findings: findings.length };
    return { value, outcome: { state: states[verdict], counts } };
  });
  await run("examples", async () => {
    const { obstacle, total, proven } = await tryExamples(skillPackage, check.manifest);
    const state: VettingCheck["state"] =
      obstacle !== null ? "skipped" : proven === total ? "passed" : "warned";
    return { value: null, outcome: { state, counts: { total, proven } } };
  });
  await moveVetting(database(), vetted, {
    from: ["running"],
    vettingState: "done",
    vettingStatus: judgement.status,
    findings: [...judgement.vetting.report.findings],
  });
}

function outcomeOfFormats({ reports }: SkillCheck): Outcome {
  const issues = reports.flatMap((report) => report.issues);
  const count = (severity: string) => issues.filter((issue) => issue.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const state = errors > 0 ? "failed" : warnings > 0 ? "warned" : "passed";
  return { state, counts: { dialects: reports.length, errors, warnings } };
}

function keep(
  vetted: Vetted,
  checks: readonly VettingCheck[],
  from: readonly ("queued" | "running")[] = ["running"],
) {
  return moveVetting(database(), vetted, { from, vettingState: "running", checks });
}
