interface CodeMeaningProps {
  /**
   * What the code means in the reader's language, `{path}` left open; undefined where the message speaks for itself.
   */
  meaning: string | undefined;
  /** What was found, exactly, in English. */
  message: string;
  path?: string;
}

/** The sentence a reader sees first: in their own language what a code means, in English the exact message. */
export function CodeMeaning({ meaning, message, path = "" }: CodeMeaningProps) {
  if (meaning === undefined) return <span lang="en">{message}</span>;
  const [before = "", after] = meaning.split("{path}");
  if (after === undefined) return before;
  return (
    <>
      {before}
      <code>{path}</code>
      {after}
    </>
  );
}

/** The exact English message below a meaning; nothing where it stands there already. */
export function ExactMessage({ meaning, message }: Omit<CodeMeaningProps, "path">) {
  return meaning === undefined ? null : (
    <span className="block text-12 wrap-anywhere text-ink-3" lang="en">
      {message}
    </span>
  );
}
