import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { PageTitle } from "@/components/ui/page-title";
import { SiteLink } from "@/components/ui/site-link";

export const WIZARD_STEPS = ["package", "check", "vetting", "price", "review"] as const;
export type WizardStep = (typeof WIZARD_STEPS)[number];

/** Address of a step; the first one is the same for every package. */
export function stepPath(step: WizardStep, publicationId: string): string {
  return step === "package" ? "/publish" : `/publish/steps/${publicationId}/${step}`;
}

interface WizardFrameProps {
  step: WizardStep;
  /** Null before there is a package. */
  publicationId: string | null;
  /** The furthest step that can be gone to. */
  reach: WizardStep;
  title: ReactNode;
  lead: ReactNode;
  children: ReactNode;
}

/** The five steps beside the one that is open; each can be left, and those done can be gone back to. */
export function WizardFrame({ step, publicationId, reach, title, lead, children }: WizardFrameProps) {
  const t = useTranslations("publish");
  const now = WIZARD_STEPS.indexOf(step);
  return (
    <div className="wrap wrap-wide">
      <div className="wiz">
        <nav className="wsteps" aria-label={t("title")}>
          <p className="wsteps-head">{t("title")}</p>
          <p className="wsteps-short">{t("stepOf", { step: now + 1, steps: WIZARD_STEPS.length })}</p>
          <ol>
            {WIZARD_STEPS.map((each, index) => (
              <li
                key={each}
                className={index < now ? "is-done" : index === now ? "is-now" : undefined}
                aria-current={index === now ? "step" : undefined}
              >
                <span className="wsteps-bullet">
                  {index < now ? <Icon name="check" size={14} /> : index + 1}
                </span>
                <div>
                  <StepName step={each} publicationId={publicationId} open={isOpen(each, step, reach)} />
                  <small>{t(`steps.${each}.about`)}</small>
                </div>
              </li>
            ))}
          </ol>
        </nav>
        <div className="min-w-0">
          <PageTitle title={title} lead={lead} top="" />
          {children}
        </div>
      </div>
    </div>
  );
}

function isOpen(each: WizardStep, step: WizardStep, reach: WizardStep): boolean {
  return each !== step && WIZARD_STEPS.indexOf(each) <= WIZARD_STEPS.indexOf(reach);
}

function StepName({
  step,
  publicationId,
  open,
}: {
  step: WizardStep;
  publicationId: string | null;
  open: boolean;
}) {
  const t = useTranslations("publish");
  const name = t(`steps.${step}.name`);
  if (!open || publicationId === null) return <b>{name}</b>;
  return (
    <b>
      <SiteLink href={stepPath(step, publicationId)}>{name}</SiteLink>
    </b>
  );
}
