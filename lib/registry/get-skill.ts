import { systemClock, type Clock } from "@/lib/clock";
import { toSealView } from "@/lib/audits/list-seals";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { selectDetail, type DetailRow, type JsonSeal } from "@/lib/registry/detail-repository";
import type { ExampleView, SkillDetail } from "@/lib/registry/views";
import { findSkillRow } from "@/lib/search/find-skill-row";
import { skillQuarantined } from "@/lib/registry/skill-quarantined";
import { findSkill } from "@/lib/registry/skills-repository";

/**
 * A skill's page: the latest version, or the one asked for. Two queries. Expired drafts and yanked versions are still
 * found by their address. Throws SKILL_NOT_FOUND (also for a skill nothing was published of), VERSION_NOT_FOUND, and
 * SKILL_QUARANTINED with the reason.
 */
export async function getSkill(
  slugOrId: string,
  { version, clock = systemClock }: { version?: string; clock?: Clock } = {},
): Promise<SkillDetail> {
  const now = clock.now();
  const found = await findSkillRow(slugOrId, version, now);
  if (!found) throw await describeMissing(slugOrId, version);
  if (found.quarantineReason !== null) throw skillQuarantined(slugOrId, found.quarantineReason);
  const { row, versionId, isLatest, latestVersion } = found;
  const { seals: stored, ...detail } = await selectDetail(database(), versionId, now);
  const seals = stored.map((seal) => toSealView(withMoments(seal), now));
  return { ...row, versionId, isLatest, latestVersion, seals, ...toDetail(detail) };
}

function withMoments({ issuedAt, expiresAt, revokedAt, verifierRevokedAt, upheldAt, ...seal }: JsonSeal) {
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...seal,
    issuedAt: new Date(issuedAt),
    expiresAt: new Date(expiresAt),
    revokedAt: moment(revokedAt),
    verifierRevokedAt: moment(verifierRevokedAt),
    upheldAt: moment(upheldAt),
  };
}

async function describeMissing(slugOrId: string, version: string | undefined): Promise<DomainError> {
  const skill = await findSkill(database(), slugOrId);
  if (skill?.quarantineReason) return skillQuarantined(slugOrId, skill.quarantineReason);
  if (!skill?.latestVersionId)
    return new DomainError("SKILL_NOT_FOUND", `There is no published skill "${slugOrId}".`);
  return new DomainError("VERSION_NOT_FOUND", `"${skill.slug}" has no published version ${version ?? ""}.`);
}

type FromDetail = Omit<
  SkillDetail,
  | keyof NonNullable<Awaited<ReturnType<typeof findSkillRow>>>["row"]
  | "versionId"
  | "isLatest"
  | "latestVersion"
  | "seals"
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
    vetting: vetting ?? { engineVersion: null, reportDigest: null, summary: null, finishedAt: null },
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
