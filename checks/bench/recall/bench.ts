import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "yaml";
import {
  measureQuality,
  readQuestions,
  recallOf,
  reciprocalRank,
  type Answered,
  type Question,
} from "@/lib/search/testing/recall";
import { serve } from "@hono/node-server";
import { app } from "@/api/app";
import { Stop } from "@/scripts/explain";
import { withDatabase } from "../with-database";
import { publishSet, type SetSkill } from "./market";
import { spawnSync } from "node:child_process";
import MiniSearch from "minisearch";

/** What an engine answered: for each question ids, best first. */
interface PeerAnswers {
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
function askPeers(skills: readonly SetSkill[], queries: readonly string[]): PeerAnswers[] {
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

const WORST = 10;
const OURS = "Emporion";

/**
 * How well the search finds what is meant: questions over a folder with `docs.jsonl` and `queries.jsonl`, or over the
 * starter skills; ours over HTTP, and what others would take in the same run.
 */
export async function benchRecall(directory?: string): Promise<void> {
  const { skills, questions } = directory === undefined ? readOwnSet() : readSet(directory);
  const blobs = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-recall-"));
  process.env["BLOB_STORE"] = `file://${blobs}`;
  process.env["RUNNER"] = "disabled";
  try {
    const ours = await withDatabase(
      async () => {},
      async () => askOurs(questions, await publishSet(skills)),
    );
    const engines = new Map<string, Answered[]>([[OURS, ours]]);
    for (const { name, found } of askPeers(
      skills,
      questions.map(({ q }) => q),
    )) {
      engines.set(
        name,
        questions.map((question, i) => ({ question, found: found[i] ?? [] })),
      );
    }
    printTable(`${skills.length} skills, ${questions.length} questions`, engines);
    if (directory === undefined) printHalves(ours);
    printWorst(ours);
  } finally {
    fs.rmSync(blobs, { recursive: true, force: true });
  }
}

function readSet(directory: string): { skills: SetSkill[]; questions: Question[] } {
  const read = (name: string) => {
    const file = path.join(directory, name);
    if (!fs.existsSync(file))
      throw new Stop(`There is no ${file}: a retrieval set has docs.jsonl and queries.jsonl.`);
    return fs.readFileSync(file, "utf8");
  };
  const skills = read("docs.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SetSkill);
  return { skills, questions: readQuestions(read("queries.jsonl")) };
}

function readOwnSet(): { skills: SetSkill[]; questions: Question[] } {
  const root = "prisma/catalogue";
  const skills = fs
    .readdirSync(root)
    .map((name) => path.join(root, name, "SKILL.md"))
    .filter((file) => fs.existsSync(file))
    .map((file): SetSkill => {
      const [, head = ""] = fs.readFileSync(file, "utf8").split(/^---$/m);
      const { name, description, tags, capabilities, triggers, category } = parse(head) as SetSkill;
      const given = { tags, capabilities, triggers, category };
      const declared = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return { id: name, name, description, ...declared };
    });
  return {
    skills,
    questions: readQuestions(fs.readFileSync("lib/search/testing/questions.jsonl", "utf8")),
  };
}

/** Over HTTP, as an agent asks. */
async function askOurs(
  questions: readonly Question[],
  ids: ReadonlyMap<string, string>,
): Promise<Answered[]> {
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(started));
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  try {
    const answers: Answered[] = [];
    for (const question of questions) {
      const url = `http://127.0.0.1:${port}/v1/agent/search?limit=10&q=${encodeURIComponent(question.q)}`;
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url} is answered with ${answer.status}: ${await answer.text()}`);
      const { results } = (await answer.json()) as { results: { name: string }[] };
      answers.push({ question, found: results.map(({ name }) => ids.get(name) ?? name) });
    }
    return answers;
  } finally {
    server.close();
  }
}

function printTable(title: string, engines: ReadonlyMap<string, readonly Answered[]>): void {
  console.log(`\n${title}: recall@10 / MRR@10 (questions)`);
  const all = engines.get(OURS) ?? [];
  const unique = (values: string[]) => [...new Set(values)];
  const groups: [string, (question: Question) => boolean][] = [
    ["all", () => true],
    ...unique(all.map(({ question }) => question.lang)).map(
      (lang): [string, (question: Question) => boolean] => [lang, (question) => question.lang === lang],
    ),
    ["cross", ({ cross }) => cross],
    ...unique(all.map(({ question }) => question.kind)).map(
      (kind): [string, (question: Question) => boolean] => [kind, (question) => question.kind === kind],
    ),
  ];
  console.log(`| engine | ${groups.map(([name]) => name).join(" | ")} |`);
  console.log(`|---|${groups.map(() => "---").join("|")}|`);
  for (const [name, answers] of engines) {
    const cells = groups.map(([, has]) => format(answers.filter(({ question }) => has(question))));
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

const format = (answers: readonly Answered[]) => {
  const { questions, recall, mrr } = measureQuality(answers);
  return `${recall.toFixed(3)} / ${mrr.toFixed(3)} (${questions})`;
};

/** Each third question was left unread until the ranking was done. */
function printHalves(answers: readonly Answered[]): void {
  console.log(`\nread while tuning: ${format(answers.filter((_, i) => i % 3 !== 2))}`);
  console.log(`left unread:       ${format(answers.filter((_, i) => i % 3 === 2))}`);
}

function printWorst(answers: readonly Answered[]): void {
  const failed = answers
    .map((answer) => ({ answer, value: recallOf(answer) + reciprocalRank(answer) }))
    .filter(({ value }) => value < 2)
    .sort((a, b) => a.value - b.value)
    .slice(0, WORST);
  console.log("\nThe worst answers:");
  for (const { answer } of failed) {
    const { question, found } = answer;
    console.log(
      `- ${question.q} (${question.lang}, ${question.kind}): wanted ${question.relevant.join(", ")}`,
    );
    console.log(`  found ${found.slice(0, 5).join(", ") || "nothing"}`);
  }
}
