import "@/app/styles/validate.css";
import type { ReactNode } from "react";

/** The pages of publishing share the styles of the check. */
export default function PublishLayout({ children }: { children: ReactNode }) {
  return children;
}
