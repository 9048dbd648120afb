import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { type DomainError, skillQuarantined } from "@/lib/kernel/errors";
import { selectDetails, type DetailRow } from "@/lib/catalogue/skill-page/detail-repository";
import type { ExampleView, SkillDetail } from "@/lib/registry/views";
import { findSkillRows, type AskedSkill, type FoundSkill } from "@/lib/search/rows";
import { findSkill } from "@/lib/registry/find-skill";
import { timeLimitMs } from "@/lib/running/time-limit";
import { notPublished, versionClosed } from "@/lib/registry/versions/find-version";

export type { AskedSkill };

/**
 * Skills as their pages show them, in the order they are asked for: each in its latest version, or the one asked for,
 * or the reason it is not shown (SKILL_NOT_FOUND, also for a skill nothing was published of, VERSION_NOT_FOUND,
 * SKILL_QUARANTINED, VERSION_CLOSED). Expired drafts and yanked versions are found. Two queries for all of them, and one for each that
 * is missing.
 */
export async function readSkills(
  asked: readonly AskedSkill[],
  clock: Clock = systemClock,
): Promise<(SkillDetail | DomainError)[]> {
  const now = clock.now();
  const found = await findSkillRows(asked, now);
  const shown = found.flatMap((one) =>
    one?.quarantineReason === null && one.closed === null ? [one.versionId] : [],
  );
  const details = shown.length === 0 ? [] : await selectDetails(database(), [...new Set(shown)], now);
  return Promise.all(
    asked.map(async ({ slugOrId, version }, place) => {
      const one = found[place];
      if (!one) return describeMissing(slugOrId, version);
      if (one.quarantineReason !== null) return skillQuarantined(slugOrId, one.quarantineReason);
      if (one.closed !== null) return versionClosed(one.row.slug, one.row.version, one.closed);
      const detail = details.find(({ versionId }) => versionId === one.versionId);
      if (!detail) throw new Error(`version ${one.versionId} vanished`);
      return toSkillDetail(one, detail);
    }),
  );
}

function toSkillDetail(
  { row, isLatest, latestVersion, nextVersion, filesGiven }: FoundSkill,
  { seals, ...detail }: DetailRow,
): SkillDetail {
  const timeoutMs = timeLimitMs(detail.timeoutMs, BigInt(row.priceLamports));
  const shown = toDetail(filesGiven ? detail : withoutFiles(detail));
  return { ...row, isLatest, latestVersion, nextVersion, filesGiven, seals, ...shown, timeoutMs };
}

/** What is public of a skill whose files are not given: nothing that is a text of a file, or quotes one. */
function withoutFiles<Row extends Pick<DetailRow, "skillMd" | "manifest" | "findings" | "executableFiles">>(
  row: Row,
): Row {
  return {
    ...row,
    skillMd: "",
    // What a version was published with as experience is a file of its own.
    manifest: { ...row.manifest, body: "", evolution: { ...row.manifest.evolution, experience: undefined } },
    findings: row.findings.map((finding) => ({ ...finding, evidence: null })),
    executableFiles: row.executableFiles && [],
  };
}

async function describeMissing(slugOrId: string, version: string | undefined): Promise<DomainError> {
  const skill = await findSkill(database(), slugOrId);
  if (skill?.quarantineReason) return skillQuarantined(slugOrId, skill.quarantineReason);
  if (!skill?.latestVersionId) return notPublished(slugOrId);
  return notPublished(skill.slug, version ?? "");
}

type FromDetail = Omit<
  SkillDetail,
  keyof FoundSkill["row"] | "isLatest" | "latestVersion" | "nextVersion" | "filesGiven" | "seals"
>;

function toDetail({
  examples,
  replays,
  examplesCheckedAt,
  vetting,
  createdAt,
  ...detail
}: Omit<DetailRow, "seals">): FromDetail {
  return {
    ...detail,
    createdAt: createdAt.toISOString(),
    body: detail.manifest.body,
    examples: examples.map((example, position) => toExampleView(example, position, replays)),
    examplesCheckedAt: examplesCheckedAt?.toISOString() ?? null,
    vetting: vetting ?? {
      engineVersion: null,
      reportDigest: null,
      summary: null,
      finishedAt: null,
      picture: null,
      opinion: null,
      letThrough: false,
      earlier: [],
    },
  };
}

/** An example with what its last replay gave. */
function toExampleView(
  { name, description, tags, input, output }: DetailRow["examples"][number],
  position: number,
  replays: DetailRow["replays"],
): ExampleView {
  const replay = replays.find((one) => one.position === position);
  return {
    position,
    name: name ?? null,
    description: description ?? null,
    tags: tags ?? [],
    input,
    output,
    replay: replay
      ? {
          state: replay.state,
          matchRule: replay.matchRule,
          wallMs: replay.wallMs,
          detail: replay.detail,
          replayedAt: replay.replayedAt,
        }
      : null,
  };
}
