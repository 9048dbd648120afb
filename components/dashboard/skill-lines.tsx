import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AnswerButton } from "@/components/forms/answer-button";
import { SiteLink } from "@/components/ui/site-link";

type Act = (form: FormData) => Promise<void>;

interface AskedItemProps {
  subject: readonly [name: string, value: string];
  slug: string;
  /** The texts of its buttons: `accept` and `decline`. */
  of: "maintainers" | "transfers";
  accept: Act;
  decline: Act;
  /** Who asks, until when, and what accepting means. */
  children: ReactNode;
}

/** What somebody asks of the reader about a skill, with the two answers to it. */
export function AskedItem({ subject, slug, of, accept, decline, children }: AskedItemProps) {
  const t = useTranslations("dashboard");
  const asked = { subject, about: slug };
  return (
    <li className="grid gap-4 border-b border-line py-4">
      <div className="text-14 text-ink-2">
        <SkillHeading slug={slug} />
        {children}
      </div>
      <div className="flex flex-wrap gap-2">
        <AnswerButton {...asked} act={accept} tone="btn-primary" label={t(`${of}.accept`)} />
        <AnswerButton {...asked} act={decline} tone="btn-quiet" label={t(`${of}.decline`)} />
      </div>
    </li>
  );
}

/** A skill, a sentence about it, and the button that ends what the sentence says. */
export function SkillLine({ slug, says, children }: { slug: string; says: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div>
        <SkillHeading slug={slug} />
        <p>{says}</p>
      </div>
      {children}
    </li>
  );
}

/** What the reader agrees to by accepting, one fact a line. */
export function MeaningList({ children }: { children: ReactNode }) {
  return <ul className="grid max-w-[68ch] list-disc gap-1 ps-5 pt-3">{children}</ul>;
}

function SkillHeading({ slug }: { slug: string }) {
  return (
    <h3 className="text-16 font-semibold text-ink">
      <SiteLink className="hover:underline" href={`/skills/${slug}`}>
        {slug}
      </SiteLink>
    </h3>
  );
}
