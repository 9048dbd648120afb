import { notFound } from "next/navigation";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { unlistedPage } from "@/components/site/page-metadata";
import type { PageQuery } from "@/components/browse/search-params";
import { textOf } from "@/components/browse/search-params";
import { readCaseFilter, writeCaseFilter } from "@/components/console/case-filter-address";
import { decideVersionAction } from "@/app/[locale]/(account)/administration/actions";
import {
  AdministrationFrame,
  type AdministrationOutcome,
} from "@/components/administration/administration-frame";
import { UnlessOwn, versionCasePath } from "@/components/administration/case";
import { HeldVersionItem } from "@/components/administration/held-version-item";
import { VersionForm } from "@/components/administration/version-form";
import { fileTree } from "@/components/skill/files/files-tab";
import { TextFile } from "@/components/skill/files/text-file";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { isDomainError } from "@/lib/kernel/errors";
import { listLeftToOthers } from "@/lib/identity/decided-by";
import { getVersionCase, readCaseFiles, type CaseFiles, type HeldVersion } from "@/lib/moderation/held";
import type { CaseFilter } from "@/lib/registry/versions/case-filter";
import { formatSize } from "@/lib/platform/i18n/format";
import { loadAdministrator } from "../../load-administrator";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("administration");

/** A version that is to be decided about, with its files to read: also one that nobody else may see. */
export default async function VersionCasePage(
  props: PageProps<AdministrationOutcome & PageQuery, "versionId">,
) {
  const { versionId } = await props.params;
  const page = `/administration/versions/${versionId}`;
  const { actor, outcome, cases, frame } = await loadAdministrator(props, page);
  const { held, waits } = await getVersionCase(actor, versionId).catch((error: unknown) => {
    if (isDomainError(error, "VERSION_NOT_FOUND")) notFound();
    throw error;
  });
  const filter = readCaseFilter(outcome);
  const path = textOf(outcome["file"]) ?? held.place?.file ?? "SKILL.md";
  const [read, leftToOthers, t] = await Promise.all([
    readCaseFiles(actor, { versionId, path }),
    listLeftToOthers(actor, [held.skill.id]),
    getTranslations("administration"),
  ]);
  return (
    <AdministrationFrame
      {...frame}
      section="overview"
      path={page}
      next={cases.find(({ id }) => id !== versionId)}
      reason={t("reason")}
    >
      <ul>
        <HeldVersionItem held={held} href={`/publish/${versionId}`}>
          {waits === null ? (
            <p className="text-14 text-ink-2">{t("waitsNoMore")}</p>
          ) : (
            <UnlessOwn leftToOthers={leftToOthers.has(held.skill.id)}>
              <VersionForm
                waits={waits}
                versionId={versionId}
                slug={held.skill.slug}
                list={writeCaseFilter(filter)}
                action={decideVersionAction}
              />
            </UnlessOwn>
          )}
        </HeldVersionItem>
      </ul>
      <ReadFiles held={held} read={read} path={path} filter={filter} />
    </AdministrationFrame>
  );
}

interface ReadFilesProps {
  held: HeldVersion;
  read: CaseFiles;
  path: string;
  filter: CaseFilter;
}

/** The files of the package, one of them as text with its findings' lines set off; what cannot be seen is named. */
function ReadFiles({ held, read: { files, shown }, path, filter }: ReadFilesProps) {
  const t = useTranslations("administration");
  const words = useTranslations("skill.files");
  const here = held.findings.filter(({ file }) => file === path);
  return (
    <PageSection
      id="files"
      title={words("title", { count: files.length })}
      remark={formatSize(held.sizeBytes)}
    >
      <div className="grid gap-5 pt-3 from-961:grid-cols-[260px_minmax(0,1fr)]">
        <nav aria-labelledby="files">
          <ul className="text-14">
            {fileTree(files).map(({ depth, name, file }) => (
              <li
                key={file?.path ?? `${depth}/${name}`}
                className="flex flex-wrap gap-x-2 py-1"
                style={{ paddingInlineStart: depth * 16 }}
              >
                {file === null ? (
                  <span className="mono text-ink-3">{name}/</span>
                ) : (
                  <SiteLink
                    className="mono link wrap-anywhere"
                    aria-current={file.path === path ? "page" : undefined}
                    href={versionCasePath(held.id, { filter, file: file.path })}
                  >
                    {name}
                  </SiteLink>
                )}
                <FoundIn count={held.findings.filter((each) => each.file === file?.path).length} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {here.some(({ line }) => line !== null) ? (
            <p className="flex flex-wrap gap-x-3 gap-y-1 pb-3 text-13">
              {t("foundAt")}
              {here.flatMap(({ line, code }) =>
                line === null
                  ? []
                  : [
                      <a key={`${line} ${code}`} className="link mono" href={`#L${line}`}>
                        {line} {code}
                      </a>,
                    ],
              )}
            </p>
          ) : null}
          {shown === null ? (
            <Note title={t("noText")} />
          ) : shown.isText ? (
            <>
              <TextFile
                bytes={shown.bytes}
                path={shown.path}
                marked={new Set(here.flatMap(({ line }) => line ?? []))}
              />
              <p className="pt-3 text-13 text-ink-3">{t("hiddenNamed")}</p>
            </>
          ) : (
            <Note title={words("binary")}>{words("binary-text")}</Note>
          )}
        </div>
      </div>
    </PageSection>
  );
}

function FoundIn({ count }: { count: number }) {
  const t = useTranslations("review");
  if (count === 0) return null;
  return (
    <span className="pill pill-warn">
      <span aria-hidden="true">{count}</span>
      <span className="vh">{t("findingsCount", { count })}</span>
    </span>
  );
}
