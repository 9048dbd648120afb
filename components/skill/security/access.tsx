import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { firstEntries } from "@/components/skill/overview/declared";
import { Icon } from "@/components/ui/icon";
import { slot } from "@/components/ui/sentences";
import type { AccessView } from "@/lib/registry/views";
import type { Origin, SkillManifest } from "@/lib/skill-format";

type AccessWord = "network" | "filesystem" | "subprocess" | "secrets";

const WORDS: readonly AccessWord[] = ["network", "filesystem", "subprocess", "secrets"];

/** What a skill says it touches outside its package, in the order it is always told. */
export function accessWords(access: AccessView): AccessWord[] {
  return WORDS.filter((word) => touches(access, word));
}

/** What nobody says anything of. */
export function undeclaredWords(access: AccessView): AccessWord[] {
  return WORDS.filter((word) => originOf(access, word) === "not_declared");
}

/** What it says it does not touch: by the author's own word, or as the format reads what is left out. */
export function deniedWords(access: AccessView, origin: Exclude<Origin, "not_declared">): AccessWord[] {
  return WORDS.filter((word) => originOf(access, word) === origin && !touches(access, word));
}

/** Where a statement comes from. */
export function originOf({ origins }: AccessView, word: AccessWord): Origin {
  return origins[word === "secrets" ? "envVars" : word];
}

function touches(access: AccessView, word: AccessWord): boolean {
  return word === "secrets" ? (access.envVars?.length ?? 0) > 0 : access[word] === true;
}

/** What a skill says it touches, in a few words: for a row. What it says nothing of is said too. */
export function AccessText({ access }: { access: AccessView }) {
  const t = useTranslations("common.access");
  const name = (word: ReturnType<typeof accessWords>[number]) =>
    t(word, { count: access.envVars?.length ?? 0 });
  const words = accessWords(access).map(name);
  const undeclared = undeclaredWords(access);
  if (undeclared.length === 4) return t("undeclared-all");
  if (undeclared.length > 0) {
    const kinds = undeclared.map((word) => (word === "secrets" ? t("secrets-any") : name(word)));
    return [...words, t("undeclared", { kinds: kinds.join(t("comma")) })].join(t("comma"));
  }
  if (words.length > 0) return words.join(t("comma"));
  return deniedWords(access, "format_default").length > 0 ? t("none-default") : t("none");
}

/** A statement and who makes it: the author, the format for what is left out, or nobody. */
function Said({ origin, children }: { origin: Origin; children: ReactNode }) {
  const t = useTranslations("common.stated");
  if (origin === "not_declared") return <span className="text-ink-2">{t("not-declared")}</span>;
  if (origin === "declared") return children;
  return (
    <>
      {children} <span className="text-ink-3">({t("format-default")})</span>
    </>
  );
}

/** A yes or no, and who says it. */
export function YesNo({ value, origin }: { value: boolean | null; origin: Origin }) {
  const t = useTranslations("common.stated");
  return <Said origin={origin}>{value === true ? t("yes") : t("no")}</Said>;
}

interface AgreementProps {
  /** How often vetting saw the code do it; null where nobody looked. */
  beyond: number | null;
  /** Whether anything is declared that the code could keep to. */
  isDeclared?: boolean;
}

/** Whether the code keeps to what is declared; where nothing is, whether it was seen to do it. */
export function Agreement({ beyond, isDeclared = true }: AgreementProps) {
  const t = useTranslations("skill.security.table");
  if (beyond === null) return "–";
  if (!isDeclared) {
    return beyond === 0 ? (
      t("unseen")
    ) : (
      <span className="pill pill-warn">{t("seen", { count: beyond })}</span>
    );
  }
  return beyond === 0 ? (
    <span className="pill pill-ok">
      <Icon name="check" size={13} />
      {t("agrees-yes")}
    </span>
  ) : (
    <span className="pill pill-warn">
      <Icon name="alert" size={13} />
      {t("agrees-no", { count: beyond })}
    </span>
  );
}

/**
 * The tools an agent that installs the skill lets it use without asking (`allowed-tools`): a permission nothing here
 * enforces, so it is told beside those.
 */
export function AllowedTools({ manifest }: { manifest: Pick<SkillManifest, "allowedTools"> }) {
  const t = useTranslations("skill.vouch");
  const { shown, more } = firstEntries(manifest.allowedTools);
  if (shown.length === 0) return null;
  return (
    <span className="block">
      {t.rich("allowed-tools", { tools: slot(<span className="mono">{shown.join(", ")}</span>) })}
      {more > 0 ? ` ${t("allowed-tools-more", { count: more })}` : null}
    </span>
  );
}
