import type { Fact, FactKind, Spot } from "./fact";
import type { Gathered } from "./gather";
import { findAddresses } from "./hosts";
import { showEvidence } from "../evidence";

/** One thing the package does, or tells an agent to do. */
export interface Deed extends Spot {
  readonly kind: FactKind;
  /** What it is done to, or where it goes, as written. */
  readonly object: string;
  /** What is known of it, in words such as `credentials` or `foreign`. */
  readonly traits: readonly string[];
}

/** A host that code, commands or instructions speak to. */
export interface Contact extends Spot {
  readonly host: string;
  /** Named by the skill's name, description or settings, or by the skill throughout. */
  readonly isExpected: boolean;
}

/** A place, a program or a file that the package names. */
export interface Use extends Spot {
  readonly what: string;
}

/** What a package does, whether or not a finding speaks of it. Every list is sorted by place, and bounded. */
export interface Picture {
  readonly contacts: readonly Contact[];
  readonly reads: readonly Use[];
  readonly runs: readonly Use[];
  readonly changes: readonly Use[];
  readonly deeds: readonly Deed[];
}

/** What a list of a picture holds at most: one that is full may have left something out. */
export const MOST_DRAWN = 100;
const READS: ReadonlySet<FactKind> = new Set(["reads-secrets", "reads-environment", "reads-private"]);
const CHANGES: ReadonlySet<FactKind> = new Set([
  "deletes",
  "starts-itself",
  "writes-agent-files",
  "opens-door",
  "discards-history",
]);
/** Shown in a list of their own. */
const LISTED: ReadonlySet<FactKind> = new Set(["contacts", "runs-program"]);

export function drawPicture({
  facts,
  variables,
  programs,
}: Pick<Gathered, "facts" | "variables" | "programs">): Picture {
  const shown = facts.filter(({ origin }) => origin !== "document" && origin !== "quoted");
  const of = (kinds: ReadonlySet<FactKind>) => shown.filter(({ kind }) => kinds.has(kind));
  const reads = of(READS)
    .map(toUse)
    .concat(variables.map(({ what, file, line }) => ({ what, file, line })));
  const runs = of(new Set(["runs-program"]))
    .map(toUse)
    .concat(programs.map(({ what, file, line }) => ({ what: showEvidence(what), file, line })));
  return {
    contacts: inOrder(shown.flatMap(toContact), ({ host }) => host),
    reads: inOrder(reads, ({ what }) => what),
    runs: inOrder(runs, ({ what }) => what),
    changes: inOrder(of(CHANGES).map(toUse), ({ what }) => what),
    deeds: inOrder(
      shown
        .filter(({ kind }) => !LISTED.has(kind))
        .map(({ kind, object, file, line, traits }) => ({
          kind,
          object: showEvidence(object),
          file,
          line,
          traits,
        })),
      ({ kind, object }) => `${kind} ${object}`,
    ),
  };
}

const toUse = ({ object, file, line }: Fact): Use => ({ what: showEvidence(object), file, line });

function toContact({ kind, object, file, line, traits }: Fact): Contact[] {
  if (kind !== "contacts" && kind !== "sends" && kind !== "fetches-and-runs") return [];
  const [address] = findAddresses(object.includes("://") ? object : `https://${object}`);
  if (address === undefined || !address.host.includes(".") || traits.includes("own-place")) return [];
  return [{ host: address.host, file, line, isExpected: !traits.includes("foreign") }];
}

/** By place; the same thing once, where it stands first. */
function inOrder<T extends Spot>(rows: readonly T[], name: (row: T) => string): T[] {
  const first = new Map<string, T>();
  for (const row of [...rows].sort(
    (left, right) =>
      compare(left.file, right.file) || left.line - right.line || compare(name(left), name(right)),
  ))
    if (!first.has(name(row))) first.set(name(row), row);
  return [...first.values()].slice(0, MOST_DRAWN);
}

const compare = (left: string, right: string) => (left === right ? 0 : left < right ? -1 : 1);
