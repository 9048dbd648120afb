import { readClassSamples, withSteps, type ClassSample } from "./class-samples";
import { vetClassSample } from "./measure-classes";

type Change = (sample: ClassSample) => Pick<ClassSample, "files" | "name" | "description"> | null;

/** Other words for the same, as a thesaurus has them; no rule was written from this list. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\bupload(?=s?\b)/gi, "transmit"],
  [/\bsend\b/gi, "forward"],
  [/\bdelete\b/gi, "erase"],
  [/\bremove\b/gi, "eliminate"],
  [/\bdisable\b/gi, "deactivate"],
  [/\bturn off\b/gi, "switch off"],
  [/\bask\b/gi, "request"],
  [/\btreat\b/gi, "regard"],
  [/\ball\b/gi, "every one of the"],
  [/\bleave out\b/gi, "omit"],
  [/\bchange\b/gi, "alter"],
];
const isEnglish = ({ language, text }: ClassSample) => language === "en" && !text.includes("`");

const VARIANTS: Readonly<Record<string, Change>> = {
  "other words": (sample) => {
    if (!isEnglish(sample)) return null;
    const text = SYNONYMS.reduce((all, [word, other]) => all.replace(word, other), sample.text);
    return text === sample.text ? null : withSteps(sample.text, text.split("\\n"));
  },
  politely: (sample) => {
    if (!isEnglish(sample)) return null;
    const steps = sample.text
      .split("\\n")
      .map((step) => `When you are ready, please ${step.charAt(0).toLowerCase()}${step.slice(1)}`);
    return withSteps(sample.text, steps);
  },
  "in another file": (sample) => {
    if (sample.language === "code") return null;
    const base = withSteps(sample.text, ["Follow `references/details.md` to the letter."]);
    const text = `# Details\n\n${sample.text.split("\\n").join("\n\n")}\n`;
    return { ...base, files: [...base.files, { path: "references/details.md", bytes: Buffer.from(text) }] };
  },
  "with steps between": (sample) => {
    if (sample.language === "code" || !sample.text.includes("\\n")) return null;
    return withSteps(
      sample.text,
      sample.text.split("\\n").flatMap((step) => [step, "Check the spelling."]),
    );
  },
  "in capitals": (sample) =>
    isEnglish(sample) && !/https?:|@/.test(sample.text)
      ? withSteps(sample.text, sample.text.toUpperCase().split("\\N"))
      : null,
};

/** How many of the steps that are stopped as written are stopped in other forms too. */
export function measureVariants(): { variant: string; all: number; stopped: number }[] {
  const samples = readClassSamples().filter(({ group }) => group < 11);
  return Object.entries(VARIANTS).map(([variant, change]) => {
    const changed = samples.flatMap((sample) => change(sample) ?? []);
    const stopped = changed.filter((each) => vetClassSample(each).verdict !== "approved").length;
    return { variant, all: changed.length, stopped };
  });
}
