import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageShell } from "@/components/site/page-shell";
import { Avatar } from "@/components/ui/avatar";
import { Icon, type IconName } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { shortAddress } from "@/lib/platform/i18n/format";

const ENTRIES = [
  { key: "overview", href: "/dashboard", icon: "overview" },
  { key: "skills", href: "/dashboard/skills", icon: "package" },
  { key: "publish", href: "/publish", icon: "upload" },
  { key: "drafts", href: "/dashboard/drafts", icon: "draft" },
  { key: "organisations", href: "/dashboard/organisations", icon: "account" },
  { key: "agents", href: "/keys", icon: "agent" },
  { key: "receipts", href: "/dashboard/receipts", icon: "receipt" },
  { key: "spending", href: "/dashboard/spending", icon: "wallet" },
  { key: "following", href: "/dashboard/following", icon: "star" },
] as const satisfies readonly { key: string; href: string; icon: IconName }[];

type Entry = (typeof ENTRIES)[number]["key"] | "settings";

export interface CreatorFrameProps {
  username: string;
  address: string | null;
  /** How much waits for an administrator; null for who is none. Administrators are led to their pages, too. */
  waiting: number | null;
  counts: Partial<Record<Entry, number>>;
  entry: Entry;
  /** Path of the page without a language. */
  path: string;
  title: string;
  lead?: ReactNode;
  /** What stands at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The pages of somebody who publishes: who they are and where everything is at the left, one thing at the right. */
export function DashboardFrame({
  username,
  address,
  waiting,
  counts,
  entry,
  path,
  title,
  lead,
  actions,
  children,
}: CreatorFrameProps) {
  const t = useTranslations("dashboard.nav");
  return (
    <PageShell path={path} wide>
      <div className="wrap wrap-wide">
        <div className="grid grid-cols-[216px_minmax(0,1fr)] items-start gap-12 pt-7 pb-18 to-900:grid-cols-[minmax(0,1fr)] to-900:gap-6 from-721:pointer-fine:[&_.segments_a]:px-3 from-721:pointer-fine:[&_.segments_a]:py-1.5">
          <nav className="text-14 print:hidden" aria-label={t("label")}>
            <div className="mb-2.5 flex items-center gap-2.5 border-b border-edge pb-3.5">
              <Avatar name={username} className="size-8.5 text-14" />
              <div>
                <b className="block leading-[1.3] wrap-anywhere">{username}</b>
                {address === null ? null : (
                  <small className="font-mono text-12 leading-[1.3] text-ink-3">
                    {shortAddress(address)}
                  </small>
                )}
              </div>
            </div>
            <div className="to-900:relative to-900:-mx-(--gutter) to-900:flex to-900:gap-0.5 to-900:overflow-x-auto to-900:px-(--gutter) to-900:[scrollbar-width:none]">
              <ul className="to-900:flex to-900:flex-none to-900:gap-0.5">
                {ENTRIES.map(({ key, href, icon }) => (
                  <SideLink key={key} href={href} icon={icon} current={key === entry} count={counts[key]}>
                    {t(key)}
                  </SideLink>
                ))}
              </ul>
              <hr className="mx-0 my-2.5 border-t border-line to-900:hidden" />
              <ul className="to-900:flex to-900:flex-none to-900:gap-0.5">
                <SideLink href="/settings" icon="settings" current={entry === "settings"}>
                  {t("settings")}
                </SideLink>
                {waiting === null ? null : (
                  <SideLink href="/administration" icon="lock" current={false} count={waiting}>
                    {t("administration")}
                  </SideLink>
                )}
              </ul>
            </div>
          </nav>
          <div>
            <div className="flex flex-wrap items-end justify-between gap-x-5 gap-y-3">
              <div>
                <h1 className="font-serif text-34 leading-[1.1] font-medium tracking-[-0.022em]">{title}</h1>
                {lead ? <p className="mt-1.5 max-w-[68ch] text-ink-2">{lead}</p> : null}
              </div>
              {actions ? <div className="flex flex-wrap items-center gap-2.5">{actions}</div> : null}
            </div>
            {children}
          </div>
        </div>
      </div>
    </PageShell>
  );
}

/** On a narrow screen the links are one line, which begins at the page that is open. */
const OPEN =
  "bg-accent-wash font-medium text-ink [box-shadow:inset_2px_0_0_var(--accent)] to-900:[scroll-initial-target:nearest]";

interface SideLinkProps {
  href: string;
  icon: IconName;
  current: boolean;
  count?: number | undefined;
  children: string;
}

function SideLink({ href, icon, current, count = 0, children }: SideLinkProps) {
  return (
    <li>
      <SiteLink
        className={`flex min-h-9 items-center gap-2.25 rounded-1 px-2.25 to-900:min-h-11 to-900:whitespace-nowrap ${current ? OPEN : "text-ink-2 hover:bg-hover"}`}
        href={href}
        aria-current={current ? "page" : undefined}
      >
        <Icon name={icon} size={17} />
        <span>{children}</span>
        {count > 0 ? (
          <span
            className={`ms-auto font-mono text-12 leading-none font-normal ${current ? "text-ink-2" : "text-ink-3"}`}
          >
            {count}
          </span>
        ) : null}
      </SiteLink>
    </li>
  );
}
