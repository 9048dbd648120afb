import { useTranslations } from "next-intl";
import { SelectField, TextField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import type { YankKind } from "@/lib/registry/versions/yank-kinds";
import { PageSection } from "@/components/ui/page-parts";

interface YankFormProps {
  slug: string;
  /** Where the answer is shown: the version whose page this is. */
  versionId: string;
  version: string;
  /** Those that can be withdrawn, highest first. */
  versions: readonly string[];
  /** What kinds of reasons there are. */
  kinds: readonly Exclude<YankKind, "ordered">[];
  maxCharacters: number;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  action: (form: FormData) => Promise<void>;
}

/** The owner's way to withdraw a version; folded, as it cannot be undone. */
export function YankForm({
  slug,
  versionId,
  version,
  versions,
  kinds,
  maxCharacters,
  wrong,
  action,
}: YankFormProps) {
  const t = useTranslations("publish.yank");
  const problem = useFieldProblem(wrong)("reason", t("reason"));
  const written = writtenIn("yank");
  return (
    <PageSection id="yank" title={t("title")} remark={t("remark")}>
      <details className="mt-3" open={problem !== undefined || written !== null}>
        <summary className="link">{t("open")}</summary>
        <form action={action} className="mt-4 grid gap-4">
          <input type="hidden" name="skill" value={slug} />
          <input type="hidden" name="versionId" value={versionId} />
          <SelectField
            id="yank-version"
            name="version"
            label={t("version")}
            options={versions.map((each) => ({ value: each, text: each }))}
            defaultValue={written?.["version"] ?? version}
          />
          <SelectField
            id="yank-kind"
            name="kind"
            label={t("kind")}
            note={t("kind-note")}
            options={kinds.map((value) => ({ value, text: t(`kind-${value}`) }))}
            defaultValue={written?.["kind"] ?? "other"}
          />
          <TextField
            id="yank-reason"
            name="reason"
            label={t("reason")}
            note={t("reason-note")}
            maxLength={maxCharacters}
            rows={3}
            required
            defaultValue={written?.["reason"]}
            problem={problem}
          />
          <div>
            <button type="submit" className="btn btn-danger">
              {t("send")}
            </button>
          </div>
        </form>
      </details>
    </PageSection>
  );
}
