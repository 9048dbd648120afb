import "@/app/styles/dashboard.css";
import type { ReactNode } from "react";

/** The pages of an account's own things share the styles of the dashboard. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return children;
}
