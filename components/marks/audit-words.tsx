import { useLocale, useTranslations } from "next-intl";
import { auditWords, type AuditFacts } from "@/components/marks/audit-text";
import { auditWordClass, Seal } from "@/components/marks/seal";

interface AuditWordsProps {
  skill: AuditFacts;
}

/** The audit state of a version in words: what "Audited" says of it, or the deposit behind it. */
export function AuditWords({ skill }: AuditWordsProps) {
  return auditWords(skill, useTranslations("common.audit"), useLocale());
}

/** The same with the mark of the state, in its colour. */
export function AuditMark({ skill, size = 18 }: AuditWordsProps & { size?: number }) {
  return (
    <span
      className={`mark font-normal whitespace-normal [&>svg]:shrink-0 ${auditWordClass(skill.auditState)}`}
    >
      <Seal state={skill.auditState} size={size} />
      <span>
        <AuditWords skill={skill} />
      </span>
    </span>
  );
}
