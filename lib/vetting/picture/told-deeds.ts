import { gradeByOrigin, MEDIUM_STRONG } from "../grade";
import type { MarkdownUnit } from "../reading/units";
import { showEvidence } from "../evidence";
import { FRAMES } from "./frames";
import { passagesOf, type Passage } from "./passages/passage";
import { readPassageSending } from "./passages/sending";
import { TURN_FRAMES } from "./passages/told-turns";
import type { Told } from "./frames/told";
import type { Moments } from "./moments";
import type { Deed } from "./picture";
import type { Purpose } from "./purpose";
import { FROM_SETTINGS, readCollecting, readSending, type Held, type Sending } from "./sending-steps";
import { has, isForbidden } from "./step-words";
import { readSteps, type Step } from "./steps";

/** Terms that somebody else wrote for people. */
const LICENCES =
  /(?:^|\/)(?:LICEN[CS]E|COPYING|NOTICE|THIRD[-_]PARTY\w*|CHANGELOG|CODE_OF_CONDUCT)(?:[-.\w]*)?$/i;
/** So many of one document say enough. */
const MAX_DEEDS = 60;
const HELD_STEPS = 8;

/** What a document tells an agent to do, one sentence and step after the other. */
export function readToldDeeds(unit: MarkdownUnit, purpose: Purpose, moments: Moments): Deed[] {
  if (unit.isData || LICENCES.test(unit.file.path)) return [];
  const deeds: Deed[] = [];
  let held: Held[] = [];
  let locked = null as { readonly object: string; readonly age: number } | null;
  let before: Step | null = null;
  const steps = readSteps(unit);
  for (const step of steps) {
    if (deeds.length >= MAX_DEEDS) break;
    moments.note(unit, step, isDescribed(unit, step, purpose));
    held = held.flatMap((each) => (each.age < HELD_STEPS ? [{ ...each, age: each.age + 1 }] : []));
    const sending = readSending(step, purpose, held);
    if (sending !== null) deeds.push(sendingDeed(unit, step, sending, before, purpose));
    const collected = readCollecting(step);
    if (collected !== null)
      moments.noteFiles(collected, { file: unit.file.path, line: unit.lineAt(step.from) });
    if (collected !== null) held = [{ ...collected, step, age: 0 }, ...held].slice(0, HELD_STEPS);
    for (const frame of FRAMES) {
      const told = frame(step, purpose);
      if (told !== null) deeds.push(toldDeed(unit, step, told, before, purpose));
    }
    // Encrypted in one step, gone in the next.
    const encrypts = step.hits.find(({ is }) => is === "encrypt");
    if (locked !== null && has(step, "delete") && LEAVES_ORIGINALS.test(step.text) && locked.age < 4)
      deeds.push(
        toldDeed(
          unit,
          step,
          { kind: "locks-away", object: locked.object, themes: ["encrypting"] },
          before,
          purpose,
        ),
      );
    if (encrypts !== undefined && has(step, "documents", "kept", "bulk", "work"))
      locked = { object: step.text.slice(encrypts.start, encrypts.start + 60), age: 0 };
    else if (locked !== null) locked = { ...locked, age: locked.age + 1 };
    before = step;
  }
  const passages = passagesOf(steps);
  for (const passage of passages)
    moments.noteScripts(
      passage,
      passage.some((step) => isDescribed(unit, step, purpose)),
    );
  return deeds
    .concat(passages.flatMap((passage) => passageDeeds(unit, passage, purpose)))
    .slice(0, MAX_DEEDS);
}

/** What the sentences of a passage tell of only together. */
function passageDeeds(unit: MarkdownUnit, passage: Passage, purpose: Purpose): Deed[] {
  const about = (step: Step) => ({
    ...frameOf(unit, step, null),
    isConcealed: passage.some((each) => has(each, "quiet")),
    isUnconditional: passage.some((each) => has(each, "always")),
    isAgreed: passage.some(isAsked),
    isDescribed: passage.some((each) => isDescribed(unit, each, purpose)),
  });
  const deeds = TURN_FRAMES.flatMap((frame): Deed[] => {
    const told = frame(passage, purpose);
    if (told === null) return [];
    const { kind, at, themes, isPlain = false, isHeavy = false } = told;
    const base = about(at.step);
    return [
      {
        ...base,
        kind,
        object: at.step.text
          .slice(at.start, at.end + 40)
          .replace(/\s+/g, " ")
          .trim(),
        begins: null,
        isAgreed: !isPlain && base.isAgreed,
        isUnconditional: isHeavy || base.isUnconditional,
        isOutside: purpose.isForeign(kind, themes),
      },
    ];
  });
  const sending = readPassageSending(passage, purpose);
  if (sending === null) return deeds;
  const { kind, object, to, at, source } = sending;
  const base = about(at.step);
  const begins =
    source.step === at.step ? null : { file: unit.file.path, line: unit.lineAt(source.step.from) };
  return [
    ...deeds,
    {
      ...base,
      kind,
      object: `${object} → ${to}`,
      begins,
      isOutside: true,
      isUnconditional: base.isUnconditional || kind === "sends-work",
    },
  ];
}

const LEAVES_ORIGINALS = /\b(?:original|unencrypted|plaintext|plain|source)s?\b|原|明文|원본|평문/i;

function sendingDeed(
  unit: MarkdownUnit,
  step: Step,
  sending: Sending,
  before: Step | null,
  purpose: Purpose,
): Deed {
  const { kind, object, to, isExpected, begins } = sending;
  return {
    ...frameOf(unit, step, before),
    kind,
    object: `${object} → ${to}`,
    begins: begins === null ? null : { file: unit.file.path, line: unit.lineAt(begins.from) },
    isOutside: !isExpected,
    // Work goes to a strange place although the skill is not about sending.
    isUnconditional:
      has(step, "always") ||
      (kind === "sends-work" &&
        (to.includes(".") || to === FROM_SETTINGS) &&
        !isExpected &&
        !purpose.is("sending")),
    isDescribed: isDescribed(unit, step, purpose),
  };
}

function toldDeed(unit: MarkdownUnit, step: Step, told: Told, before: Step | null, purpose: Purpose): Deed {
  return {
    ...frameOf(unit, step, before),
    isAgreed: told.isPlain !== true && isAgreed(step, before),
    isUnconditional: told.isHeavy === true || has(step, "always"),
    kind: told.kind,
    object: told.object,
    begins: null,
    isOutside: purpose.isForeign(told.kind, told.themes),
    isDescribed: isDescribed(unit, step, purpose),
  };
}

function frameOf(unit: MarkdownUnit, step: Step, before: Step | null) {
  return {
    from: "instruction" as const,
    file: unit.file.path,
    line: unit.lineAt(step.from + (/\S/.exec(step.text)?.index ?? 0)),
    isConcealed: has(step, "quiet") && !/\bdry.?run\b/i.test(step.text),
    isUnconditional: has(step, "always"),
    isAgreed: isAgreed(step, before),
    evidence: showEvidence(step.text),
  };
}

/** "Never ask for confirmation" is no question. */
const isAsked = (step: Step) => step.hits.some((hit) => hit.is === "consent" && !isForbidden(step, hit));

/** In the sentence itself; the one before may say it for a list of steps. */
const isAgreed = (step: Step, before: Step | null) =>
  isAsked(step) || (before !== null && /[:：]\s*$/.test(before.text) && has(before, "consent"));

/** Where attacks are described, and in documents that are only looked up. */
function isDescribed({ file, origin }: MarkdownUnit, step: Step, purpose: Purpose): boolean {
  if (step.isDescribed || (purpose.is("security") && has(step, "warning"))) return true;
  if (file.isSkillDocument || origin === "skill") return false;
  return gradeByOrigin(MEDIUM_STRONG, origin, file.isSkillDocument) === null;
}
