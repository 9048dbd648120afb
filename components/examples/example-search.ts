import { pageNumber } from "@/components/ui/paging/page-number";

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
