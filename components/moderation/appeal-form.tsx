import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/text-field";

interface AppealFormProps {
  /** What the action is told beside the text. */
  hidden: Readonly<Record<string, string>>;
  maxCharacters: number;
  action: (form: FormData) => Promise<void>;
}

/** The owner's request for a second look. */
export function AppealForm({ hidden, maxCharacters, action }: AppealFormProps) {
  const t = useTranslations("quarantine");
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
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {t("appeal-send")}
        </button>
      </div>
    </form>
  );
}
