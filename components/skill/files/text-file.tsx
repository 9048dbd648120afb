import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { toShownParts } from "@/components/skill/files/shown-text";
import { CopyButton } from "@/components/ui/code/copy-button";
import { SCROLLABLE } from "@/components/ui/code/scrollable";

const MAX_LINES = 5_000;
const MAX_CHARACTERS = 400_000;

interface TextFileProps {
  bytes: Uint8Array;
  path: string;
  /** A button copies it: then every character stands as it is. Otherwise those that nobody sees are named. */
  copied?: boolean;
  /** Lines that something was found in, by their numbers. */
  marked?: ReadonlySet<number>;
}

/** A text file, every line with its number and an anchor (`#L12`), as far as a page can hold it. */
export function TextFile({ bytes, path, copied = false, marked }: TextFileProps) {
  const t = useTranslations("skill.files");
  const text = new TextDecoder().decode(bytes);
  const lines = numberedLines(text.slice(0, MAX_CHARACTERS));
  const cut = text.length > MAX_CHARACTERS || lines.length === MAX_LINES;
  return (
    <>
      <div className="code file-view">
        <div className="code-top">
          <span className="mono">{path}</span>
          {copied ? <CopyButton from="file-text" /> : null}
        </div>
        <pre {...SCROLLABLE}>
          <code id="file-text">
            {lines.map(({ number, line }) => (
              <span key={number} className="ln" id={`L${number}`}>
                {copied ? line : <Shown line={line} marked={marked?.has(number) ?? false} />}
                {"\n"}
              </span>
            ))}
          </code>
        </pre>
      </div>
      {cut ? <p className="pt-3 text-13 text-ink-3">{t("cut")}</p> : null}
    </>
  );
}

function numberedLines(text: string): { number: number; line: string }[] {
  const lines = text.replace(/\n$/, "").split("\n").slice(0, MAX_LINES);
  return lines.map((line, index) => ({ number: index + 1, line }));
}

/** A line in which nothing hides, for whoever decides by reading it. */
function Shown({ line, marked }: { line: string; marked: boolean }) {
  const parts = toShownParts(line).map(({ at, text, hidden }) => (
    <Fragment key={at}>{hidden ? <b className="bg-danger-wash text-danger">{text}</b> : text}</Fragment>
  ));
  return marked ? <mark className="bg-caution-wash text-inherit">{parts}</mark> : parts;
}
