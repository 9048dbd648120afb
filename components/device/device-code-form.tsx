import { useTranslations } from "next-intl";
import { InputField } from "@/components/forms/input-field";

/** Where the code is typed; it works without scripts. */
export function DeviceCodeForm({
  path,
  code,
  problem,
}: {
  path: string;
  code: string;
  /** Why the code was refused. */
  problem: string | undefined;
}) {
  const t = useTranslations("device");
  return (
    <form action={path} method="get" className="grid gap-4">
      <InputField
        id="code"
        name="code"
        label={t("code")}
        problem={problem}
        mono
        defaultValue={code}
        placeholder="BCDF-GHJK"
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {t("look")}
        </button>
      </div>
    </form>
  );
}
