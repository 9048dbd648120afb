import "@/app/styles/docs.css";
import type { ReactNode } from "react";

/** The documents share their styles. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return children;
}
