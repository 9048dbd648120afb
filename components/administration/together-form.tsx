import { useTranslations } from "next-intl";
import { DecisionForm } from "@/components/administration/decision-form";
import { useVersionChoices, type WaitsAs } from "@/components/administration/version-form";

interface TogetherProps {
  waits: WaitsAs;
  list: string;
  action: (form: FormData) => Promise<void>;
}

/** The id of the form that the boxes of a list belong to. */
const togetherForm = (waits: WaitsAs) => `together-${waits}`;

/** One decision, with one reason, about the versions of an owner that are ticked in the list above it. */
export function TogetherForm({ waits, list, action }: TogetherProps) {
  const t = useTranslations("administration");
  return (
    <section
      className="border border-edge bg-surface px-4 py-3"
      aria-labelledby={`${togetherForm(waits)}-title`}
    >
      <h3 id={`${togetherForm(waits)}-title`} className="font-semibold">
        {t("together")}
      </h3>
      <p className="pb-3 text-14 text-ink-2">{t("togetherDetail")}</p>
      <DecisionForm
        id={togetherForm(waits)}
        subject={["together", waits]}
        list={list}
        action={action}
        reason={{ label: t("reason"), note: t("togetherReason"), required: true }}
        choices={useVersionChoices(waits)}
      />
    </section>
  );
}

/** The box that takes a version of a list into that decision. */
export function TogetherBox({ waits, versionId, name }: { waits: WaitsAs; versionId: string; name: string }) {
  const t = useTranslations("administration");
  return (
    <label className="flex w-fit items-center gap-2 text-14">
      <input type="checkbox" name="version" value={versionId} form={togetherForm(waits)} />
      {t("choose")}
      <span className="vh"> {name}</span>
    </label>
  );
}
