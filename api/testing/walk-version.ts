import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { answerAgent } from "@/api/app";
import { LISTS, VERSION_ADDRESSES, type AddressedVersion } from "@/api/testing/version-addresses";
import { readArchive, SKILL_ARCHIVE_LIMITS } from "@/lib/package";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";

/** The agent API on a port of its own, until the tests of this file are over. */
export async function openAgentServer(): Promise<string> {
  const server = http.createServer((request, response) => void answerAgent(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A package that says a word wherever it can. */
export const skillWithWord = (word: string) => ({
  description: `Gives the text back, and says ${word}.`,
  body: `# Echo\n\n## 功能描述\n\n${word}\n\n## 使用示例\n\n${word}\n\n## 注意事项\n\n${word}\n`,
  files: { "notes.md": `${word}\n`, [`${word}.txt`]: word },
  frontMatter: {
    tags: [word],
    changelog: word,
    examples: [{ name: word, input: { text: word }, output: { echo: word } }],
  },
});

interface Walked {
  address: string;
  kind: string;
  status: number;
  /** With the names and texts of what an archive holds. */
  text: string;
}

/**
 * What is answered at every address of a version, to its owner, twice: the second answer is from the cache, if the first
 * was put there.
 */
export async function walkVersion(market: string, version: AddressedVersion, key: string): Promise<Walked[]> {
  const asked = [
    ...Object.values(VERSION_ADDRESSES).flatMap((ways) =>
      ways.map(([kind, of]) => ({ kind, address: of(version) })),
    ),
    ...LISTS.map((of) => ({ kind: "open", address: of(version) })),
  ];
  const answers: Walked[] = [];
  for (const { kind, address } of [...asked, ...asked]) {
    const response = await fetch(market + address, { headers: { "x-api-key": key }, redirect: "manual" });
    const text = textOf(new Uint8Array(await response.arrayBuffer()));
    answers.push({ kind, address, status: response.status, text });
  }
  return answers;
}

/** The text of an answer, with names and texts of what an archive holds. */
export function textOf(bytes: Uint8Array): string {
  const read = readArchive(bytes, SKILL_ARCHIVE_LIMITS);
  const files = read.ok ? read.package.files : [];
  const inside = files.flatMap((file) => [file.path, new TextDecoder().decode(file.bytes)]);
  return [new TextDecoder().decode(bytes), ...inside].join("\n");
}
