import { ApiProblem } from "@/components/run/api-problem";
import type { CheckView } from "@/components/validate/check-view";
import type { IssueMeanings } from "@/lib/platform/i18n/code-meanings";

/** What is to be checked: a text, an archive, or the JSON of a folder's files. */
export type CheckSource =
  | { kind: "text"; text: string }
  | { kind: "archive"; file: File }
  | { kind: "folder"; json: string };

interface ValidationAnswer {
  decision: Pick<CheckView, "status" | "reasons">;
  reports: CheckView["reports"];
  calling: CheckView["calling"];
  files: { path: string }[];
  skill_md: string;
  fixes?: CheckView["fixes"];
}

/** Asks the agent API, as any agent would. Throws ApiProblem, or what `fetch` throws when it is aborted or offline. */
export async function askMarket(source: CheckSource, signal: AbortSignal): Promise<CheckView> {
  const [response, meanings] = await Promise.all([
    fetch("/v1/validate?fixes=true", { method: "POST", signal, ...bodyOf(source) }),
    loadMeanings(document.documentElement.lang),
  ]);
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new ApiProblem(response.status, answer as ConstructorParameters<typeof ApiProblem>[1]);
  const { decision, reports, calling, files, skill_md, fixes = [] } = answer as ValidationAnswer;
  return {
    status: decision.status,
    reasons: decision.reasons,
    reports,
    calling,
    skillMd: skill_md,
    files: files.map(({ path }) => path),
    fixes,
    meanings,
  };
}

function bodyOf(source: CheckSource): Pick<RequestInit, "body" | "headers"> {
  if (source.kind === "text") return { body: source.text, headers: { "content-type": "text/markdown" } };
  if (source.kind === "folder") return { body: source.json, headers: { "content-type": "application/json" } };
  const form = new FormData();
  form.set("skill_file", source.file);
  return { body: form };
}

/** Fetched with the first check of a reader who needs one; English needs none. */
const TABLES: Record<string, (() => Promise<{ default: Record<string, string> }>) | undefined> = {
  "zh-Hans": () => import("@/lib/platform/i18n/messages/zh-Hans/issues.json"),
  ko: () => import("@/lib/platform/i18n/messages/ko/issues.json"),
};

/**
 * What the codes of issues mean in a language; undefined in English, and when the table cannot be reached: a check
 * goes on.
 */
export async function loadMeanings(lang: string): Promise<IssueMeanings | undefined> {
  const table = await TABLES[lang]?.().catch(() => undefined);
  return table && { lang, byCode: table.default };
}
