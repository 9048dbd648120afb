import { useCallback, useEffect, useRef, useState } from "react";
import { ApiProblem } from "@/components/run/api-problem";
import type { CheckView } from "@/components/validate/check-view";
import type { ProposalWords } from "@/lib/platform/i18n/proposal-words";
import type { IssueMeanings } from "@/lib/platform/i18n/code-meanings";

const PAUSE_MS = 350;

/** Who is asked for a verdict. */
export type Ask = (source: CheckSource, signal: AbortSignal) => Promise<CheckView>;

/** Why there is no verdict: what the market answered, or that it could not be asked. */
export interface CheckProblem {
  code: string | null;
  detail: string;
}

interface LiveCheck {
  view: CheckView | null;
  problem: CheckProblem | null;
  busy: boolean;
  /** Checks a source; a newer one makes an older answer worthless, so that its request is given up. */
  check: (source: CheckSource | null, when: "now" | "after a pause") => void;
  fail: (problem: CheckProblem) => void;
}

/** The latest verdict on what is being typed or chosen. The last one stays until the next is there. */
export function useLiveCheck(
  initial: { view: CheckView | null; problem: CheckProblem | null },
  ask: Ask = askMarket,
): LiveCheck {
  const [state, setState] = useState({ ...initial, busy: false });
  const stopPrevious = useRef<() => void>(() => undefined);
  useEffect(() => () => stopPrevious.current(), []);

  const fail = useCallback((problem: CheckProblem) => {
    stopPrevious.current();
    setState({ view: null, problem, busy: false });
  }, []);

  const check = useCallback<LiveCheck["check"]>(
    (source, when) => {
      stopPrevious.current();
      if (source === null) return setState({ view: null, problem: null, busy: false });
      const abort = new AbortController();
      const answer = async () => {
        setState((before) => ({ ...before, busy: true }));
        try {
          const view = await ask(source, abort.signal);
          if (!abort.signal.aborted) setState({ view, problem: null, busy: false });
        } catch (error) {
          if (!abort.signal.aborted) setState({ view: null, problem: toProblem(error), busy: false });
        }
      };
      const timer = setTimeout(() => void answer(), when === "now" ? 0 : PAUSE_MS);
      stopPrevious.current = () => {
        clearTimeout(timer);
        abort.abort();
      };
    },
    [ask],
  );

  return { ...state, check, fail };
}

function toProblem(error: unknown): CheckProblem {
  return error instanceof ApiProblem
    ? { code: error.code, detail: error.message }
    : { code: null, detail: "" };
}

/** What is to be checked: a text, an archive, or the JSON of a folder's files. */
type CheckSource =
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
  proposal?: CheckView["proposal"];
}

/** Asks the agent API, as any agent would. Throws ApiProblem, or what `fetch` throws when it is aborted or offline. */
async function askMarket(source: CheckSource, signal: AbortSignal): Promise<CheckView> {
  const [response, meanings] = await Promise.all([
    fetch("/v1/validate?fixes=true", { method: "POST", signal, ...bodyOf(source) }),
    loadMeanings(document.documentElement.lang),
  ]);
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new ApiProblem(response.status, answer as ConstructorParameters<typeof ApiProblem>[1]);
  const {
    decision,
    reports,
    calling,
    files,
    skill_md,
    fixes = [],
    proposal = null,
  } = answer as ValidationAnswer;
  return {
    status: decision.status,
    reasons: decision.reasons,
    reports,
    calling,
    skillMd: skill_md,
    files: files.map(({ path }) => path),
    fixes,
    proposal,
    proposalWords: proposal === null ? undefined : await loadProposalWords(document.documentElement.lang),
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

/** Fetched with the first proposal. */
const PROPOSALS: Record<string, (() => Promise<{ default: ProposalWords }>) | undefined> = {
  en: () => import("@/lib/platform/i18n/messages/en/proposals.json"),
  "zh-Hans": () => import("@/lib/platform/i18n/messages/zh-Hans/proposals.json"),
  ko: () => import("@/lib/platform/i18n/messages/ko/proposals.json"),
};

async function loadProposalWords(lang: string): Promise<ProposalWords | undefined> {
  const table = await PROPOSALS[lang]?.().catch(() => undefined);
  return table?.default;
}
