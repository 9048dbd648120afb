import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/text-field";
import { reasonId } from "@/components/administration/reason-field";
import { useFieldProblem } from "@/components/forms/use-field-problem";
import { writtenIn, wrongIn } from "@/components/forms/written-in";

const MAX_REASON_CHARACTERS = 500;

interface DecisionFormProps {
  /** What is decided: name and value of the hidden field. */
  subject: readonly [name: string, value: string];
  /** The skill it is about; left out where that is the subject. */
  about?: string;
  choices: readonly { value: string; label: string; tone: "primary" | "danger" | "plain" }[];
  action: (form: FormData) => Promise<void>;
  /** What the text is called, and what is said of it; left out, it is the decision, which is needed. */
  reason?: { label: string; note?: string; required: boolean };
}

/** A written decision and the buttons that make it. */
export function DecisionForm({ subject: [name, value], about, choices, action, reason }: DecisionFormProps) {
  const t = useTranslations("administration");
  const { label, note, required } = reason ?? {
    label: t("decision"),
    note: t("decisionNote"),
    required: true,
  };
  const form = `${name} ${value}`;
  const problem = useFieldProblem(wrongIn(form));
  return (
    <form action={action} className="grid gap-3" data-keep-written>
      <input type="hidden" name={name} value={value} />
      {about === undefined ? null : <input type="hidden" name="about" value={about} />}
      <TextField
        id={reasonId(value)}
        name="reason"
        label={label}
        note={note}
        maxLength={MAX_REASON_CHARACTERS}
        rows={2}
        required={required}
        defaultValue={writtenIn(form)?.["reason"]}
        problem={problem("reason", label)}
      />
      <div className="flex flex-wrap gap-3">
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="submit"
            name="decision"
            value={choice.value}
            className={choice.tone === "plain" ? "btn" : `btn btn-${choice.tone}`}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </form>
  );
}
