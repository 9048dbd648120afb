import type { RefObject } from "react";
import { gravest, type Remark } from "@/lib/skill-format/issues/count-issues";
import { LINE_LOOK } from "@/components/validate/source-lines";

const LEAST_ROWS = 18;
const MAX_NUMBERED = 20_000;

interface SourceEditorProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  remarks: ReadonlyMap<number, readonly Remark[]>;
  onText: (text: string) => void;
  label: string;
}

/** A text field with line numbers; lines that something is said about are marked behind the text. It grows with it. */
export function SourceEditor({ field, text, remarks, onText, label }: SourceEditorProps) {
  const rows = Math.max(LEAST_ROWS, text.split("\n").length + 1);
  const numbers = Array.from({ length: Math.min(rows, MAX_NUMBERED) }, (_, index) => index + 1).join("\n");
  return (
    <div className="relative my-2 grid grid-cols-[44px_minmax(0,1fr)] font-mono text-13 leading-[22px] group-has-[[value=remarks]:checked]:hidden">
      {[...remarks].map(([line, said]) => (
        <i
          key={line}
          className={`absolute inset-x-0 h-[1lh] ${LINE_LOOK[gravest(said)]}`}
          style={{ top: `${line - 1}lh` }}
        />
      ))}
      <pre className="relative pe-3 text-end text-12 text-ink-3 select-none" aria-hidden="true">
        {numbers}
      </pre>
      <textarea
        className="relative w-full resize-none overflow-x-auto overflow-y-hidden bg-transparent p-0 pr-3.5 whitespace-pre [tab-size:2] focus-visible:outline-0"
        ref={field}
        id="skill_md"
        name="skill_md"
        rows={rows}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-label={label}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
