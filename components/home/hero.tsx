import { useLocale, useTranslations } from "next-intl";
import { Icon, type IconName } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/i18n/paths";
import type { ReactNode } from "react";
import { slot } from "@/components/ui/slot";

/** Searches that show what the box understands: three languages and a permission. */
const TRIES = [
  { query: "compare JSON", lang: "en" },
  { query: "合同", lang: "zh-Hans" },
  { query: "회의록", lang: "ko" },
  { query: "cron schedule", lang: "en" },
] as const;

/** Agents that read what is installed from here, as their makers write them, each with the sign of where it works. */
const AGENTS = [
  { name: "Claude Code", icon: "terminal" },
  { name: "Codex", icon: "terminal" },
  { name: "Cursor", icon: "code" },
  { name: "Gemini CLI", icon: "terminal" },
  { name: "OpenClaw", icon: "message" },
] as const satisfies readonly { name: string; icon: IconName }[];

/** What the place is, and the question it asks. A skill at work stands at the right. */
export function Hero({ children }: { children: ReactNode }) {
  const t = useTranslations("home");
  return (
    <div className="wrap hero">
      <div>
        <h1>{t.rich("title", { br: slot(<br />) })}</h1>
        <p className="lead">{t("lead")}</p>
        <p className="works-with">
          <span>{t("works-with")}</span>
          {AGENTS.map(({ name, icon }) => (
            <b key={name} lang="en" className="inline-flex items-center gap-1">
              <Icon name={icon} size={15} className="text-ink-3" />
              {name}
            </b>
          ))}
          <SiteLink href="/docs/mcp" className="inline-flex items-center gap-1">
            <Icon name="plug" size={15} className="text-ink-3" />
            {t("any-client")}
          </SiteLink>
        </p>
        <BigSearch />
        <div className="try">
          <span>{t("try.label")}</span>
          {TRIES.map(({ query, lang }) => (
            <SiteLink key={query} href={`/skills?q=${encodeURIComponent(query)}`} lang={lang}>
              {query}
            </SiteLink>
          ))}
          <SiteLink href="/skills?without=network">{t("try.no-network")}</SiteLink>
        </div>
      </div>
      {children}
    </div>
  );
}

function BigSearch() {
  const t = useTranslations("home.search");
  const say = useTranslations("common");
  return (
    <form className="big-search" role="search" action={localizedPath(useLocale(), "/skills")}>
      <label className="vh" htmlFor="home-search">
        {t("label")}
      </label>
      <Icon name="search" size={20} />
      <input
        id="home-search"
        type="search"
        name="q"
        maxLength={200}
        placeholder={t("placeholder")}
        autoComplete="off"
        aria-keyshortcuts="/"
        data-search
        data-suggestions={say("search.suggestions")}
      />
      <kbd className="needs-script" aria-hidden="true">
        /
      </kbd>
      <button className="btn btn-primary" aria-label={t("action")}>
        <Icon name="arrow" size={18} />
        <span>{t("action")}</span>
      </button>
    </form>
  );
}
