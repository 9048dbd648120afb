import type { ReactNode } from "react";

/** What is missing, why, and the next step. */
export function Empty({
  title,
  children,
  actions,
  heading: Heading = "h2",
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  heading?: "h2" | "h3";
}) {
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="acts">{actions}</div> : null}
    </div>
  );
}
