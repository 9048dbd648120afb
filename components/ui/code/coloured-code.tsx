import type { ReactNode } from "react";
import { printJson, tokensOfJson, type TokenKind } from "@/components/ui/code/json";
import { ShellText } from "@/components/ui/code/shell-text";

const CLASSES: Record<TokenKind, string | null> = {
  key: "tk-k",
  string: "tk-s",
  number: "tk-n",
  plain: null,
};
const SHELLS = new Set(["sh", "bash", "shell", "console", "zsh"]);

/** Code with colours where we know how; the text itself is never changed. */
export function colouredCode(code: string, language: string | undefined): ReactNode {
  if (language === "json") return <JsonSource text={code} />;
  return language !== undefined && SHELLS.has(language) ? <ShellText code={code} /> : code;
}

/** JSON as it is written. */
function JsonSource({ text }: { text: string }) {
  return tokensOfJson(text).map((token) => {
    const className = CLASSES[token.kind];
    return className === null ? (
      token.text
    ) : (
      <span key={token.at} className={className}>
        {token.text}
      </span>
    );
  });
}

/** A value as indented JSON, coloured. */
export function JsonText({ value }: { value: unknown }) {
  return <JsonSource text={printJson(value)} />;
}
