import { memberAt } from "../../runner/conformance-case";

/** Names a case may use in later steps: `{{alice.api_key}}`, `{{skill:my-skill}}`, and what it saved itself. */
export class Variables {
  readonly #values = new Map<string, string>();

  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  /** Puts the values into every text of a step. The id of a skill is looked up when it is asked for. */
  async fill(value: unknown, findSkillId: (slug: string) => Promise<string>): Promise<unknown> {
    if (typeof value === "string") return this.#fillText(value, findSkillId);
    if (Array.isArray(value)) return Promise.all(value.map((item) => this.fill(item, findSkillId)));
    if (typeof value !== "object" || value === null) return value;
    const members = await Promise.all(
      Object.entries(value).map(async ([key, item]) => [key, await this.fill(item, findSkillId)] as const),
    );
    return Object.fromEntries(members);
  }

  async #fillText(text: string, findSkillId: (slug: string) => Promise<string>): Promise<string> {
    const parts = await Promise.all(
      text.split(/\{\{([^{}]+)\}\}/).map(async (part, index) => {
        if (index % 2 === 0) return part;
        const saved = this.#values.get(part);
        if (saved !== undefined) return saved;
        return part.startsWith("skill:") ? findSkillId(part.slice("skill:".length)) : `{{${part}}}`;
      }),
    );
    return parts.join("");
  }

  /** Saves members of a JSON answer: `{ name: "$.path.to.it" }`. Absent ones are not saved. */
  saveFrom(body: unknown, wanted: Record<string, string>): void {
    for (const [name, place] of Object.entries(wanted)) {
      const value = memberAt(body, place.replace(/^\$\.?/, ""));
      if (typeof value === "string" || typeof value === "number") this.set(name, String(value));
    }
  }
}
