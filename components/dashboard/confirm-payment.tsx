import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/code/code-block";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import type { Confirmation } from "@/lib/payments/limits/ask-person";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format";

/** What an agent wants to pay, and the word by which its person lets it; null for a price that nobody can pay any more. */
export function ConfirmPayment({ confirmation }: { confirmation: Confirmation | null }) {
  const t = useTranslations("spending.confirm");
  if (confirmation === null)
    return (
      <PageSection id="confirm" title={t("title")} className="mt-8">
        <div className="mt-3">
          <Note title={t("ended")}>{t("endedDetail")}</Note>
        </div>
      </PageSection>
    );
  const { skill, version, priceLamports, payeeAddress, word } = confirmation;
  return (
    <PageSection id="confirm" title={t("title")} className="mt-8">
      <p className="mt-3 max-w-[640px] break-words">
        {t("what", {
          skill: `${skill}@${version}`,
          sol: formatSol(`${priceLamports}`),
          lamports: formatLamports(`${priceLamports}`),
          payee: payeeAddress,
        })}
      </p>
      <p className="mt-2 max-w-[640px]">{t("how")}</p>
      <div className="mt-3 max-w-[640px]">
        <CodeBlock code={word} title={t("word")} wrap />
      </div>
    </PageSection>
  );
}
