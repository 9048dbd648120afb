import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/text-field";
import { useFieldProblem } from "@/components/forms/use-field-problem";
import { writtenIn } from "@/components/forms/written-in";

interface AppealFormProps {
  /** What the action is told beside the text. */
  hidden: Readonly<Record<string, string>>;
  maxCharacters: number;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  action: (form: FormData) => Promise<void>;
}

/** The owner's request for a second look. */
export function AppealForm({ hidden, maxCharacters, wrong, action }: AppealFormProps) {
  const t = useTranslations("quarantine");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("appeal");
  return (
    <form action={action} className="grid gap-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField
        id="appeal"
        name="text"
        label={t("appeal-text")}
        note={t("appeal-note")}
        maxLength={maxCharacters}
        required
        defaultValue={written?.["text"]}
        problem={problem("text", t("appeal-text"))}
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {t("appeal-send")}
        </button>
      </div>
    </form>
  );
}
