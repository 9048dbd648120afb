import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { loadSet } from "./load-set";
import { followAction } from "@/app/[locale]/following-actions";
import { FollowForm } from "@/components/following/follow-form";
import { SetTable } from "@/components/sets/set-table";
import { PageShell } from "@/components/site/page-shell";
import { pageAlternates } from "@/components/site/page-metadata";
import { CommandStep } from "@/components/skill/install/install-box";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Note } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { SectionHead } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { getFollowState } from "@/lib/catalogue/following/follow";
import { currentActor } from "@/lib/web/auth/current-actor";
import type { SetView } from "@/lib/catalogue/sets/get-set";
import { setPluginPath } from "@/lib/catalogue/sets/set-plugin";
import { env } from "@/lib/platform/config/env";
import type { PageProps } from "@/app/[locale]/page-props";

type SetProps = PageProps<Record<string, string | string[] | undefined>, "name">;

export async function generateMetadata({ params }: SetProps): Promise<Metadata> {
  const { locale, name } = await params;
  const set = await loadSet(name);
  if (!set) return {};
  return {
    title: set.name,
    description: set.description,
    alternates: pageAlternates(locale, `/sets/${set.name}`),
    ...(set.withdrawn === null ? {} : { robots: { index: false } }),
  };
}

/** A set: what each of its skills may touch and costs, the sum, and every way to install it. */
export default async function SetPage({ params }: SetProps) {
  const { name } = await params;
  const set = await loadSet(name);
  if (!set) notFound();
  const actor = await currentActor();
  const [t, list, state] = await Promise.all([
    getTranslations("sets.page"),
    getTranslations("sets.list"),
    getFollowState({ setId: set.id }, actor?.accountId ?? null),
  ]);
  const left = set.parts.filter(({ given }) => given === null).length;
  return (
    <PageShell plain path={`/sets/${set.name}`}>
      <div className="wrap">
        <Breadcrumbs crumbs={[{ name: list("title"), href: "/sets" }, { name: set.name }]} />
        <PageTitle title={set.name} lead={set.description} />
        <p className="text-14 text-ink-2">
          {t("kind")} ·{" "}
          {set.owner === null ? (
            t("nobody", { version: set.version })
          ) : (
            <SiteLink className="link" href={`/people/${encodeURIComponent(set.owner)}`}>
              {t("by", { version: set.version, owner: set.owner })}
            </SiteLink>
          )}{" "}
          · <When iso={set.createdAt} as="day" />
        </p>
        {set.withdrawn === null ? (
          <p className="pt-3">
            <FollowForm
              followed={{ kind: "set", name: set.name }}
              state={state}
              page={`/sets/${set.name}`}
              act={followAction}
            />
          </p>
        ) : null}
        <div className="mt-4 grid gap-4">
          {set.withdrawn === null ? null : (
            <Note tone="bad" title={t("withdrawn")}>
              {set.withdrawn}
            </Note>
          )}
          {left === 0 ? null : <Note tone="warn" title={t("left", { count: left })} />}
        </div>
        <section className="part" aria-labelledby="parts">
          <SectionHead id="parts" title={t("parts")} remark={t("sum-note")} />
          <SetTable set={set} />
        </section>
        {set.withdrawn === null && left < set.parts.length ? <Install set={set} /> : null}
        <section className="part" aria-labelledby="versions">
          <SectionHead id="versions" title={t("versions")} />
          <ul className="pt-3 text-14">
            {set.versions.map(({ version, createdAt }) => (
              <li key={version}>
                <span className="mono">{version}</span> · <When iso={createdAt} as="day" />
              </li>
            ))}
          </ul>
        </section>
        {set.withdrawn === null ? (
          <p className="pt-6 text-14">
            <SiteLink className="link" href={`/sets/${set.name}/report`}>
              {t("report")}
            </SiteLink>
          </p>
        ) : null}
      </div>
    </PageShell>
  );
}

async function Install({ set: { name } }: { set: SetView }) {
  const t = await getTranslations("sets.page");
  const market = env().APP_URL;
  const host = new URL(market).host.replaceAll(/[^a-z0-9]+/gi, "-");
  const claude = [
    `claude plugin marketplace add ${market}/sets/${name}/.claude-plugin/marketplace.json`,
    `claude plugin install ${name}@emporion-${host}-set-${name}`,
  ];
  return (
    <section className="part" aria-labelledby="install">
      <SectionHead id="install" title={t("install")} />
      <ol className="do-steps">
        <CommandStep text={t("with-emporion")} command={`npx --yes ${market}/emporion.tgz add set:${name}`} />
        <CommandStep text={t("with-skills")} command={`npx skills add ${market}/sets/${name}`} />
        <CommandStep text={t("with-claude")} command={claude.join("\n")} />
        <CommandStep text={t("with-mcp")} command={`${market}/mcp?skills=set:${name}`} title="MCP" />
      </ol>
      <p className="pt-3 text-14">
        <a className="link" href={setPluginPath(name)} download>
          {t("archive")}
        </a>{" "}
        ·{" "}
        <SiteLink className="link" href={`/v1/sets/${name}`}>
          {t("json")}
        </SiteLink>
      </p>
    </section>
  );
}
