import type { ReactNode } from "react";

/** A ready-made part for a message with tags: `t.rich(key, { time: slot(<When … />) })`. */
export function slot(content: ReactNode): () => ReactNode {
  return () => content;
}
