import { useTranslations } from "next-intl";
import { InputField } from "@/components/forms/input-field";
import { useFieldProblem } from "@/components/forms/use-field-problem";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import { verdictOf } from "@/components/review/signed-verdict";
import { skillPath } from "@/components/skill/skill-path";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import type { OwnAudit } from "@/lib/audits/seals";

interface OwnAuditsProps {
  audits: readonly OwnAudit[];
  revoke: (form: FormData) => Promise<void>;
}

/** What the verifier has signed; each can be taken back with a reason. */
export function OwnAudits({ audits, revoke }: OwnAuditsProps) {
  const t = useTranslations("review");
  if (audits.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="signed">
      <SectionHead id="signed" title={t("ownAudits")} remark={t("ownAuditsRemark")} />
      <ul className="divide-y divide-line">
        {audits.map((audit) => (
          <li key={audit.id} className="flex flex-wrap items-end justify-between gap-4 py-3">
            <p>
              <SiteLink className="link" href={skillPath(audit.slug, "security", audit.version)}>
                {audit.slug}
              </SiteLink>{" "}
              <span className="font-mono">{audit.version}</span>{" "}
              <span className="text-14 text-ink-2">
                {t(`signedVerdict.${verdictOf(audit.verdict)}`)} <When iso={audit.issuedAt} as="day" />
              </span>
              {audit.overturned ? <span className="text-14 text-danger"> {t("overturned")}</span> : null}
              {audit.unfounded ? <span className="text-14 text-danger"> {t("unfounded")}</span> : null}
            </p>
            {audit.revokedAt === null ? (
              <RevokeForm audit={audit} revoke={revoke} />
            ) : (
              <p className="text-14 text-danger">{t("revoked")}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function RevokeForm({ audit, revoke }: { audit: OwnAudit; revoke: OwnAuditsProps["revoke"] }) {
  const t = useTranslations("review");
  const form = `revoke ${audit.id}`;
  const written = writtenIn(form);
  const problem = useFieldProblem(wrongIn(form));
  return (
    <details open={written !== null}>
      <summary className="text-14">
        {t("revoke")}
        <span className="vh"> {audit.slug}</span>
      </summary>
      <form action={revoke} className="flex flex-wrap items-end gap-3 pt-2">
        <input type="hidden" name="audit" value={audit.id} />
        <InputField
          id={`revoke-${audit.id}`}
          name="reason"
          label={t("revokeReason")}
          required
          maxLength={500}
          defaultValue={written?.["reason"]}
          problem={problem("reason", t("revokeReason"))}
        />
        <button type="submit" className="btn btn-danger">
          {t("revokeNow")}
        </button>
      </form>
    </details>
  );
}
