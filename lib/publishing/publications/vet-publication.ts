import { database } from "@/lib/db/client";
import { logger } from "@/lib/kernel/observability/logger";
import { unpackedBytes } from "@/lib/package";
import { checkPackage } from "@/lib/publishing/check-package";
import { unpack } from "@/lib/publishing/publications/read-publication";
import { RAN_AT, waitingChecks, type VettingCheck } from "@/lib/publishing/publications/publication";
import { findArchive, moveVetting, type Vetted } from "@/lib/publishing/publications/repository";
import { tryExamples } from "@/lib/running/examples/try-examples";
import type { SkillCheck } from "@/lib/skill-format";
import { countIssues } from "@/lib/skill-format/issues/count-issues";
import { currentScanner, MAX_SCANS } from "@/lib/vetting/current-scanner";
import { RULES } from "@/lib/vetting/rules/rule";

class NotJudged extends Error {}

interface QueuedPublication {
  publicationId: string;
  packageDigest: string;
}

const vettedOf = ({ publicationId: id, packageDigest }: QueuedPublication): Vetted => ({ id, packageDigest });

type Outcome = Pick<VettingCheck, "state" | "counts" | "reason" | "unmatched">;

/**
 * Vets a package under way, check by check, and keeps each outcome with its time as it comes, for the page to show. It
 * decides nothing: publishing vets the same bytes again, by the same rules. A package that was changed meanwhile is
 * left alone; one that cannot be judged is given up after a few tries. Throws when something else was in the way.
 */
export async function vetPublication(
  publication: QueuedPublication,
  { attempt = 1 }: { attempt?: number } = {},
): Promise<void> {
  const vetted = vettedOf(publication);
  const archive = await findArchive(database(), vetted);
  if (archive === null || !(await keep(vetted, waitingChecks(), ["queued", "running"]))) return;
  try {
    await vetEach(vetted, archive);
  } catch (error) {
    if (!(error instanceof NotJudged) || attempt < MAX_SCANS) throw error;
    logger.error({ ...publication, error }, "a package that cannot be judged is given up");
    await giveUpVettingOfPublication(publication);
  }
}

/** Vetting that could not be completed is `failed`: its page offers to ask for it again. */
export async function giveUpVettingOfPublication(publication: QueuedPublication): Promise<void> {
  await moveVetting(database(), vettedOf(publication), {
    from: ["queued", "running"],
    vettingState: "failed",
  });
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
    const value = await unpack(archive);
    const bytes = unpackedBytes(value.files);
    return { value, outcome: { state: "passed" as const, counts: { files: value.files.length, bytes } } };
  });
  const check = await run("formats", async () => {
    const value = await checkPackage({ skillPackage });
    return { value, outcome: outcomeOfFormats(value) };
  });
  const judgement = await run("rules", async () => {
    const value = await currentScanner()(skillPackage).catch((cause: unknown) => {
      throw new NotJudged("the package could not be judged", { cause });
    });
    const { findings, verdict } = value.vetting.report;
    const states = { approved: "passed", caution: "warned", rejected: "failed" } as const;
    const counts = { rules: RULES.length, findings: findings.length };
    return { value, outcome: { state: states[verdict], counts } };
  });
  await run("examples", async () => {
    const { obstacle, total, proven, unmatched, ranAt } = await tryExamples(skillPackage, check.manifest);
    const state: VettingCheck["state"] =
      obstacle !== null ? "skipped" : proven === total ? "passed" : "warned";
    const reason = obstacle === null ? {} : { reason: obstacle };
    const counts = { total, proven, ...(ranAt === null ? {} : { [RAN_AT]: ranAt.getTime() }) };
    return { value: null, outcome: { state, ...reason, counts, unmatched } };
  });
  await moveVetting(database(), vetted, {
    from: ["running"],
    vettingState: "done",
    vettingStatus: judgement.status,
    findings: [...judgement.vetting.report.findings],
  });
}

function outcomeOfFormats({ reports }: SkillCheck): Outcome {
  const { error: errors, warning: warnings } = countIssues(reports);
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
