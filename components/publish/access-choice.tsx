import { useTranslations } from "next-intl";
import { SKILL_ACCESSES } from "@/lib/registry/views";

interface AccessChoiceProps {
  /** One of the three; any other text chooses none. */
  chosen: string;
  /** Id of the form it belongs to, where it stands outside of it. */
  form?: string | undefined;
}

/** Who sees a skill and is given its files: three choices, with what each means. */
export function AccessChoice({ chosen, form }: AccessChoiceProps) {
  const t = useTranslations("publish.access");
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-2 text-14 font-medium">{t("title")}</legend>
      {SKILL_ACCESSES.map((access) => (
        <label
          key={access}
          className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1 rounded-1 border border-line-2 bg-surface px-4 py-3 has-checked:border-accent has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)]"
        >
          <input
            type="radio"
            className="m-0 size-4 accent-accent"
            name="access"
            value={access}
            defaultChecked={access === chosen}
            form={form}
            required
          />
          <b className="font-semibold">{t(`${access}.name`)}</b>
          <p className="col-start-2 text-13 text-ink-2">{t(`${access}.about`)}</p>
        </label>
      ))}
    </fieldset>
  );
}
