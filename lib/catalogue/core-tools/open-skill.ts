import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { findConfusableName, type Resembled } from "@/lib/registry/names/confusable-names";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { listFiles } from "@/lib/registry/packages/read-package";
import { readPackageFile, readPackageFiles } from "@/lib/catalogue/skill-page/read-package-file";
import { listOffered, loadRunnable } from "@/lib/running/calls/load-runnable";
import { statedHints, type JsonSchema, type SkillTool, type StatedHints } from "@/lib/skill-format";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

/** What a conversation keeps of a skill it has activated: small, whatever the package holds. */
export interface OpenSkill {
  slug: string;
  version: string;
  versionId: string;
  title: string;
  description: string;
  priceLamports: bigint;
  hints: StatedHints;
  /** The older skill of another account that it may be taken for by its name. */
  resembled: Resembled | null;
  /** Files a model can read on demand: rules, references and other texts, SKILL.md among them. */
  files: string[];
  /** Null when the market cannot run the skill; its instructions can be followed all the same. */
  call: {
    inputSchema: JsonSchema | null;
    outputSchema: JsonSchema | null;
    entryPoint: string;
    tools: readonly SkillTool[];
  } | null;
}

const MAX_FILES = 200;
/** A longer text is no instruction to a model. */
const MAX_TEXT_CHARACTERS = 100_000;

/**
 * The latest published version of a skill, or the one that was activated, as far as activating it needs it. Throws
 * SKILL_NOT_FOUND, SKILL_QUARANTINED, VERSION_NOT_AVAILABLE, VERSION_NOT_FOUND, and FILES_NOT_GIVEN: what is activated is read.
 */
export async function openSkill(slugOrId: string, activated?: string): Promise<OpenSkill> {
  const found = await getSkill(slugOrId, activated === undefined ? {} : { version: activated });
  await assertNotYanked(found);
  assertFilesGiven(found);
  const { slug, version, versionId, ...detail } = found;
  const [files, call, resembled] = await Promise.all([
    listFiles(versionId),
    findCall(slug, version),
    findConfusableName(found),
  ]);
  return {
    slug,
    version,
    versionId,
    title: detail.displayName,
    description: detail.description,
    priceLamports: BigInt(detail.priceLamports),
    hints: statedHints(detail.manifest),
    resembled,
    files: files
      .filter(({ isText }) => isText)
      .slice(0, MAX_FILES)
      .map(({ path }) => path),
    call,
  };
}

/** Whether all of them are as they were when they were opened. */
export async function areStillOffered(skills: readonly OpenSkill[]): Promise<boolean> {
  const offered = await listOffered(skills.map(({ versionId }) => versionId));
  return skills.every(({ versionId }) => offered.has(versionId));
}

/** Throws what has become of a skill since it was opened: SKILL_QUARANTINED, VERSION_NOT_AVAILABLE. */
export async function assertStillOffered(skill: OpenSkill): Promise<void> {
  if (await areStillOffered([skill])) return;
  const { slug, version } = skill;
  await assertNotYanked(await getSkill(slug, { version }));
  throw new DomainError("VERSION_NOT_AVAILABLE", `${slug} ${version} is not offered any more.`);
}

/**
 * A text of the package, cut at 100,000 characters. Throws NOT_FOUND, also for what is no text, PACKAGE_CORRUPT, and
 * what `assertStillOffered` throws.
 */
export async function readSkillText(skill: OpenSkill, path: string): Promise<string> {
  await assertStillOffered(skill);
  const { bytes } = await readPackageFile(skill.versionId, skill.files.includes(path) ? path : "");
  return toText(bytes);
}

/** Several texts of the package with their paths, cut in the same way; throws the same. */
export async function readSkillTexts(
  skill: OpenSkill,
  paths: readonly string[],
): Promise<[path: string, text: string][]> {
  await assertStillOffered(skill);
  const read = await readPackageFiles(
    skill.versionId,
    paths.filter((path) => skill.files.includes(path)),
  );
  return read.map(({ path, bytes }) => [path, toText(bytes)]);
}

function toText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * MAX_TEXT_CHARACTERS));
  return text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}\n[cut here]` : text;
}

async function findCall(slug: string, version: string): Promise<OpenSkill["call"]> {
  try {
    const { inputSchema, outputSchema, entryPoint, tools } = await loadRunnable(slug, version);
    return { inputSchema, outputSchema, entryPoint: entryPoint ?? "", tools };
  } catch (error) {
    if (isDomainError(error, "SKILL_NOT_RUNNABLE") || isDomainError(error, "VERSION_NOT_AVAILABLE"))
      return null;
    throw error;
  }
}
