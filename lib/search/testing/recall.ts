/** A question, and every skill that a person would accept for it. */
export interface Question {
  q: string;
  lang: "en" | "zh" | "ko";
  kind: string;
  /** True when it is asked in another language than the skill's text. */
  cross: boolean;
  relevant: readonly string[];
}

/** What one engine answered to a question: ids or names, best first. */
export interface Answered {
  question: Question;
  found: readonly string[];
}

export interface Quality {
  questions: number;
  /** Mean share of the accepted skills among the first ten. */
  recall: number;
  /** Mean of one by the place of the first accepted skill among the first ten. */
  mrr: number;
}

const FIRST = 10;

/** Recall@10 and MRR@10 (Manning, Raghavan, Schütze: Introduction to Information Retrieval, chapter 8). */
export function measureQuality(answers: readonly Answered[]): Quality {
  const mean = (value: (answer: Answered) => number) =>
    answers.reduce((sum, answer) => sum + value(answer), 0) / Math.max(answers.length, 1);
  return { questions: answers.length, recall: mean(recallOf), mrr: mean(reciprocalRank) };
}

export function recallOf({ question: { relevant }, found }: Answered): number {
  const first = new Set(found.slice(0, FIRST));
  return relevant.filter((id) => first.has(id)).length / relevant.length;
}

export function reciprocalRank({ question: { relevant }, found }: Answered): number {
  const place = found.slice(0, FIRST).findIndex((id) => relevant.includes(id));
  return place < 0 ? 0 : 1 / (place + 1);
}

/** The lines of a file of questions. */
export function readQuestions(jsonl: string): Question[] {
  return jsonl
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Question);
}
