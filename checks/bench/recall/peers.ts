import { spawnSync } from "node:child_process";
import path from "node:path";
import MiniSearch from "minisearch";
import { Stop } from "@/scripts/explain";
import type { SetSkill } from "./market";

/** What an engine answered: for each question ids, best first. */
export interface PeerAnswers {
  name: string;
  found: string[][];
}

const MOST = 10;
const fieldsOf = ({ name, displayName, tags, capabilities, triggers, category, description }: SetSkill) => ({
  name: [name, displayName ?? ""].join(" "),
  topics: [...(tags ?? []), ...(capabilities ?? []), ...(triggers ?? []), category ?? ""].join(" "),
  description,
});

/** What others would take: each with any of the words, ranked as it ranks. */
export function askPeers(skills: readonly SetSkill[], queries: readonly string[]): PeerAnswers[] {
  return [...askSqlite(skills, queries), askMiniSearch(skills, queries)];
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
const segmentsOf = (text: string) =>
  Array.from(segmenter.segment(text))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
const wordsOf = (query: string) => query.match(/[\p{L}\p{N}]+/gu) ?? [];

const anyOf = (words: readonly string[]) => words.map((word) => `"${word}"`).join(" OR ");

function askSqlite(skills: readonly SetSkill[], queries: readonly string[]): PeerAnswers[] {
  const long = (word: string) => Array.from(word).length >= 3;
  const asked = [
    ["porter unicode61", queries.map((query) => anyOf(wordsOf(query)))],
    ["trigram", queries.map((query) => anyOf(wordsOf(query).filter(long)))],
  ];
  const given = skills.map((skill) => ({ id: skill.id, ...fieldsOf(skill) }));
  const run = spawnSync("python3", [path.join(import.meta.dirname, "fts-peer.py")], {
    input: JSON.stringify({ skills: given, asked }),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (run.error) throw new Stop("A peer is python3's SQLite, and there is no python3: install it.");
  if (run.status !== 0) throw new Error(`the SQLite peer failed: ${run.stderr}`);
  const [porter = [], trigram = []] = JSON.parse(run.stdout) as string[][][];
  return [
    { name: "SQLite FTS5 porter", found: porter },
    { name: "SQLite FTS5 trigram", found: trigram },
  ];
}

function askMiniSearch(skills: readonly SetSkill[], queries: readonly string[]): PeerAnswers {
  const index = new MiniSearch({
    fields: ["name", "topics", "description"],
    tokenize: segmentsOf,
    searchOptions: { fuzzy: 0.2, prefix: true },
  });
  index.addAll(skills.map((skill) => ({ id: skill.id, ...fieldsOf(skill) })));
  const ask = (query: string) =>
    index
      .search(query)
      .slice(0, MOST)
      .map(({ id }) => String(id));
  return { name: "MiniSearch, fuzzy, prefix, Intl.Segmenter", found: queries.map(ask) };
}
