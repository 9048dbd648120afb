import { wordsOfShell, type ShellWord } from "@/components/ui/code/words-of-shell";

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
