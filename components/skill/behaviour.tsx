import { useTranslations } from "next-intl";
import { Fact, Section, type RailSection } from "@/components/skill/rail-parts";
import { YesNo } from "@/components/skill/security/said";
import { policyOf, statedHints } from "@/lib/skill-format";

const HINT_NAMES = {
  readOnly: "read-only",
  destructive: "destructive",
  idempotent: "safe-to-retry",
  openWorld: "reaches-outside",
} as const;

/** What follows from each of them. */
const EFFECTS = {
  readOnly: ["abTaskMarked"],
  destructive: ["higherBond"],
  idempotent: ["automaticRetry", "sandboxReplay"],
  openWorld: ["integrationTestRequired"],
} as const;

/** These happen to calls that are made here. */
const WHEN_CALLED: ReadonlySet<string> = new Set(["automaticRetry", "sandboxReplay"]);

/**
 * The four behaviour hints in plain words, who states each, what follows from it, and which of it somebody enforces: a skill that runs here
 * has no network.
 */
export function Behaviour({ skill }: RailSection) {
  const t = useTranslations("skill.behaviour");
  const { origins, ...stated } = statedHints(skill.manifest);
  const policy = policyOf(skill.manifest);
  const isEnforced = skill.runnable && stated.openWorld === false;
  return (
    <Section title={t("title")}>
      <dl className="facts">
        {(["readOnly", "destructive", "idempotent", "openWorld"] as const).map((hint) => (
          <Fact key={hint} name={t(HINT_NAMES[hint])}>
            <YesNo value={stated[hint]} origin={origins[hint]} />
            {EFFECTS[hint].map((effect) =>
              stated[hint] === true && policy[effect] && (skill.runnable || !WHEN_CALLED.has(effect)) ? (
                <span key={effect} className="block text-ink-3">
                  {t(`effects.${effect}`)}
                </span>
              ) : null,
            )}
            {hint === "openWorld" && isEnforced ? (
              <span className="block text-ink-3">{t("enforced")}</span>
            ) : null}
          </Fact>
        ))}
      </dl>
      <p className="pt-2 text-13 text-ink-2">{t(skill.runnable ? "runs-here" : "only-declared")}</p>
    </Section>
  );
}
