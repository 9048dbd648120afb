import { useLocale, useTranslations } from "next-intl";
import type { EditorStart } from "@/components/validate/validate-form";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { Template } from "@/lib/publishing/read-template";
import type { TemplateStart } from "@/lib/publishing/start-from-template";

const NO_FIELDS: Readonly<Record<string, string>> = {};

interface TemplateFormProps {
  /** The page that begins with it. */
  path: "/validate" | "/publish";
  start: TemplateStart | null;
  templates: readonly Template[];
  /** What goes on being asked for. */
  hidden?: Readonly<Record<string, string>>;
}

/** A skill to begin with, in the reader's language: asked for by a link, so that it needs no script. */
export function TemplateForm({ path, start, templates, hidden = NO_FIELDS }: TemplateFormProps) {
  const [t, proposals, locale] = [useTranslations("validate"), useTranslations("proposals"), useLocale()];
  const problem = start?.obstacle ?? null;
  return (
    <form
      method="get"
      action={localizedPath(locale, path)}
      className="mt-5 flex flex-wrap items-end gap-x-3 gap-y-2.5 text-14"
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="min-w-0">
        <label className="field-label" htmlFor="template-name">
          {t("template.title")} <span>{t("template.note")}</span>
        </label>
        <input
          id="template-name"
          name="name"
          className="input w-full font-mono"
          placeholder="meeting-notes"
          defaultValue={start?.name ?? ""}
          required
          maxLength={100}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          {...(problem === null ? {} : { "aria-invalid": true, "aria-describedby": "template-problem" })}
        />
      </div>
      <div className="flex flex-wrap gap-2" role="group" aria-label={t("template.title")}>
        {templates.map((template) => (
          <button key={template} type="submit" name="template" value={template} className="btn btn-sm">
            {t(`template.${template}`)}
          </button>
        ))}
      </div>
      {problem === null ? null : (
        <p id="template-problem" role="alert" className="w-full text-danger">
          {proposals(`obstacles.${problem}`)}
        </p>
      )}
    </form>
  );
}

/** What the editor begins with. */
export function toEditorStart({ text, folder }: TemplateStart): EditorStart {
  return folder === null ? { text, chosen: null } : { text, chosen: folder.name, json: folder.json };
}
