import { useTranslations } from "next-intl";
import { ClaimFrame } from "@/components/claim/claim-frame";

/** The page of a link that leads nowhere. */
export function UnknownLink({ path }: { path: string }) {
  const t = useTranslations("claim");
  return (
    <ClaimFrame path={path} title={t("unknown")} lead={t("unknown-text")}>
      {null}
    </ClaimFrame>
  );
}
