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
  const lines = text.slice(0, MAX_CHARACTERS).replace(/\n$/, "").split("\n");
  const cut = text.length > MAX_CHARACTERS || lines.length > MAX_LINES;
  return (
    <>
      <div className="code file-view">
        <div className="code-top">
          <span className="mono">{path}</span>
          {copied ? <CopyButton from="file-text" /> : null}
        </div>
        <pre {...SCROLLABLE}>
          <code id="file-text">
            {lines.slice(0, MAX_LINES).map((line, index) => (
              // A line is its number: nothing else about it stays when the text changes.
              <span key={index} className="ln" id={`L${index + 1}`}>
                {copied ? line : <Shown line={line} marked={marked?.has(index + 1) ?? false} />}
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

/** A line in which nothing hides, for whoever decides by reading it. */
function Shown({ line, marked }: { line: string; marked: boolean }) {
  const parts = toShownParts(line).map(({ text, hidden }, index) => (
    <Fragment key={index}>{hidden ? <b className="bg-danger-wash text-danger">{text}</b> : text}</Fragment>
  ));
  return marked ? <mark className="bg-caution-wash text-inherit">{parts}</mark> : parts;
}
