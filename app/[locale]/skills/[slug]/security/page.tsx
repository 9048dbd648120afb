import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageLocale, recallWritten } from "@/app/[locale]/form-outcome";
import { AdvisoryTable } from "@/components/advisories/advisory-table";
import { PageSection } from "@/components/ui/page-parts";
import { advisoryWords } from "@/lib/advisories/advisory-words";
import { listAdvisories } from "@/lib/advisories/read-advisories";
import { ChallengeSection } from "@/components/audits/challenge-section";
import { SecurityTab } from "@/components/skill/security/security-tab";
import { SkillFrame } from "@/components/skill/skill-frame";
import { bondPath, skillPath } from "@/components/skill/links";
import { currentActor } from "@/lib/web/auth/current-actor";
import { listBonds } from "@/lib/audits/bond/deposits";
import { listChallenges } from "@/lib/audits/challenges";
import { listSignedAudits } from "@/lib/audits/seals";
import { countUndeclared } from "@/lib/vetting/undeclared-use";
import { decideVerdict } from "@/lib/vetting/verdict";
import { firstOf, loadSkill, skillMetadata, type SkillPageProps } from "../load-skill";
import { answerChallengeAction, challengeAction } from "@/app/[locale]/skills/[slug]/actions";
import type { CheckableSeal } from "@/components/skill/install/install-box";
import type { SkillDetail } from "@/lib/registry/views";
import { findAddressBytes } from "@/lib/chain/solana/address";
import { asViewer } from "@/lib/web/auth/as-viewer";

const MOST_ADVISORIES = 20;

export async function generateMetadata(props: SkillPageProps): Promise<Metadata> {
  const t = await getTranslations("skill.tabs");
  return skillMetadata(props, "security", t("security"));
}

export default async function SkillSecurityPage(props: SkillPageProps) {
  const locale = await pageLocale();
  await recallWritten(firstOf((await props.searchParams)["field"]));
  const [data, query] = await Promise.all([loadSkill(props), props.searchParams]);
  const { skill } = data;
  const path = skillPath(skill.slug, "security", data.pinned);
  const [t, { advisories }, audits, challenges, actor] = await Promise.all([
    getTranslations("advisories.notice"),
    listAdvisories({ skill: skill.id, limit: MOST_ADVISORIES }),
    asViewer(() => listSignedAudits(skill.versionId)),
    listChallenges({ versionId: skill.versionId }),
    currentActor(),
  ]);
  const opened = challenges.some(
    ({ state, challenger }) => state === "open" && challenger === actor?.username,
  );
  const refused = data.isOwn ? "own" : opened ? "opened" : null;
  const open =
    skill.auditState === "Unverified" ? null : (refused ?? challengeAction.bind(null, skill.versionId, path));
  // An upheld challenge ends the state in which a skill's page leads to its deposit, but not the way to be paid.
  const isBonded = skill.challenges.upheld > 0 && (await listBonds(skill.versionId)).length > 0;
  const deposit = isBonded ? bondPath(skill.slug, data.pinned) : null;
  return (
    <SkillFrame {...data} tab="security">
      <SecurityTab
        skill={skill}
        pinned={data.pinned}
        audits={audits}
        origin={data.origin}
        checkable={checkableSeal(skill)}
        undeclared={countUndeclared(skill.findings)}
        isHeldNow={skill.vettingStatus === "approved" && decideVerdict(skill.findings) !== "approved"}
      />
      <PageSection id="advisories" title={t("section")} remark={t("remark")} className="part">
        {advisories.length === 0 ? (
          <p className="pt-3 text-14 text-ink-2">{t("none")}</p>
        ) : (
          <AdvisoryTable
            ofSkill
            advisories={advisories.map((each) => ({ ...each, words: advisoryWords(each, locale) }))}
          />
        )}
      </PageSection>
      <ChallengeSection
        challenges={challenges}
        signIn={actor ? null : `/sign-in?return=${encodeURIComponent(path)}`}
        open={open}
        answer={data.isOwn ? answerChallengeAction.bind(null, path) : null}
        deposit={deposit}
        problem={firstOf(query["problem"])}
        wrong={firstOf(query["field"])}
      />
    </SkillFrame>
  );
}

/** RFC 8410: what stands before the 32 bytes of an Ed25519 key. */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** The newest seal that counts and covers this very package; a carried one covers another and is checked there. */
function checkableSeal(skill: SkillDetail): CheckableSeal | null {
  const seal = skill.seals.find(
    ({ counts, packageDigest }) => counts && packageDigest === skill.packageDigest,
  );
  const key = seal === undefined ? null : findAddressBytes(seal.verifierAddress);
  if (seal === undefined || !key) return null;
  const der = Buffer.concat([SPKI_PREFIX, key]).toString("base64");
  return { seal, verifierPem: `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----` };
}
