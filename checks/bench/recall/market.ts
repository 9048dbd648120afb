import { stringify } from "yaml";
import { createAccount } from "@/lib/identity/accounts/accounts";
import { drainJobs } from "@/lib/platform/jobs/work";
import { assemblePackage } from "@/lib/package";
import { publishVersion, runVetting } from "@/lib/publishing/publish-version";
import { refreshStatistics } from "@/lib/registry/statistics/refresh-statistics";
import { recountWords } from "@/lib/search/listing/renew-search-words";

/** One skill of a retrieval set. */
export interface SetSkill {
  id: string;
  name: string;
  description: string;
  displayName?: string;
  tags?: string[];
  capabilities?: string[];
  triggers?: string[];
  category?: string;
}

/** Publishes the skills as uploads are, by one account; returns the id of each by the name it has in the market. */
export async function publishSet(skills: readonly SetSkill[]): Promise<Map<string, string>> {
  const { accountId } = await createAccount({ username: "retrieval" });
  const ids = new Map<string, string>();
  const left: string[] = [];
  for (const skill of skills) {
    try {
      const { slug } = await publishVersion({
        source: "multipart",
        actor: { accountId },
        package: toPackage(skill),
      });
      ids.set(slug, skill.id);
    } catch (error) {
      left.push(`${skill.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await drainJobs({ vet_version: ({ vettingJobId }) => runVetting(vettingJobId) });
  await refreshStatistics(new Date());
  await recountWords();
  if (left.length > 0) console.log(`${left.length} were refused, the first: ${left[0]}`);
  return ids;
}

function toPackage({ name, displayName, ...skill }: SetSkill) {
  const rest = { ...skill, id: undefined };
  const slug = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  const frontMatter = {
    name: slug,
    version: "1.0.0",
    license: "MIT",
    ...rest,
    ...(displayName === undefined || displayName === name ? {} : { display_name: displayName }),
  };
  const text = `---\n${stringify(frontMatter)}---\n# ${displayName ?? name}\n\n${rest.description}\n`;
  return assemblePackage([{ path: "SKILL.md", bytes: Buffer.from(text) }]);
}
