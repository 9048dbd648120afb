const CLASSES: Record<ShellWord["kind"], string | null> = {
  program: "tk-f",
  option: "tk-k",
  string: "tk-s",
  plain: null,
};

/** Shell commands: the program in medium weight, options in the accent, quoted text apart. */
export function ShellText({ code }: { code: string }) {
  return wordsOfShell(code).map((word) => {
    const className = CLASSES[word.kind];
    return className === null ? (
      word.text
    ) : (
      <span key={word.at} className={className}>
        {word.text}
      </span>
    );
  });
}

interface ShellWord {
  kind: "program" | "option" | "string" | "plain";
  text: string;
  /** Where in the text it begins. */
  at: number;
}

const WORD = /"[^"\n]*"|'[^'\n]*'|\s+|[^\s"']+|["']/g;

/**
 * Splits shell commands into the program, its options, quoted text and the rest; joined again, the words are the text
 * unchanged. A line that begins with a blank continues the one above and names no program.
 */
export function wordsOfShell(code: string): ShellWord[] {
  const words: ShellWord[] = [];
  let atLineStart = true;
  for (const match of code.matchAll(WORD)) {
    const text = match[0];
    words.push({ kind: atLineStart && text.trim() !== "" ? "program" : kindOf(text), text, at: match.index });
    atLineStart = text.endsWith("\n");
  }
  return words;
}

function kindOf(text: string): ShellWord["kind"] {
  if (/^--?[a-zA-Z]/.test(text)) return "option";
  return /^["'][^]*["']$/.test(text) ? "string" : "plain";
}
