interface AnswerButtonProps {
  /** Name and value of the hidden field that says what is answered. */
  subject: readonly [name: string, value: string];
  /**
   * The skill, or whom it is about where that is not the reader: for whoever hears the button and not what stands
   * beside it.
   */
  about: string;
  act: (form: FormData) => Promise<void>;
  /** Name and value that the button itself sends. */
  sends?: readonly [name: string, value: string];
  tone: "btn-primary" | "btn-quiet" | "btn-danger";
  label: string;
}

/** One of the ways to answer what stands in a row, or to end it. */
export function AnswerButton({ subject: [name, value], about, act, sends, tone, label }: AnswerButtonProps) {
  return (
    <form action={act}>
      <input type="hidden" name={name} value={value} />
      <button type="submit" name={sends?.[0]} value={sends?.[1]} className={`btn btn-sm ${tone}`}>
        {label}
        <span className="vh"> {about}</span>
      </button>
    </form>
  );
}
