import { app } from "@/api/app";
import { LISTS, VERSION_ADDRESSES, type AddressedVersion } from "@/api/testing/version-addresses";
import { textOf } from "@/api/testing/walk-version";

/** Who asks, by the headers that say so. */
export interface AskingReader {
  name: string;
  headers: Record<string, string>;
  /** Whether the private skill is there for them. */
  reads: boolean;
}

export interface Answered {
  address: string;
  reader: string;
  status: number;
  isPost: boolean;
  /** Headers and body, with what an archive holds. */
  text: string;
  cacheControl: string | null;
}

/**
 * Every address that is asked for a skill or one of its versions, every one that is asked for nothing (lists, feeds, counts, documents), as the
 * application has them, and lists that are asked for the words of the skill.
 */
const addressesOf = (version: AddressedVersion): string[] => [
  ...Object.values(VERSION_ADDRESSES).flatMap((ways) => ways.map(([, of]) => of(version))),
  ...LISTS.map((of) => of(version)),
  ...app.routes
    .filter(({ method, path }) => method === "GET" && /^[^:*]+$/.test(path))
    .map(({ path }) => path),
  "/v1/agent/search?sort=newest",
  "/v1/agent/search?sort=name&limit=50",
  "/v1/skills?q=echo",
  "/v1/examples?q=echo",
  "/api/search?q=echo",
  "/api/v1/skills?sort=newest",
  `/feed.xml?skill=${version.slug}`,
  `/v1/advisories?skill=${version.slug}`,
  `/v1/agent-authors/${version.publisher}/stats`,
  `/v1/people/${version.publisher}/policy`,
];

/** What is posted to ask about copies by name and digest, and to call. */
const postsOf = ({ slug, version, digest }: AddressedVersion): [string, object][] => [
  ["/v1/verdicts", { skills: [{ name: slug, version, digest }] }],
  ["/v1/advisories/matches", { copies: [{ skill: slug, version, digest }] }],
  [`/v1/skills/${slug}/call`, { input: { text: "a" } }],
  [`/v1/skills/${slug}/run`, { input: { text: "a" } }],
  [`/v1/skills/${slug}/validate`, {}],
  [`/v1/skills/${slug}/reports`, { reason: "malicious", text: "It is not what it says it is, at all." }],
  ["/api/v1/skills/-/security-verdicts", { items: [{ slug, version }] }],
];

/** All of them, asked by one reader; by nobody each read twice, so that what was cached is met: nothing is for who names a key. */
export async function walkAs(
  market: string,
  version: AddressedVersion,
  reader: AskingReader,
): Promise<Answered[]> {
  const answers: Answered[] = [];
  const ask = async (address: string, init: RequestInit) => {
    // Each from another network: limits of requests are not what is asked about.
    const headersSent = new Headers(init.headers);
    headersSent.set("x-forwarded-for", `198.51.${answers.length >> 8}.${answers.length & 255}`);
    const response = await fetch(market + address, { redirect: "manual", ...init, headers: headersSent });
    const text = textOf(new Uint8Array(await response.arrayBuffer()));
    const headers = [...response.headers].filter(([name]) => !OF_THE_MOMENT.test(name));
    const said = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
    const cacheControl = response.headers.get("cache-control");
    answers.push({
      address,
      reader: reader.name,
      isPost: init.method === "POST",
      status: response.status,
      text: `${said}\n${text}`,
      cacheControl,
    });
  };
  const asked = addressesOf(version);
  const rounds = Object.keys(reader.headers).length === 0 ? [asked, asked] : [asked];
  for (const address of rounds.flat()) await ask(address, { headers: reader.headers });
  for (const [address, json] of postsOf(version)) {
    const headers = { ...reader.headers, "content-type": "application/json" };
    await ask(address, { method: "POST", headers, body: JSON.stringify(json) });
  }
  return answers;
}

const OF_THE_MOMENT = /^(?:x-request-id|date|ratelimit-.*|content-length|x-revision|etag|retry-after|age)$/;

/** An answer without what names whom it was asked about, and the moment: what is left tells whether there is such a skill. */
export function withoutNames(
  text: string,
  { slug, skillId, version, versionId, digest, vettingJobId, file }: AddressedVersion,
): string {
  const names = [slug, skillId, versionId, digest, digest.replace("sha256:", ""), vettingJobId, file];
  const masked = names.reduce(
    (left, name) => left.replaceAll(encodeURIComponent(name), "…").replaceAll(name, "…"),
    text,
  );
  return masked
    .replaceAll(`v${version}`, "v…")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "request")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "moment");
}
