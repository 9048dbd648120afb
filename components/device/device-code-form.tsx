import { useTranslations } from "next-intl";

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
      <div className="field">
        <label className="field-label" htmlFor="code">
          {t("code")}
        </label>
        <input
          id="code"
          name="code"
          className="input mono"
          defaultValue={code}
          placeholder="BCDF-GHJK"
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          aria-describedby={problem === undefined ? undefined : "code-problem"}
          aria-invalid={problem === undefined ? undefined : true}
        />
        {problem === undefined ? null : (
          <p className="hint hint-bad" id="code-problem">
            {problem}
          </p>
        )}
      </div>
      <div>
        <button type="submit" className="btn btn-primary">
          {t("look")}
        </button>
      </div>
    </form>
  );
}
