interface AnswerButtonProps {
  /** Name and value of the hidden field that says what is answered. */
  subject: readonly [name: string, value: string];
  /**
   * The skill, and whom it is about where that is not the reader: for whoever hears the button and not what stands
   * beside it.
   */
  about: string;
  act: (form: FormData) => Promise<void>;
  tone: "btn-primary" | "btn-quiet";
  label: string;
}

/** One of the ways to answer an offer or an invitation, or to end it. */
export function AnswerButton({ subject: [name, value], about, act, tone, label }: AnswerButtonProps) {
  return (
    <form action={act}>
      <input type="hidden" name={name} value={value} />
      <button type="submit" className={`btn btn-sm ${tone}`}>
        {label}
        <span className="vh"> {about}</span>
      </button>
    </form>
  );
}
