import type { Metadata } from "next";
import { OverviewTab } from "@/components/skill/overview/overview-tab";
import { skillData } from "@/components/skill/skill-data";
import { scriptJson } from "@/components/site/island";
import { SkillFrame } from "@/components/skill/skill-frame";
import { listNamedSkills } from "@/lib/catalogue/skill-page/named-skills";
import { listFiles } from "@/lib/registry/packages/read-package";
import { estimateTokens } from "@/lib/skill-format";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "./load-skill";
import { RunSlot } from "./run-slot";
import { asViewer } from "@/lib/web/auth/as-viewer";

export function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  return skillMetadata(props, "overview");
}

export default async function SkillPage(props: SkillPageProps) {
  const data = await loadSkill(props);
  const asked = await props.searchParams;
  const source = firstOf(asked["view"]) === "source";
  const tool = firstOf(asked["tool"]);
  const files = await asViewer(() => listFiles(data.skill.versionId));
  const facts = scriptJson(skillData(data.skill, data.origin));
  return (
    <SkillFrame
      {...data}
      tab="overview"
      run={<RunSlot skill={data.skill} median={data.median} tool={tool} pinned={data.pinned} />}
    >
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: facts }} />
      <OverviewTab
        skill={data.skill}
        pinned={data.pinned}
        source={source}
        tokens={estimateTokens(data.skill.skillMd)}
        files={files.map(({ path }) => path)}
        named={await listNamedSkills(data.skill)}
      />
    </SkillFrame>
  );
}
