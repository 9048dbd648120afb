import type { CommandContext } from "./command";
import { printLine } from "./print";

/** A person at a terminal, who can be asked. */
export interface Person {
  /** One line of their answer, without blanks around it; null when they have ended their input. */
  ask(question: string): Promise<string | null>;
  say(lines: readonly string[]): void;
}

/** An answer is a line; whoever pastes more is not answering. */
const LONGEST_ANSWER = 1_000;

/**
 * Does the work with a person who can be asked, or with null: where a command runs without a terminal for both input
 * and output, where the environment says that it is a build (`CI`), or where it is told not to ask.
 */
export async function withPerson<T>(
  { stdin, stdout, stderr, env }: CommandContext,
  { mayAsk }: { mayAsk: boolean },
  work: (person: Person | null) => Promise<T>,
): Promise<T> {
  const isBuild = ![undefined, "", "false"].includes(env["CI"]); // a build may have a terminal and nobody before it
  if (!mayAsk || isBuild || stdin.isTTY !== true || stdout.isTTY !== true) return work(null);
  const chunks = stdin[Symbol.asyncIterator]();
  let read = "";
  const readLine = async (): Promise<string | null> => {
    while (!read.includes("\n") && read.length < LONGEST_ANSWER) {
      const next = await chunks.next();
      if (next.done === true) return null;
      read += Buffer.from(next.value).toString();
    }
    const [line = "", ...rest] = read.split("\n");
    read = rest.join("\n");
    return line.slice(0, LONGEST_ANSWER).trim();
  };
  try {
    return await work({
      ask: (question) => {
        stderr.write(question);
        return readLine();
      },
      say: (lines) => lines.forEach((line) => printLine(stderr, line)),
    });
  } finally {
    await chunks.return?.(); // or the process would wait for more
  }
}

/** Whether a person says yes; Enter and an end of input are no. */
export async function agrees(person: Person, question: string): Promise<boolean> {
  const answer = await person.ask(`${question} [y/N] `);
  return /^y(?:es)?$/i.test(answer ?? "");
}
