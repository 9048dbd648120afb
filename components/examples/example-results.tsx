import { useTranslations } from "next-intl";
import { AuditWords, Seal } from "@/components/marks/audit-mark";
import { ExampleItem } from "@/components/skill/examples/example-item";
import { languageOf } from "@/components/skill/files/language-of";
import { skillPath } from "@/components/skill/links";
import { Empty } from "@/components/ui/note";
import { Icon } from "@/components/ui/icon";
import { Pager, pageNumber } from "@/components/ui/pager";
import { Price } from "@/components/ui/values";
import { SiteLink } from "@/components/ui/site-link";
import type { ExampleSearchRow } from "@/lib/search/views";

interface FoundExamples {
  rows: ExampleSearchRow[];
  total: number;
  page: number;
  pageSize: number;
}

/**
 * Examples of many skills, so that one can shop by input and output; those of one skill that follow each other stand below
 * one line of it.
 */
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
      {found.rows.map((row, index) => {
        const continues = found.rows[index - 1]?.skill.id === row.skill.id;
        return (
          <div key={`${row.skill.id}-${row.example.position}`} className={continues ? "mt-2" : "mt-6"}>
            {continues ? null : <SkillLine row={row} />}
            <ExampleItem
              example={row.example}
              numbered={false}
              lang={languageOf(row.skill.contentLanguage)}
              open={index < 2}
              action={<UseInput row={row} />}
            />
          </div>
        );
      })}
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

export const REPLAY_STATES = ["proven", "drifted", "failing", "not_run"] as const;

type ReplayState = (typeof REPLAY_STATES)[number];

/** Without a state in the address the page shows proven examples; `all` shows every state. */
const DEFAULT_STATE: ReplayState = "proven";

export interface ExampleSearch {
  q?: string;
  capability?: string;
  state?: ReplayState;
  page?: number;
}

type PageQuery = Record<string, string | string[] | undefined>;

const MAX_TEXT = 200;

/** Reads the address of the examples page; what is unknown is left out. */
export function readExampleSearch(query: PageQuery): ExampleSearch {
  const q = textOf(query["q"]);
  const capability = textOf(query["capability"]);
  const asked = textOf(query["state"]);
  const state =
    REPLAY_STATES.find((known) => known === asked) ?? (asked === "all" ? undefined : DEFAULT_STATE);
  const page = pageNumber(query["page"]);
  return {
    ...(q === undefined ? {} : { q }),
    ...(capability === undefined ? {} : { capability }),
    ...(state === undefined ? {} : { state }),
    ...(page > 1 ? { page } : {}),
  };
}

/** The query string of a search; "" for proven examples without words. */
export function writeExampleSearch(search: ExampleSearch): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (name !== "state") params.append(name, String(value));
  }
  if (search.state !== DEFAULT_STATE) params.append("state", search.state ?? "all");
  return params.size === 0 ? "" : `?${params.toString()}`;
}

function textOf(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim().slice(0, MAX_TEXT);
  return text === "" ? undefined : text;
}
