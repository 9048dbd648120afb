import type { SourceFile } from "../reading/source-file";
import type { SkillFacts } from "../skill-facts";
import { saysWord } from "../vocabulary/data";
import { findAddresses, isListed, isOwnPlace, ownLabel, type WebAddress } from "./hosts";

/** So often a document names what it is about. */
const NAMED_OFTEN = 3;
const SHORTEST_LABEL = 3;
const HOOKS = /^hooks:[^]*?^(?=\S)/m;

/** What a skill says it is for: the one notion of what is expected of it. */
export interface Purpose {
  /** Its name and description say one of the words of that kind (`vocabulary/words.yaml`). */
  says(kind: string): boolean;
  /** A host of the skill's own service: named by its name, description or front matter, or again and again in SKILL.md. */
  isAbout(host: string): boolean;
  /** Not a host of the skill's own service, nor a general one, nor a place of the reader's own. */
  isForeign(address: Pick<WebAddress, "host">): boolean;
}

/** Reads it from the manifest and SKILL.md. */
export function readPurpose(facts: SkillFacts, files: readonly SourceFile[]): Purpose {
  const document = files.find(({ path }) => /(?:^|\/)skill\.md$/i.test(path))?.text ?? "";
  const front = /^\ufeff?---\r?\n[^]*?\n---/.exec(document.slice(0, 20_000))?.[0] ?? "";
  // A command of a hook says nothing of what the skill is for.
  const told = `${facts.name}\n${facts.description}\n${front.replace(HOOKS, "")}`;
  const flat = told.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const named = new Map<string, number>();
  for (const { host } of findAddresses(document)) named.set(host, (named.get(host) ?? 0) + 1);
  const known = new Map<string, boolean>();
  const isAbout = (host: string): boolean => {
    const label = ownLabel(host).replace(/[^\p{L}\p{N}]/gu, "");
    if (label.length >= SHORTEST_LABEL && flat.includes(label)) return true;
    const mentions = [...named].reduce(
      (sum, [each, count]) => (ownLabel(each) === ownLabel(host) ? sum + count : sum),
      0,
    );
    return mentions >= NAMED_OFTEN;
  };
  return {
    says: (kind) => saysWord(told, kind),
    isAbout: (host) => {
      const answer = known.get(host) ?? isAbout(host);
      known.set(host, answer);
      return answer;
    },
    isForeign({ host }) {
      return host.includes(".") && !isOwnPlace(host) && !isListed(host, "services") && !this.isAbout(host);
    },
  };
}
