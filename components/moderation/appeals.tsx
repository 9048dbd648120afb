import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { When } from "@/components/ui/values";

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
      <SendButton>{t("appeal-send")}</SendButton>
    </form>
  );
}

interface Appeal {
  id: string;
  text: string;
  state: string;
  decision: string | null;
  createdAt: Date;
}

const STATES = ["open", "granted", "denied"] as const;

/** What the owner asked and what was answered. */
export function AppealList({ appeals }: { appeals: readonly Appeal[] }) {
  const t = useTranslations("quarantine");
  return (
    <ul className="divide-y divide-line">
      {appeals.map((appeal) => {
        const state = STATES.find((each) => each === appeal.state) ?? "open";
        return (
          <li key={appeal.id} className="grid gap-2 py-3 text-14">
            <p className="flex flex-wrap gap-2">
              <span className="pill">{t(`state.${state}`)}</span>
              <When iso={appeal.createdAt.toISOString()} as="day" />
            </p>
            <p className="whitespace-pre-line wrap-anywhere text-ink-2">{appeal.text}</p>
            {appeal.decision === null ? null : (
              <p className="whitespace-pre-line wrap-anywhere">{t("answer", { text: appeal.decision })}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
