import type { ReactNode } from "react";
import type { IslandName } from "@/components/site/behaviour/islands";

interface IslandProps {
  name: IslandName;
  /** What the component is rendered with again in the browser: plain data only. */
  props: object;
  /** The component itself, alone. */
  children: ReactNode;
}

/**
 * A component that needs React on a page that does not: the page is sent plain, and React comes for this part alone,
 * when it is about to be seen. On a page that React brings to life as a whole it is a component like any other.
 */
export function Island({ name, props, children }: IslandProps) {
  return (
    <>
      <div data-island={name}>{children}</div>
      <script type="application/json" data-stays="" dangerouslySetInnerHTML={{ __html: scriptJson(props) }} />
    </>
  );
}

/** JSON that can stand in a script element: no text in it can end the element or begin a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
