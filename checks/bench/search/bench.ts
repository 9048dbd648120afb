import { spawnSync } from "node:child_process";
import path from "node:path";
import { Stop } from "@/scripts/explain";
import { searchSkills, listMatches } from "@/lib/search/search-skills";
import { askedTerms } from "@/lib/search/words/asked-terms";
import { compareListings } from "@/lib/search/listing/compare-listings";
import { recountWords } from "@/lib/search/listing/renew-search-words";
import { COMMON_QUERIES, generateSkills, PLANTED, type BenchSkill } from "./corpus";
import { withDatabase } from "../with-database";
import { listFullMatches } from "./full-matches-repository";
import { loadSkills } from "./load";
import { buildSearchDocument } from "@/lib/search/listing/derive-listing";

const SKILLS = Number(process.env["BENCH_SKILLS"] ?? 20_000);
const REPEATS = Number(process.env["BENCH_REPEATS"] ?? 60);
const WARM_UP = 10;
const PAGE = 20;

interface Measured {
  times: number[];
  hits: number[];
  total: number;
}

interface Asked {
  query: string;
  /** Position of the skill the query must find, if it has one. */
  planted: number | null;
}

/** Our whole search (rows, total and all facet counts) against SQLite FTS5 (rows and total), on the same skills. */
export async function benchSearch(): Promise<void> {
  const skills = generateSkills(SKILLS);
  const asked: Asked[] = COMMON_QUERIES.map((query) => ({ query, planted: null }));
  PLANTED.forEach(({ skill, queries }, i) => {
    const position = Math.floor((skills.length / (PLANTED.length + 1)) * (i + 1));
    skills.splice(position, 0, skill);
    asked.push(...queries.map((query) => ({ query, planted: position })));
  });
  const { ours, compared } = await withDatabase(
    (url) => loadSkills(url, skills),
    async () => {
      await recountWords();
      await holdListings();
      return { ours: await measureOurs(asked), compared: await compareRankings(asked) };
    },
  );
  printRankings(asked, compared);
  if (process.env["BENCH_PEER"] === "off") return;
  const peer = measureSqlite(skills, asked);
  printTable(asked, ours, peer);
}

/** Lists and searches read columns that are derived: all of them are derived anew, and none may differ. */
async function holdListings(): Promise<void> {
  const started = performance.now();
  const { compared, different } = await compareListings();
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`\n${compared} listings derived anew in ${seconds} s: ${different} different`);
  if (different > 0) throw new Error("a listing is not what it is derived from");
}

interface Compared {
  anyWord: number[];
  allWords: number[];
}

/** The same page by any word and by all words, in turns, so that both meet what else the machine does. */
async function compareRankings(asked: readonly Asked[]): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const { query } of asked) {
    const times: Compared = { anyWord: [], allWords: [] };
    for (let i = 0; i < WARM_UP + REPEATS; i++) {
      const start = performance.now();
      await listMatches({ q: query, limit: PAGE });
      const between = performance.now();
      await listFullMatches(query);
      if (i < WARM_UP) continue;
      times.anyWord.push(between - start);
      times.allWords.push(performance.now() - between);
    }
    compared.push(times);
  }
  return compared;
}

function printRankings(asked: readonly Asked[], compared: readonly Compared[]): void {
  console.log(
    `\nA page over ${SKILLS} skills, ms (best / p50 / p95): ranked by any word, and of all words only.`,
  );
  console.log("| query | any word | all words | ratio of p95 |");
  console.log("|---|---|---|---|");
  const all: Compared = {
    anyWord: compared.flatMap(({ anyWord }) => anyWord),
    allWords: compared.flatMap(({ allWords }) => allWords),
  };
  for (const [query, { anyWord, allWords }] of [
    ...asked.map(({ query }, i): [string, Compared] => [query, compared[i]!]),
    ["all of them", all] as const,
  ]) {
    const ratio = (at(anyWord, 0.95) / at(allWords, 0.95)).toFixed(2);
    console.log(`| ${query} | ${pair(anyWord)} | ${pair(allWords)} | ${ratio} |`);
  }
}

async function measureOurs(asked: readonly Asked[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const { query } of asked) {
    const times: number[] = [];
    let last = await searchSkills({ q: query });
    for (let i = 0; i < WARM_UP + REPEATS; i++) {
      const start = performance.now();
      last = await searchSkills({ q: query });
      if (i >= WARM_UP) times.push(performance.now() - start);
    }
    measured.push({ times, hits: last.rows.map((row) => Number(row.id.slice(4))), total: last.total });
  }
  return measured;
}

function measureSqlite(skills: readonly BenchSkill[], asked: readonly Asked[]) {
  const documents = skills.map((skill) => {
    const tokens = buildSearchDocument({ ...skill, displayName: skill.slug, triggers: [] });
    return {
      nameTokens: tokens.nameTokens.join(" "),
      topicTokens: tokens.topicTokens.join(" "),
      bodyTokens: tokens.searchTokens.join(" "),
      name: skill.slug,
      topic: [...skill.tags, ...skill.capabilities, skill.category].join(" "),
      body: skill.description,
    };
  });
  const queries = asked.map(({ query }) => ({
    tokens: toFts(query),
    text: query.split(/\s+/).map(quote).join(" "),
  }));
  const input = JSON.stringify({ documents, queries, repeats: REPEATS });
  const run = spawnSync("python3", [path.join(import.meta.dirname, "sqlite-peer.py")], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (run.error) throw new Stop("The peer is python3's SQLite, and there is no python3: install it.");
  if (run.status !== 0) throw new Error(`the SQLite peer failed: ${run.stderr}`);
  return JSON.parse(run.stdout) as { version: string; results: { bigrams: Measured; trigrams: Measured }[] };
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

function toFts(query: string): string {
  const words = askedTerms(query).map(({ ways }) => {
    const sayings = ways.map(({ tokens }) => `(${tokens.map(quote).join(" AND ")})`);
    return `(${sayings.join(" OR ")})`;
  });
  return words.join(" AND ");
}

function printTable(
  asked: readonly Asked[],
  ours: readonly Measured[],
  peer: ReturnType<typeof measureSqlite>,
): void {
  console.log(
    `\nSearch over ${SKILLS} skills, ms (best / p50 / p95). Peer: SQLite ${peer.version} FTS5, in memory, in process.`,
  );
  console.log(
    "| query | matches | Emporion | FTS5 on our tokens | ratio | FTS5 trigram | its matches | planted skill: ours / FTS5 tokens / trigram |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  asked.forEach(({ query, planted }, i) => {
    const [mine, { bigrams, trigrams }] = [ours[i]!, peer.results[i]!];
    const ratio = (at(mine.times, 0.5) / at(bigrams.times, 0.5)).toFixed(1);
    const found =
      planted === null ? "" : [mine, bigrams, trigrams].map(({ hits }) => place(hits, planted)).join(" / ");
    const cells = [
      query,
      mine.total,
      pair(mine.times),
      pair(bigrams.times),
      ratio,
      pair(trigrams.times),
      trigrams.total,
      found,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  });
}

const at = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const pair = (times: readonly number[]) =>
  `${at(times, 0).toFixed(2)} / ${at(times, 0.5).toFixed(2)} / ${at(times, 0.95).toFixed(2)}`;
const place = (hits: readonly number[], planted: number) =>
  hits.includes(planted) ? `#${hits.indexOf(planted) + 1}` : "not found";
