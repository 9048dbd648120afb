import { useLocale, useTranslations } from "next-intl";
import { ORGANISATIONS } from "@/components/dashboard/organisation-address";
import { skillPath } from "@/components/skill/links";
import { Icon, type IconName } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { formatLamports } from "@/lib/platform/i18n/format";
import { shownDomain } from "@/lib/platform/i18n/format-domain";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { OwnDraft } from "@/lib/publishing/drafts/own-drafts";
import type { Attention } from "@/lib/catalogue/dashboard/get-dashboard";

const LIST =
  "mt-5.5 rounded-1 border border-s-3 border-line-2 border-s-caution-fill bg-surface *:grid *:grid-cols-[auto_minmax(0,1fr)_auto] *:items-center *:gap-3 *:px-3.5 *:py-2.5 *:text-14 to-480:*:grid-cols-[auto_minmax(0,1fr)] links:py-0.5 links:font-medium links:whitespace-nowrap links:text-ink links:underline links:underline-offset-3 to-480:links:col-2 to-480:links:justify-self-start to-480:links:py-2.5 [&_b]:wrap-anywhere [&_svg]:text-caution [&>li+li]:border-t [&>li+li]:border-line";

const ICONS: Record<Attention["kind"], IconName> = {
  quarantined: "lock",
  rejected: "alert",
  refused: "alert",
  denied: "alert",
  appealed: "hourglass",
  caution: "hourglass",
  cannot_run: "alert",
  no_payee: "alert",
  payee_too_low: "alert",
  unrun: "alert",
  failing: "alert",
  drifted: "alert",
  challenged: "alert",
  overturned: "alert",
  objected: "message",
  offered: "package",
  invited: "package",
  member: "account",
  answered: "message",
  reviewed: "star",
  asked: "message",
  replied: "message",
};
/** Drafts with fewer days left stand here; the others have a page of their own. */
const SOON_DAYS = 10;

interface AttentionListProps {
  attention: readonly Attention[];
  drafts: readonly OwnDraft[];
  /** Sells something and has no wallet to be paid to. */
  noWallet: boolean;
  /** How many changes of the ways into the account were mailed to nobody. */
  unmailed: number;
  /** Domains it had proven, and whose record is gone. */
  lostDomains: readonly string[];
}

/** What needs its owner now, each with the place where something can be done about it; nothing when all is well. */
export function AttentionList({ attention, drafts, noWallet, unmailed, lostDomains }: AttentionListProps) {
  const t = useTranslations("dashboard.attention");
  const back = encodeURIComponent(localizedPath(useLocale(), "/dashboard"));
  const ending = drafts.filter(({ daysLeft }) => daysLeft < SOON_DAYS);
  if (attention.length + ending.length + unmailed + lostDomains.length === 0 && !noWallet) return null;
  return (
    <ul className={LIST} aria-label={t("label")}>
      {unmailed === 0 ? null : (
        <li>
          <Icon name="key" size={17} />
          <span>{t("access", { count: unmailed })}</span>
          <SiteLink href="/settings#access">{t("to-access")}</SiteLink>
        </li>
      )}
      {attention.map((item) => (
        <AttentionItem key={`${item.kind} ${item.slug} ${item.version ?? ""}`} item={item} />
      ))}
      {ending.map(({ skillId, slug, daysLeft, claimPath }) => (
        <li key={skillId}>
          <Icon name="hourglass" size={17} />
          <span>{t.rich("draft", { name: slot(<b>{slug}</b>), days: daysLeft })}</span>
          <SiteLink href={claimPath}>{t("to-draft")}</SiteLink>
        </li>
      ))}
      {lostDomains.map((domain) => (
        <li key={domain}>
          <Icon name="globe" size={17} />
          <span className="wrap-anywhere">
            {t.rich("domain", { name: slot(<b>{shownDomain(domain)}</b>) })}
          </span>
          <SiteLink href="/settings#domains">{t("to-domain")}</SiteLink>
        </li>
      ))}
      {noWallet ? (
        <li>
          <Icon name="alert" size={17} />
          <span>{t("no-wallet")}</span>
          <SiteLink href={`/settings?return=${back}#wallets`}>{t("to-wallets")}</SiteLink>
        </li>
      ) : null}
    </ul>
  );
}

function AttentionItem({ item }: { item: Attention }) {
  const t = useTranslations("dashboard.attention");
  const { kind, slug, version, number, missingLamports, at } = item;
  const name = version === null ? slug : `${slug} ${version}`;
  return (
    <li>
      <Icon name={ICONS[kind]} size={17} />
      <span>
        {t.rich(kind, {
          name: slot(<b>{name}</b>),
          number,
          lamports: formatLamports(missingLamports ?? "0"),
          day: slot(<When iso={at} as="day" />),
        })}
      </span>
      <SiteLink href={placeOf(item)}>{t(`to-${kind}`)}</SiteLink>
    </li>
  );
}

function placeOf({ kind, slug, version, versionId }: Attention): string {
  switch (kind) {
    case "quarantined":
    case "answered":
      return `/skills/${slug}/quarantine`;
    case "denied":
    case "appealed":
      return versionId === null ? `/skills/${slug}/quarantine` : `/publish/${versionId}`;
    case "rejected":
    case "refused":
    case "caution":
    case "unrun":
    case "cannot_run":
    case "no_payee":
    case "payee_too_low":
      return `/publish/${versionId ?? ""}`;
    case "failing":
    case "drifted":
      return `/skills/${slug}/examples`;
    case "challenged":
    case "overturned":
    case "objected":
      return skillPath(slug, "security", version ?? undefined);
    case "offered":
      return "/dashboard/transfers";
    case "invited":
      return "/dashboard/maintainers";
    case "member":
      return ORGANISATIONS;
    case "reviewed":
      return `/skills/${slug}/reviews`;
    case "asked":
    case "replied":
      return skillPath(slug, "questions");
  }
}
