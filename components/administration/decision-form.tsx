import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/field";
import { reasonId } from "@/components/administration/case";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn, wrongIn } from "@/components/forms/written-in";

const MAX_REASON_CHARACTERS = 500;

export interface Choice {
  value: string;
  label: string;
  tone: "primary" | "danger" | "plain";
  /** What will happen because of it: who is told, what is shown or stops, and what can take it back. */
  effect: string;
}

interface DecisionFormProps {
  /** What is decided: name and value of the hidden field. */
  subject: readonly [name: string, value: string];
  /** The skill it is about; left out where that is the subject. */
  about?: string;
  /** Of the form, where fields outside it belong to it. */
  id?: string;
  /** The list it is to lead back to, as the query of its address. */
  list?: string;
  choices: readonly Choice[];
  action: (form: FormData) => Promise<void>;
  /** What the text is called, and what is said of it; left out, it is the decision, which is needed. Null for none. */
  reason?: { label: string; note?: string; required: boolean } | null;
}

/** A written decision and the buttons that make it, each with what it will do. */
export function DecisionForm({
  subject: [name, value],
  about,
  id,
  list,
  choices,
  action,
  reason,
}: DecisionFormProps) {
  const t = useTranslations("administration");
  const written =
    reason === undefined ? { label: t("decision"), note: t("decisionNote"), required: true } : reason;
  const form = `${name} ${value}`;
  const problem = useFieldProblem(wrongIn(form));
  return (
    <form id={id} action={action} className="grid gap-3" data-keep-written>
      <input type="hidden" name={name} value={value} />
      {about === undefined ? null : <input type="hidden" name="about" value={about} />}
      {list === undefined ? null : <input type="hidden" name="list" value={list} />}
      {written === null ? null : (
        <TextField
          id={reasonId(value)}
          name="reason"
          label={written.label}
          note={written.note}
          maxLength={MAX_REASON_CHARACTERS}
          rows={2}
          required={written.required}
          defaultValue={writtenIn(form)?.["reason"]}
          problem={problem("reason", written.label)}
        />
      )}
      <Choices choices={choices} id={value} />
    </form>
  );
}

function Choices({ choices, id }: { choices: readonly Choice[]; id: string }) {
  return (
    <div className="grid gap-3">
      {choices.map(({ value, label, tone, effect }) => (
        <div key={value} className="grid gap-x-4 gap-y-1 sm:grid-cols-[13rem_minmax(0,1fr)] sm:items-center">
          <button
            type="submit"
            name="decision"
            value={value}
            className={tone === "plain" ? "btn" : `btn btn-${tone}`}
            aria-describedby={`${value}-${id}`}
          >
            {label}
          </button>
          <p id={`${value}-${id}`} className="text-13 text-ink-2">
            {effect}
          </p>
        </div>
      ))}
    </div>
  );
}
