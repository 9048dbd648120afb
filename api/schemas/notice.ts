import { z } from "@hono/zod-openapi";
import { moment } from "@/api/schemas/skill";
import type { Attention } from "@/lib/catalogue/dashboard/list-attention";

/** What each says, and where a program reads on and acts; `{name}` and `{id}` stand for the skill and the version. */
const KINDS: Readonly<Record<Attention["kind"], { text: string; look: string; act: string | null }>> = {
  quarantined: {
    text: "The skill is in quarantine: nobody finds, downloads or calls it.",
    look: "/v1/skills/{name}",
    act: "POST /v1/skills/{name}/appeals",
  },
  rejected: {
    text: "Vetting, or an administrator, rejected the version.",
    look: "/v1/skills/versions/{id}/vetting-status",
    act: "POST /v1/skills/{name}/appeals with the version, or POST /v1/skills/upload with a mended one",
  },
  caution: {
    text: "The version waits for an administrator.",
    look: "/v1/skills/versions/{id}/vetting-status",
    act: null,
  },
  unrun: {
    text: "The listed version has a price that is not in force: it has not given a valid answer in the sandbox yet.",
    look: "/v1/skills/{name}",
    act: "POST /v1/skills/{name}/run with your key and an input, or POST /v1/skills/upload with an example",
  },
  failing: {
    text: "An example of the listed version fails when it is run again.",
    look: "/v1/skills/{name}",
    act: "POST /v1/skills/upload with a mended version",
  },
  drifted: {
    text: "An example of the listed version gives another output than it declares.",
    look: "/v1/skills/{name}",
    act: "POST /v1/skills/upload with a mended version",
  },
  challenged: {
    text: "The version is challenged; it is decided until the time given here.",
    look: "/v1/skills/{name}/challenges",
    act: null,
  },
  overturned: {
    text: "A challenge of the version was upheld: the seals and the deposit it had until then no longer count.",
    look: "/v1/skills/{name}/challenges",
    act: "POST /v1/skills/upload with a mended version",
  },
  objected: {
    text: "A verifier read the listed version and did not seal it.",
    look: "/v1/skills/{name}",
    act: "POST /v1/skills/upload with a mended version",
  },
  offered: {
    text: "Somebody offers you the skill until the time given here. A person accepts it, at /dashboard/transfers.",
    look: "/v1/skills/{name}",
    act: null,
  },
  invited: {
    text: "Somebody invites you to maintain the skill until the time given here. A person accepts it, at /dashboard/maintainers.",
    look: "/v1/skills/{name}",
    act: null,
  },
  answered: {
    text: "An appeal was granted, and the quarantine has ended.",
    look: "/v1/skills/{name}/appeals",
    act: null,
  },
  reviewed: {
    text: "The skill has new reviews.",
    look: "/v1/skills/{name}/reviews",
    act: null,
  },
};

export const noticeSchema = z
  .object({
    kind: z.enum(Object.keys(KINDS) as [Attention["kind"], ...Attention["kind"][]]),
    skill: z.string(),
    version: z.string().nullable(),
    number: z.int().describe("Which example (from 1), or how many reviews; else 0."),
    at: moment.describe("Since when; of `challenged`, `offered` and `invited`, until when."),
    text: z.string(),
    look_url: z.url().describe("GET what there is to know."),
    act: z.string().nullable().describe("What a program can do about it; null when nothing."),
  })
  .openapi("Notice");

export function toNotice(
  { kind, slug, version, versionId, number, at }: Attention,
  baseUrl: string,
): z.infer<typeof noticeSchema> {
  const { text, look, act } = KINDS[kind];
  const fill = (words: string) => words.replace("{name}", slug).replace("{id}", versionId ?? "");
  const look_url = baseUrl + fill(look);
  return { kind, skill: slug, version, number, at, text, look_url, act: act && fill(act) };
}
