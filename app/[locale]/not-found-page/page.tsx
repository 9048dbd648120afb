import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { firstOf } from "@/app/[locale]/skills/[slug]/load-skill";
import { EmptyStamp } from "@/components/marks/stamp";
import { unlistedPage } from "@/components/site/page-metadata";
import { PageShell } from "@/components/site/page-shell";
import { SearchBox } from "@/components/site/search-box";
import { linkTo, SiteLink } from "@/components/ui/site-link";
import { findShownSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { askedPath } from "@/lib/platform/i18n/paths";
import { listMatches } from "@/lib/search/search-skills";
import { askedThing, type AskedThing } from "./asked-thing";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("states.not-found");

/**
 * The whole document that is sent, with status 404, in place of a page that found nothing: Next leaves that one to be
 * drawn by scripts, and without them it would stay empty. Says what was looked for, and what is nearest to it.
 * Its query is that of the address that was asked for.
 */
export default async function NotFoundPage({ searchParams }: PageProps) {
  const path = askedPath(await headers());
  const thing = askedThing(path, firstOf((await searchParams)["version"]));
  const [t, nearest] = await Promise.all([getTranslations("states.not-found"), findNearest(thing)]);
  return (
    <PageShell plain path={path}>
      <div className="wrap grid items-center gap-8 pt-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp middle="404" below={t("stamp")} label={`404, ${t("stamp")}`} size={150} />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{t("title")}</h1>
          <p className="mb-4 mt-2 wrap-anywhere text-ink-2">{nearest ?? t("text")}</p>
          <SearchBox className="flex" id="not-found-search" landmark={false} />
        </div>
      </div>
    </PageShell>
  );
}

const MOST_NEAR = 4;

/** A sentence on what was looked for and what is there instead; null where the address says neither. */
async function findNearest(thing: AskedThing | null): Promise<ReactNode> {
  if (thing === null) return null;
  const t = await getTranslations("states.not-found");
  const { kind, name } = thing;
  if (kind === "document") return t.rich(kind, { name, link: linkTo("/docs") });
  if (kind === "error") return t.rich(kind, { name, link: linkTo("/docs/errors") });
  if (kind !== "skill") return t(kind, { name });
  const skill = await findShownSkill(name);
  if (skill !== null) {
    const { version } = thing;
    // The skill, or this version of it, is there, and only this page of it is not.
    if (version === null || (await listVersions(skill.slug)).some((each) => each.version === version))
      return null;
    const linked = linkTo(`/skills/${skill.slug}/versions`);
    return t.rich("version", { name: skill.slug, version, latest: skill.version, link: linked });
  }
  // A half-written last word is looked for by its beginning.
  const near = await listMatches({ q: name.replaceAll("-", " "), limit: MOST_NEAR }, { byMeaning: false });
  return (
    <>
      {t("skill", { name })} {near.length === 0 ? null : t("near")}{" "}
      {near.map(({ slug }, i) => (
        <span key={slug}>
          {i === 0 ? "" : " · "}
          <SiteLink className="link" href={`/skills/${slug}`}>
            {slug}
          </SiteLink>
        </span>
      ))}
    </>
  );
}
