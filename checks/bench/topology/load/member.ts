import { stringify } from "yaml";
import { frontMatterOf, SCRIPT } from "@/checks/conformance/adapters/settlement/skill-for-sale";
import type { Ask } from "./counted";
import { Wallet } from "./wallet";

/** What the market has said yes to. */
export type Given = Record<string, unknown>;

/** Somebody with an account, and a key for it. */
export class Member {
  private constructor(
    readonly wallet: Wallet,
    readonly accountId: string,
    readonly key: string,
  ) {}

  /** Opens an account with the signature of a new wallet; null when the market did not say yes. */
  static async join(url: string, ask: Ask, wallet = new Wallet()): Promise<Member | null> {
    const asked = await post(url, ask, "/v1/owners/wallet-question", { address: wallet.address });
    if (asked === null) return null;
    const text = String(asked["text"]);
    const answer = { text, signature: wallet.signText(text), question_token: asked["question_token"] };
    const given = await post(url, ask, "/v1/owners/wallet-key", answer);
    return given && new Member(wallet, String(given["account_id"]), String(given["key"]));
  }

  /** Publishes a version of a skill that gives a text back; null when the market did not say yes. */
  publish(
    url: string,
    ask: Ask,
    skill: { name: string; version: string; lamports: bigint },
  ): Promise<Given | null> {
    const frontMatter = frontMatterOf({ ...skill, model: "per_call", author: this.wallet.address });
    const body = {
      skill_md: `---\n${stringify(frontMatter)}---\n# Echo\n\nGives a text back.\n`,
      files: { "scripts/main.py": `# ${skill.name} ${skill.version}\n${SCRIPT}` },
    };
    return post(url, ask, "/v1/skills/upload", body, this.headers);
  }

  get headers(): Record<string, string> {
    return { "x-api-key": this.key };
  }
}

/** What the market answers, if it says yes; null for anything else, and where there is no answer. */
export async function post(
  url: string,
  ask: Ask,
  path: string,
  json: unknown,
  headers: Record<string, string> = {},
): Promise<Given | null> {
  const answer = await ask(url + path, { json, headers }).catch(() => null);
  return answer?.status === 200 || answer?.status === 201 ? (JSON.parse(answer.body) as Given) : null;
}
