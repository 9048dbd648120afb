import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";

const WIZARD_STEPS = ["package", "check", "vetting", "price", "review"] as const;
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

/** The number of a step that is done, of the one that is open, and of one to come. */
const BULLETS = [
  "border border-accent bg-accent text-on-accent",
  "border-2 border-accent bg-surface text-accent",
  "border border-control bg-surface",
] as const;

/** The five steps beside the one that is open; each can be left, and those done can be gone back to. */
export function WizardFrame({ step, publicationId, reach, title, lead, children }: WizardFrameProps) {
  const t = useTranslations("publish");
  const now = WIZARD_STEPS.indexOf(step);
  return (
    <div className="wrap wrap-wide">
      <div className="grid grid-cols-[216px_minmax(0,1fr)] gap-12 pt-7 to-900:grid-cols-[minmax(0,1fr)] to-900:gap-3">
        <nav className="text-14" aria-label={t("title")}>
          <p className="mb-1.5 border-b border-edge pb-2.5 font-serif text-21 leading-[1.2] font-medium">
            {t("title")}
          </p>
          <p className="hidden text-ink-3 to-900:block">
            {t("stepOf", { step: now + 1, steps: WIZARD_STEPS.length })}
          </p>
          <ol className="to-900:hidden">
            {WIZARD_STEPS.map((each, index) => (
              <li
                key={each}
                className={`grid grid-cols-[28px_1fr] gap-2.5 border-b border-line py-2.5 ${index === now ? "text-ink" : "text-ink-2"}`}
                aria-current={index === now ? "step" : undefined}
              >
                <span
                  className={`grid size-6.5 place-items-center rounded-full font-mono text-13 leading-none ${BULLETS[Math.sign(index - now) + 1]}`}
                >
                  {index < now ? <Icon name="check" size={14} /> : index + 1}
                </span>
                <div>
                  <StepName
                    isNow={index === now}
                    step={each}
                    publicationId={publicationId}
                    open={isOpen(each, step, reach)}
                  />
                  <small className="block text-12 leading-[1.4] text-ink-3">{t(`steps.${each}.about`)}</small>
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
  isNow,
  step,
  publicationId,
  open,
}: {
  isNow: boolean;
  step: WizardStep;
  publicationId: string | null;
  open: boolean;
}) {
  const t = useTranslations("publish");
  const name = t(`steps.${step}.name`);
  return (
    <b className={`block leading-[1.75] ${isNow ? "" : "font-medium"}`}>
      {open && publicationId !== null ? (
        <SiteLink href={stepPath(step, publicationId)}>{name}</SiteLink>
      ) : (
        name
      )}
    </b>
  );
}
