import { useLocale, useTranslations } from "next-intl";
import { Icon, type IconName } from "@/components/ui/icon";
import { SearchNote } from "@/components/site/search-box";
import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { ComponentProps, ReactNode } from "react";
import { slot } from "@/components/ui/sentences";

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

const LINK = "underline decoration-line-2 decoration-1 underline-offset-3";

/** What the place is, and the question it asks. A skill at work stands at the right. */
export function Hero({ children }: { children: ReactNode }) {
  const t = useTranslations("home");
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)_348px] items-center gap-18 pt-16 pb-13 to-1100:grid-cols-[minmax(0,1fr)] to-1100:gap-10 to-720:gap-8.5 to-720:pt-8.5 to-720:pb-7.5">
      <div>
        <h1 className="max-w-[14ch] font-serif text-56 leading-[1.04] font-medium tracking-[-0.028em] to-720:text-[2.5rem] cjk:max-w-none">
          {/* The Korean title breaks better by itself where its first half is too wide. */}
          {t.rich("title", { br: slot(<br className="to-720:ko:hidden" />) })}
        </h1>
        <p className="mt-4 max-w-[50ch] text-18 leading-normal text-ink-2 to-720:text-16">{t("lead")}</p>
        <p className="mt-3.5 flex flex-wrap gap-x-3.5 gap-y-1 text-15">
          <span className="text-ink-3">{t("works-with")}</span>
          {AGENTS.map(({ name, icon }) => (
            <b key={name} lang="en" className="inline-flex items-center gap-1">
              <Icon name={icon} size={15} className="text-ink-3" />
              {name}
            </b>
          ))}
          <SiteLink className={`inline-flex items-center gap-1 ${LINK}`} href="/docs/mcp">
            <Icon name="plug" size={15} className="text-ink-3" />
            {t("any-client")}
          </SiteLink>
        </p>
        <BigSearch />
        <div className="mt-3 flex flex-wrap items-baseline gap-x-3.5 gap-y-1 text-14 text-ink-3">
          <span>{t("try.label")}</span>
          {TRIES.map(({ query, lang }) => (
            <TryLink key={query} href={`/skills?q=${encodeURIComponent(query)}`} lang={lang}>
              {query}
            </TryLink>
          ))}
          <TryLink href="/skills?without=network">{t("try.no-network")}</TryLink>
        </div>
        <SearchNote id="home-search-note" className="mt-2 text-13 text-ink-3" />
      </div>
      {children}
    </div>
  );
}

function TryLink(props: ComponentProps<typeof SiteLink>) {
  return <SiteLink {...props} className={`${LINK} text-ink-2 hover:text-ink to-720:py-0.5`} />;
}

function BigSearch() {
  const t = useTranslations("home.search");
  const say = useTranslations("common");
  return (
    <form
      className="relative mt-7.5 flex h-15 items-center gap-3 rounded-1 border border-edge bg-surface pr-2 pl-4.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent to-720:mt-5.5 to-720:h-13.5 to-720:pr-1.25 to-720:pl-3.5"
      role="search"
      action={localizedPath(useLocale(), "/skills")}
    >
      <label className="vh" htmlFor="home-search">
        {t("label")}
      </label>
      <Icon name="search" size={20} />
      <input
        className="h-full min-w-0 flex-1 bg-transparent text-18 outline-0 to-720:text-16"
        id="home-search"
        type="search"
        name="q"
        maxLength={200}
        placeholder={t("placeholder")}
        autoComplete="off"
        aria-keyshortcuts="/"
        data-search
        data-suggestions={say("search.suggestions")}
        aria-describedby="home-search-note"
      />
      <kbd className="needs-script to-720:hidden" aria-hidden="true">
        /
      </kbd>
      <button className="btn btn-primary min-h-11 to-720:w-11 to-720:p-0" aria-label={t("action")}>
        <Icon name="arrow" size={18} />
        <span className="to-720:hidden">{t("action")}</span>
      </button>
    </form>
  );
}
