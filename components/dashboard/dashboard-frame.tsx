import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageShell } from "@/components/site/page-shell";
import { Avatar } from "@/components/ui/avatar";
import { Icon, type IconName } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { shortAddress } from "@/lib/i18n/format-identifier";

const ENTRIES = [
  { key: "overview", href: "/dashboard", icon: "overview" },
  { key: "skills", href: "/dashboard/skills", icon: "package" },
  { key: "publish", href: "/publish", icon: "upload" },
  { key: "drafts", href: "/dashboard/drafts", icon: "draft" },
  { key: "agents", href: "/keys", icon: "agent" },
  { key: "receipts", href: "/dashboard/receipts", icon: "receipt" },
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
        <div className="dash">
          <nav className="side" aria-label={t("label")}>
            <div className="side-who">
              <Avatar name={username} />
              <div>
                <b>{username}</b>
                {address === null ? null : <small>{shortAddress(address)}</small>}
              </div>
            </div>
            <div className="side-links">
              <ul>
                {ENTRIES.map(({ key, href, icon }) => (
                  <SideLink key={key} href={href} icon={icon} current={key === entry} count={counts[key]}>
                    {t(key)}
                  </SideLink>
                ))}
              </ul>
              <hr />
              <ul>
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
            <div className="dash-title">
              <div>
                <h1>{title}</h1>
                {lead ? <p>{lead}</p> : null}
              </div>
              {actions ? <div>{actions}</div> : null}
            </div>
            {children}
          </div>
        </div>
      </div>
    </PageShell>
  );
}

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
      <SiteLink href={href} aria-current={current ? "page" : undefined}>
        <Icon name={icon} size={17} />
        <span>{children}</span>
        {count > 0 ? <span>{count}</span> : null}
      </SiteLink>
    </li>
  );
}
