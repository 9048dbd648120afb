import type { MarkdownUnit, Units } from "../reading/units";
import type { DeedKind, Spot } from "./picture";
import { has } from "./step-words";
import type { Step } from "./steps";

/** What the sentence around a command says of it. */
export interface Moment {
  readonly isUnconditional: boolean;
  readonly isAgreed: boolean;
  readonly isConcealed: boolean;
  readonly isDescribed: boolean;
}

const NO_MOMENT: Moment = { isUnconditional: false, isAgreed: false, isConcealed: false, isDescribed: false };
/** So many lines below a sentence stands the block that it introduces. */
const REACH_LINES = 4;
/** So many scripts are looked for in each sentence. */
const MAX_PATHS = 200;

/** What the documents say of when something happens: to commands in them, and to scripts that they tell to run. */
export class Moments {
  private readonly byLine = new Map<string, Map<number, Moment>>();
  private readonly gathered = new Map<string, { kind: DeedKind; object: string; spot: Spot }>();
  private readonly scripts = new Map<string, Moment>();
  private readonly paths: readonly (readonly [path: string, name: string])[];

  constructor(units: Units) {
    const sources = [...units.code, ...units.shell, ...units.lines].map(({ file }) => file);
    const paths = new Set(sources.filter(({ language }) => language !== "markdown").map(({ path }) => path));
    this.paths = Array.from(paths)
      .slice(0, MAX_PATHS)
      .map((path) => [path, path.slice(path.lastIndexOf("/") + 1)] as const);
  }

  note(unit: MarkdownUnit, step: Step, isDescribed: boolean): void {
    const moment = {
      isUnconditional: has(step, "always"),
      isAgreed: has(step, "consent"),
      isConcealed: has(step, "quiet"),
      isDescribed,
    };
    const lines = this.byLine.get(unit.file.path) ?? new Map<number, Moment>();
    this.byLine.set(unit.file.path, lines);
    lines.set(unit.lineAt(step.from + (/\S/.exec(step.text)?.index ?? 0)), moment);
  }

  /** Scripts that a passage names: "`scripts/x.sh` is a helper. Start it with each session." */
  noteScripts(passage: readonly Step[], isDescribed: boolean): void {
    const tells = (is: "always" | "consent" | "quiet") => passage.some((step) => has(step, is));
    const moment = {
      isUnconditional: tells("always"),
      isAgreed: tells("consent"),
      isConcealed: tells("quiet"),
      isDescribed,
    };
    if (!moment.isUnconditional && !moment.isConcealed) return;
    for (const [path, name] of this.paths)
      if (name.length > 3 && passage.some(({ text }) => text.includes(name))) this.scripts.set(path, moment);
  }

  /** A file that instructions put something into, which a command may send. */
  noteFiles(
    { kind, object, files }: { kind: DeedKind; object: string; files: readonly string[] },
    spot: Spot,
  ): void {
    for (const file of files) if (!this.gathered.has(file)) this.gathered.set(file, { kind, object, spot });
  }

  gatheredIn(path: string): { readonly kind: DeedKind; readonly object: string; readonly spot: Spot } | null {
    return this.gathered.get(path.slice(path.search(/[^/@=]*$/)).toLowerCase()) ?? null;
  }

  /** Of a script: as the document tells to run it. Of a command in a document: by the sentence it stands in or below. */
  at(file: string, line: number): Moment {
    const lines = this.byLine.get(file);
    if (lines === undefined) return this.scripts.get(file) ?? NO_MOMENT;
    for (let above = 0; above <= REACH_LINES; above++) {
      const moment = lines.get(line - above);
      if (moment !== undefined) return moment;
    }
    return NO_MOMENT;
  }
}
