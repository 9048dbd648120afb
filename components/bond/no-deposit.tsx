import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";

interface NoDepositProps {
  /** Whether this market takes deposits at all. */
  offered: boolean;
  /** Whether a challenge of the version was upheld: it takes none any more. */
  upheld: boolean;
}

/** That no deposit was ever seen for a version, and whether there can be one. */
export function NoDeposit({ offered, upheld }: NoDepositProps) {
  const t = useTranslations("bond");
  return <Note title={t("none")}>{offered ? t(upheld ? "endedText" : "noneText") : t("notOffered")}</Note>;
}
