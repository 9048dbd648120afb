import { MARKS } from "@/components/marks/marks";

const SYMBOLS = Object.entries(MARKS)
  .map(([name, drawing]) => `<symbol id="m-${name}" viewBox="0 0 20 20">${drawing}</symbol>`)
  .join("");

/** The shapes of the six marks, once per page; `Seal` and `TrustMark` refer to them. */
export function MarkSprite() {
  return <svg style={{ display: "none" }} aria-hidden="true" dangerouslySetInnerHTML={{ __html: SYMBOLS }} />;
}
