import { useTranslations } from "next-intl";
import { ClaimActs } from "@/components/claim/claim-acts";
import { ClaimFrame } from "@/components/claim/claim-frame";
import { Elsewhere } from "@/components/claim/elsewhere";

/** The page of a link that leads nowhere; `text` where other links are meant than those of drafts. */
export function UnknownLink({ path, text }: { path: string; text?: string }) {
  const t = useTranslations("claim");
  return (
    <ClaimFrame path={path} title={t("unknown")} lead={text ?? t("unknown-text")}>
      <ClaimActs>
        <Elsewhere />
      </ClaimActs>
    </ClaimFrame>
  );
}
