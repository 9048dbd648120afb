import { useTranslations } from "next-intl";
import { DecisionForm, type Choice } from "@/components/administration/decision-form";

/** Why a version waits: vetting holds the upload, or would hold a listed version now. */
export type WaitsAs = "held" | "doubted";

interface VersionFormProps {
  waits: WaitsAs;
  versionId: string;
  slug: string;
  /** The list it is to lead back to, as the query of its address. */
  list: string;
  action: (form: FormData) => Promise<void>;
}

/** The decision about one version. */
export function VersionForm({ waits, versionId, slug, list, action }: VersionFormProps) {
  const t = useTranslations("administration");
  return (
    <DecisionForm
      subject={["version", versionId]}
      about={slug}
      list={list}
      action={action}
      reason={{
        label: t("reason"),
        note: t(waits === "held" ? "reasonNote" : "doubtReasonNote"),
        required: false,
      }}
      choices={useVersionChoices(waits)}
    />
  );
}

/** What can be decided about a version that waits, and what each does. */
export function useVersionChoices(waits: WaitsAs): readonly Choice[] {
  const t = useTranslations("administration");
  return waits === "held"
    ? [
        { value: "approve", label: t("approve"), tone: "primary", effect: t("effect.approve") },
        { value: "reject", label: t("reject"), tone: "danger", effect: t("effect.reject") },
      ]
    : [
        { value: "keep", label: t("keep"), tone: "primary", effect: t("effect.keep") },
        { value: "quarantine", label: t("toQuarantine"), tone: "danger", effect: t("effect.quarantine") },
      ];
}
