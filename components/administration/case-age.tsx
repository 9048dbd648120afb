import { useTranslations } from "next-intl";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import type { CaseAge as Age } from "@/lib/moderation/list-waiting";

/** "3 days ago · decide by 21 Nov 2026": since when a case waits, and by when it is to be decided. */
export function CaseAge({ age: { since, due, late } }: { age: Age }) {
  const t = useTranslations("administration");
  return (
    <>
      <When iso={since} as="relative" /> ·{" "}
      <span className={late ? "font-medium text-danger" : undefined}>
        {t.rich(late ? "wasDue" : "due", { day: slot(<When iso={due} as="day" />) })}
      </span>
    </>
  );
}
