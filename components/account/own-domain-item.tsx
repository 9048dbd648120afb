import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/code/code-block";
import { When } from "@/components/ui/values";
import { slot } from "@/components/ui/sentences";
import type { OwnDomain } from "@/lib/identity/domains/own-domains";
import { DomainName } from "@/components/skill/publisher";

interface OwnDomainItemProps {
  own: OwnDomain;
  check: (form: FormData) => Promise<void>;
  remove: (form: FormData) => Promise<void>;
  /** User name of the organisation that has it; absent for the reader's own. */
  organisation?: string;
}

/**
 * A domain of an account: whether it is proven, what the DNS said last, the record that proves it, and what can
 * be done.
 */
export function OwnDomainItem({ own, check, remove, organisation }: OwnDomainItemProps) {
  const t = useTranslations("settings.domains");
  const { domain, record, provenAt, finding } = own;
  const id = `domain-${domain}`;
  const about = (
    <>
      <input type="hidden" name="domain" value={domain} />
      {organisation === undefined ? null : <input type="hidden" name="organisation" value={organisation} />}
    </>
  );
  return (
    <li className="grid gap-3 border-b border-line py-4 text-14">
      <div>
        <p id={id} className="wrap-anywhere">
          <DomainName domain={domain} />
        </p>
        <DomainState own={own} />
      </div>
      <details open={provenAt === null || finding !== "seen"}>
        <summary className="link">{t("record")}</summary>
        <p className="max-w-[68ch] pt-2 text-ink-2">{t("record-text")}</p>
        <div className="grid gap-3 pt-3">
          <CodeBlock title={t("record-name")} code={record.name} wrap />
          <CodeBlock title={t("record-value")} code={record.value} wrap />
        </div>
      </details>
      <div className="acts items-start">
        <form action={check}>
          {about}
          <button type="submit" className="btn" aria-describedby={id}>
            {t("check")}
          </button>
        </form>
        <details>
          <summary className="btn btn-quiet" aria-describedby={id}>
            {t("remove")}
          </summary>
          <form action={remove} className="grid max-w-[36ch] justify-items-start gap-2 pt-2 text-13">
            <p>{t("remove-text")}</p>
            {about}
            <button type="submit" className="btn btn-sm btn-danger" aria-describedby={id}>
              {t("remove-now")}
            </button>
          </form>
        </details>
      </div>
    </li>
  );
}

function DomainState({ own: { provenAt, finding, checkedAt } }: { own: OwnDomain }) {
  const t = useTranslations("settings.domains");
  const found = useTranslations("settings.outcome.fields.domains");
  return (
    <div className="text-13 text-ink-2">
      <p>
        {provenAt === null
          ? t("unproven")
          : t.rich("proven", { day: slot(<When iso={provenAt} as="day" />) })}
      </p>
      {checkedAt === null ? null : (
        <p>{t.rich("checked", { moment: slot(<When iso={checkedAt} as="second" />) })}</p>
      )}
      {finding === null || finding === "seen" ? null : <p className="text-caution">{found(finding)}</p>}
      {provenAt === null || finding === "seen" ? null : <p>{t("still-shown")}</p>}
    </div>
  );
}
