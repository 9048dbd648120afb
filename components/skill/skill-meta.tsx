import { useTranslations } from "next-intl";
import { TrustMark } from "@/components/marks/trust-mark";
import { AccessText } from "@/components/skill/security/access-text";
import { accessWords, undeclaredWords } from "@/components/skill/security/access-words";
import { Proven } from "@/components/skill/examples/proven";
import { Icon } from "@/components/ui/icon";
import { exactSol } from "@/lib/i18n/format-lamports";
import type { AccessView, SkillRow } from "@/lib/registry/views";

/** Who checked it, who stands behind it, proof, what it may touch, and platforms: the same order in every row. */
export function SkillMeta({ skill }: { skill: SkillRow }) {
  const t = useTranslations("common");
  return (
    <ul className="row-meta">
      <li>
        <AuditWords skill={skill} />
      </li>
      <li>
        <TrustMark level={skill.trustLevel} size={16} />
        {t(`trust.${skill.trustLevel}`)}
      </li>
      {skill.examplesTotal > 0 ? (
        <li>
          <Proven proven={skill.examplesProven} total={skill.examplesTotal} />
        </li>
      ) : null}
      <li>
        <AccessSummary access={skill.access} />
      </li>
      {skill.rating.average === null ? null : (
        <li>{t("rated", { average: skill.rating.average.toFixed(1), count: skill.rating.count })}</li>
      )}
      <li>
        {skill.convertsTo.length > 0 ? t("platforms", { count: skill.convertsTo.length }) : t("manual")}
      </li>
    </ul>
  );
}

/** The audit state in words, with the bond or the version it is carried from. */
function AuditWords({
  skill,
}: {
  skill: Pick<SkillRow, "auditState" | "auditCarriedFrom" | "bondLamports">;
}) {
  const t = useTranslations("common.audit");
  if (skill.auditState === "Optimistic" && skill.bondLamports !== null) {
    return t("bonded", { amount: exactSol(skill.bondLamports) });
  }
  if (skill.auditState === "Audited" && skill.auditCarriedFrom !== null) {
    return t("carried", { version: skill.auditCarriedFrom });
  }
  return t(skill.auditState);
}

function AccessSummary({ access }: { access: AccessView }) {
  const isClosed = accessWords(access).length + undeclaredWords(access).length === 0;
  return (
    <>
      <Icon name={isClosed ? "lock" : "plug"} size={14} />
      <AccessText access={access} />
    </>
  );
}
