import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ConfirmedNote } from "@/components/account/confirmed-note";
import { DashboardFrame, type CreatorFrameProps } from "@/components/dashboard/dashboard-frame";
import { FORMS, SomebodyForm, type SomebodyFormProps } from "@/components/dashboard/somebody-form";
import { ProblemNote } from "@/components/forms/problem-note";
import { Note } from "@/components/ui/note";

/** What the address of the page says of the last act. */
export type SomebodyOutcome = Partial<
  Record<"done" | "about" | "confirmed" | "problem" | "field" | "skill", string>
>;

interface SomebodyFrameProps extends Pick<SomebodyFormProps, "of" | "skills" | "ask"> {
  frame: Pick<CreatorFrameProps, "username" | "address" | "waiting" | "counts">;
  /** How long somebody has to answer. */
  days: number;
  outcome: SomebodyOutcome;
  /** What was done, where something was. */
  did: string;
  /** What has been asked already. */
  children: ReactNode;
}

/** The pages on which one account asks another about a skill: how it went, what was asked, and the form that asks. */
export function SomebodyFrame({
  of,
  frame,
  days,
  outcome: { done, confirmed, problem, field, skill },
  did,
  skills,
  ask,
  children,
}: SomebodyFrameProps) {
  const t = useTranslations("dashboard");
  const { form, field: name } = FORMS[of];
  return (
    <DashboardFrame
      {...frame}
      entry="skills"
      path={`/dashboard/${of}`}
      title={t(`${of}.title`)}
      lead={t(`${of}.lead`, { days })}
    >
      <div className="mt-6 grid gap-4">
        <div role="status">{done ? <Note tone="ok" title={did} /> : null}</div>
        {confirmed ? <ConfirmedNote /> : null}
        <ProblemNote
          code={problem}
          field={field}
          fields={[{ name, id: `${form}-${name}`, label: t(`${of}.whom`) }]}
        />
      </div>
      {children}
      <SomebodyForm of={of} skills={skills} chosen={skill} wrong={field} ask={ask} />
    </DashboardFrame>
  );
}
