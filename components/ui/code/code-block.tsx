import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/code/copy-button";
import { SCROLLABLE } from "@/components/ui/code/scrollable";

interface CodeBlockProps {
  /** What is copied, and shown unless `children` shows it coloured. */
  code: string;
  title?: ReactNode;
  wrap?: boolean;
  children?: ReactNode;
}

/** Code with a Copy button; with a title the button sits in the title bar and never covers the code. */
export function CodeBlock({ code, title, wrap = false, children }: CodeBlockProps) {
  const className = ["code", title === undefined ? "code-bare" : "", wrap ? "code-wrap" : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={className}>
      {title === undefined ? (
        <CopyButton text={code} />
      ) : (
        <div className="code-top">
          <span>{title}</span>
          <CopyButton text={code} />
        </div>
      )}
      {/* Scrolls sideways, so it must be reachable with the keyboard. */}
      <pre {...SCROLLABLE}>
        <code>{children ?? code}</code>
      </pre>
    </div>
  );
}
