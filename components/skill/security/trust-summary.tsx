import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AuditMark, TrustMark } from "@/components/marks/audit-mark";
import { countingSeals } from "@/components/skill/skill-stamp";
import { AllowedTools, accessWords, deniedWords, undeclaredWords } from "@/components/skill/security/access";
import { sourceOf, bondPath } from "@/components/skill/links";
import { SiteLink } from "@/components/ui/site-link";
import { Icon } from "@/components/ui/icon";
import { When } from "@/components/ui/values";
import { formatSol, shortCommit, shortDigest } from "@/lib/platform/i18n/format";
import type { SkillDetail } from "@/lib/registry/views";
import { slot } from "@/components/ui/sentences";

/** Five answers beside each other; three and two on a narrow screen, and on a phone one a line. */
const LIST =
  "grid grid-cols-[repeat(5,1fr)] border-y border-edge to-1100:grid-cols-[repeat(3,1fr)] to-720:grid-cols-[1fr]";
const CELL =
  "border-s border-line px-4.5 pt-3.25 pb-3.5 first:border-s-0 first:ps-0 last:pe-0 to-1100:nth-4:border-s-0 to-1100:nth-4:ps-0 to-1100:nth-[n+4]:border-t to-720:grid to-720:grid-cols-[82px_1fr] to-720:gap-2.5 to-720:border-s-0 to-720:border-t to-720:px-0 to-720:py-2.5 to-720:first:border-t-0";
const ANSWER =
  "mt-1 to-720:mt-0 [&_.mark]:text-15 [&_.mark]:font-semibold [&_.mark]:whitespace-normal [&_p]:mt-0.75 [&_p]:text-13 [&_p]:leading-[1.45] [&_p]:wrap-anywhere [&_p]:text-ink-2";

/** Who checked it, who stands behind it, what it may touch, whether it is proven, where it comes from. */
export function TrustSummary({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.vouch");
  return (
    <dl className={LIST}>
      <Cell name={t("audit")}>
        <AuditAnswer skill={skill} />
      </Cell>
      <Cell name={t("trust")}>
        <TrustAnswer skill={skill} />
      </Cell>
      <Cell name={t("may-touch")}>
        <AccessAnswer skill={skill} />
      </Cell>
      <Cell name={t("examples")}>
        <ExamplesAnswer skill={skill} />
      </Cell>
      <Cell name={t("source")}>
        <SourceAnswer skill={skill} />
      </Cell>
    </dl>
  );
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={CELL}>
      <dt className="text-12 text-ink-3 to-720:pt-0.75">{name}</dt>
      <dd className={ANSWER}>{children}</dd>
    </div>
  );
}

interface Answer {
  skill: SkillDetail;
}

/** The audit state, and what it rests on. */
export function AuditAnswer({ skill }: Answer) {
  const t = useTranslations();
  const signed = countingSeals(skill).length;
  return (
    <>
      <AuditMark skill={skill} />
      <p>
        {skill.auditState === "Audited" ? t("skill.vouch.signed", { count: signed }) : null}
        {skill.auditState === "Optimistic"
          ? t("skill.vouch.bonded", { amount: formatSol(skill.bondLamports ?? "0") })
          : null}
        {skill.auditState === "Unverified" ? t("skill.vouch.unverified") : null}
        {skill.auditState === "Optimistic" ? (
          <span className="block">
            <SiteLink
              className="link"
              href={bondPath(skill.slug, skill.isLatest ? undefined : skill.version)}
            >
              {t("bond.title")}
            </SiteLink>
          </span>
        ) : null}
      </p>
    </>
  );
}

function TrustAnswer({ skill }: Answer) {
  const t = useTranslations();
  return (
    <>
      <span className="mark">
        <TrustMark level={skill.trustLevel} />
        {t(`common.trust.${skill.trustLevel}`)}
      </span>
      <p>
        {skill.publisher === null
          ? t("skill.vouch.unclaimed")
          : t(skill.trustLevel === "verified" ? "skill.vouch.verified" : "skill.vouch.owned", {
              name: skill.publisher,
            })}
      </p>
    </>
  );
}

/** What it says it touches and does not touch, and what it leaves open. */
export function AccessAnswer({ skill: { access, manifest } }: Answer) {
  const t = useTranslations("skill.vouch");
  const words = accessWords(access);
  const undeclared = undeclaredWords(access);
  const [denied, byDefault] = [deniedWords(access, "declared"), deniedWords(access, "format_default")];
  const said = words.map((word) => t(`touch-${word}`, { count: access.envVars?.length ?? 0 }));
  const not = (kinds: typeof words) => capital(kinds.map((kind) => t(`not-${kind}`)).join(t("comma")));
  const lines = [
    denied.length === 4 ? t("touch-none-text") : not(denied),
    byDefault.length === 0 ? "" : t("by-default", { kinds: not(byDefault) }),
    undeclared.length === 0
      ? ""
      : t("not-declared", { kinds: undeclared.map((kind) => t(`unsaid-${kind}`)).join(t("comma")) }),
  ].filter((line) => line !== "");
  const none =
    undeclared.length === 0 ? "touch-none" : undeclared.length === 4 ? "touch-unsaid" : "touch-partly";
  const isClosed = words.length + undeclared.length === 0;
  return (
    <>
      <span className="mark">
        <Icon name={isClosed ? "lock" : words[0] === "network" ? "globe" : "plug"} size={17} />
        {words.length === 0 ? t(none) : said.join(t("comma"))}
      </span>
      <p>
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        <AllowedTools manifest={manifest} />
      </p>
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en") + text.slice(1);
}

function ExamplesAnswer({ skill }: Answer) {
  const t = useTranslations("skill.vouch");
  if (skill.examplesTotal === 0) {
    return (
      <>
        <span className="mark">{t("no-examples")}</span>
        <p>{t("no-examples-text")}</p>
      </>
    );
  }
  const all = skill.examplesProven === skill.examplesTotal;
  const checkedAt = skill.examplesCheckedAt;
  return (
    <>
      <span className={all ? "mark proven" : "mark proven proven-part"}>
        <Icon name="proven" size={17} />
        {t("proven", { proven: skill.examplesProven, total: skill.examplesTotal })}
      </span>
      <p>
        {checkedAt === null
          ? t("not-replayed")
          : t.rich("replayed", { time: slot(<When iso={checkedAt} as="minute" />) })}
      </p>
    </>
  );
}

function SourceAnswer({ skill }: Answer) {
  const t = useTranslations("skill.vouch");
  const source = sourceOf(skill.manifest);
  return (
    <>
      <span className="mark">
        <Icon name="commit" size={17} />
        <span className="mono">
          {source.commit === null ? shortDigest(skill.packageDigest) : shortCommit(source.commit)}
        </span>
      </span>
      <p>
        {source.href === null ? (
          t("no-source")
        ) : (
          <a className="link" href={source.href} rel="nofollow noopener">
            {source.name}
          </a>
        )}
        {source.commit === null && source.href === null ? null : (
          <span className="block">{t("source-declared")}</span>
        )}
      </p>
    </>
  );
}
