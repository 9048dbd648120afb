import { useTranslations } from "next-intl";
import { writeExampleSearch, type ExampleSearch } from "@/components/examples/example-search";
import { AuditWords } from "@/components/marks/audit-words";
import { Seal } from "@/components/marks/seal";
import { ExampleItem } from "@/components/skill/examples/example-item";
import { languageOf } from "@/components/skill/files/language-of";
import { skillPath } from "@/components/skill/skill-path";
import { Empty } from "@/components/ui/empty";
import { Icon } from "@/components/ui/icon";
import { Pager } from "@/components/ui/paging/pager";
import { Price } from "@/components/ui/price";
import { SiteLink } from "@/components/ui/site-link";
import type { ExampleSearchRow } from "@/lib/search/views";

interface FoundExamples {
  rows: ExampleSearchRow[];
  total: number;
  page: number;
  pageSize: number;
}

/** Examples of many skills, so that one can shop by input and output. */
export function ExampleResults({ search, found }: { search: ExampleSearch; found: FoundExamples }) {
  const t = useTranslations("examples.page");
  return (
    <section aria-labelledby="found">
      <h2 id="found" className="mt-6 border-b border-edge pb-2 text-14 text-ink-2">
        {t("found", { count: found.total })}
      </h2>
      {found.rows.length === 0 ? (
        <div className="mt-6">
          <Empty
            heading="h3"
            title={t("empty")}
            actions={
              <SiteLink className="btn btn-sm" href="/skills">
                {t("browse")}
              </SiteLink>
            }
          >
            {t("empty-text")}
          </Empty>
        </div>
      ) : null}
      {found.rows.map((row, index) => (
        <div key={`${row.skill.id}-${row.example.position}`} className="mt-6">
          <SkillLine row={row} />
          <ExampleItem
            example={row.example}
            numbered={false}
            lang={languageOf(row.skill.contentLanguage)}
            open={index < 2}
            action={<UseInput row={row} />}
          />
        </div>
      ))}
      <Pager
        page={found.page}
        pageSize={found.pageSize}
        total={found.total}
        hrefOf={(page) => `/examples${writeExampleSearch({ ...search, page })}`}
      />
    </section>
  );
}

/** Whose example it is: name, capabilities and price. */
function SkillLine({ row: { skill } }: { row: ExampleSearchRow }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <Seal state={skill.auditState} size={16} />
      <span className="vh">
        <AuditWords skill={skill} />
      </span>
      <SiteLink className="font-semibold hover:underline" href={skillPath(skill.slug)}>
        {skill.displayName}
      </SiteLink>
      <span className="mono text-13 text-ink-3">{skill.version}</span>
      {skill.capabilities.slice(0, 4).map((capability) => (
        <SiteLink
          key={capability}
          className="chip"
          href={`/examples?capability=${encodeURIComponent(capability)}`}
        >
          {capability}
        </SiteLink>
      ))}
      <span className="ms-auto text-end">
        <Price lamports={skill.priceLamports} />
      </span>
    </div>
  );
}

function UseInput({ row: { skill, example } }: { row: ExampleSearchRow }) {
  const t = useTranslations("examples");
  if (!skill.runnable) return null;
  return (
    <SiteLink
      className="btn btn-sm"
      href={`${skillPath(skill.slug, "examples")}?example=${example.position + 1}#run`}
      rel="nofollow"
    >
      <Icon name="use" size={15} />
      {t("use")}
    </SiteLink>
  );
}
