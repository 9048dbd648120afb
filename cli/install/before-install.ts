import type { FoundSkill } from "@/client";

/**
 * What its market says of a version that somebody should know before they install it: that it is challenged, and, of a
 * skill that is new here, that it may be mistaken for an older one of another publisher.
 */
export const warningsBeforeInstall = (
  details: FoundSkill,
  market: string,
  { isNew }: { isNew: boolean },
): string[] => [
  ...(isNew ? [...describeLikeName(details), ...describeEarlier(details)] : []),
  ...describeDeprecation(details),
  ...describeChallenges(details, market),
];

/** A market may send any text, of any length. */
const LONGEST = 300;
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);

/** That its owner says not to use it any more, in their words, and what to install in its place. */
function describeDeprecation({ name, deprecated }: FoundSkill): string[] {
  if (!deprecated) return [];
  const { message, successor } = deprecated;
  const instead = successor ? `; emporion add ${successor} installs what takes its place` : "";
  return [`${name}: is deprecated by its owner: ${cut(message)}${instead}`];
}

function describeLikeName({ name, resembles }: FoundSkill): string[] {
  if (!resembles) return [];
  return [
    `${name}: its name is very similar to ${resembles.name} by ${resembles.publisher}, which is older and belongs to someone else; ` +
      "make sure you want this one",
  ];
}

/** That another account has published the same, or nearly the same, before. */
function describeEarlier({ name, same_content_as: same, nearly_same_as: near }: FoundSkill): string[] {
  const earlier = same ?? near;
  if (!earlier) return [];
  const day = /^\d{4}-\d\d-\d\d/.exec(earlier.published_at)?.[0];
  return [
    `${name}: is ${same ? "the same as" : "nearly the same as"} ${earlier.name} by ${earlier.publisher}, published earlier${day === undefined ? "" : `, on ${day}`}`,
  ];
}

/** That a version is installed although its publisher withdrew it, why they did, and what to do. */
export const describeWithdrawal = (name: string, version: string, reason: string): string =>
  `${name} ${version}: its publisher withdrew this version: ${reason}; emporion outdated names the way out`;

/** Of the version that the details are of: that it was withdrawn, and that it is challenged. */
export function describeWarnings(details: FoundSkill, market: string): string[] {
  const { name, version, withdrawn } = details;
  const page = `/skills/${encodeURIComponent(name)}/versions`;
  const gone = `${name} ${version}: this version was withdrawn; read ${new URL(page, market).href}`;
  return [
    ...(withdrawn ? [gone] : []),
    ...describeDeprecation(details),
    ...describeChallenges(details, market),
  ];
}

/** Not every market says whether a version was challenged. */
function describeChallenges(
  { name, version, challenges, audit_carried_from: carriedFrom }: FoundSkill,
  market: string,
): string[] {
  const { open = 0, quiet = 0, upheld = 0, carried = 0 } = challenges ?? {};
  const pageOf = (of: string) =>
    new URL(
      `/skills/${encodeURIComponent(name)}/security?version=${encodeURIComponent(of)}#challenges`,
      market,
    ).href;
  if (open + upheld > 0) {
    const what =
      upheld > 0
        ? "a challenge to this version was upheld"
        : "this version is challenged, and not decided yet";
    return [`${name} ${version}: ${what}; read ${pageOf(version)}`];
  }
  if (carried > 0 && carriedFrom) {
    const what = `the version whose audit it carries, ${carriedFrom}, is challenged, and not decided yet`;
    return [`${name} ${version}: ${what}; read ${pageOf(carriedFrom)}`];
  }
  if (quiet === 0) return [];
  return [
    `${name} ${version}: unproved claims against it that nobody has decided: ${quiet} (${pageOf(version)})`,
  ];
}
