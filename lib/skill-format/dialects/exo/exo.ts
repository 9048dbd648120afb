import { EXO_DESCRIPTION_LIMIT } from "../../constants";
import { checkBoolean, checkGroupKeys, findingAt, optionalMap, quote, textAt } from "../../fields";
import { isSolanaAddress } from "../../values/solana-address";
import { isSemVer } from "../../values/versions";
import { nodeAt } from "../../yaml/node";
import { kebabCase, lengthBetween, requiredText, unknownKeys } from "../base";
import { contradictingHints, networkAgainstHint } from "../cross-checks";
import type { Check, DialectDefinition } from "../dialect";
import { checkBodyTemplate } from "./exo-body";
import { checkIo } from "./exo-io";
import { checkPrice, checkPricingModel } from "./exo-pricing";
import { checkEntryScript, checkImage, checkImageHash, checkRuntimeTexts, checkTimeout } from "./exo-runtime";
import { HINT_KEYS } from "../hints";
import { DIALECT_KEYS } from "../keys";

/** Exo §2: `version` is SemVer 2.0.0, strictly. */
const strictSemVer: Check = ({ frontMatter }, report) => {
  const version = textAt(frontMatter, "version");
  if (version === undefined || isSemVer(version)) return;
  const message = `${quote(version)} is not a semantic version such as 1.0.0`;
  report(
    findingAt(nodeAt(frontMatter, "version"), {
      severity: "error",
      code: "FIELD_FORMAT",
      path: "version",
      message,
    }),
  );
};

/** Exo §2: `author` is the creator's Solana address, base58 of exactly 32 bytes. */
const checkAuthor: Check = ({ frontMatter }, report) => {
  const author = textAt(frontMatter, "author");
  if (author === undefined || isSolanaAddress(author)) return;
  const message = `${quote(author)} is not a Solana address (base58 text of 32 bytes)`;
  report(
    findingAt(nodeAt(frontMatter, "author"), {
      severity: "error",
      code: "FIELD_FORMAT",
      path: "author",
      message,
    }),
  );
};

/** Exo §2, §3: the hints are booleans, each may be left out. */
const checkAnnotations: Check = ({ frontMatter }, report) => {
  const annotations = optionalMap(frontMatter, "annotations", report);
  if (annotations === undefined) return;
  checkGroupKeys(annotations, "annotations", HINT_KEYS, report);
  for (const hint of HINT_KEYS) checkBoolean(annotations, `annotations.${hint}`, report);
};

/** Exo SKILL.md v1.1. */
export const exo: DialectDefinition = {
  id: "exo",
  title: "Exo SKILL.md v1.1",
  keys: DIALECT_KEYS.exo,
  checks: [
    requiredText("name"),
    kebabCase("name"),
    requiredText("version"),
    strictSemVer,
    requiredText("description"),
    lengthBetween("description", { max: EXO_DESCRIPTION_LIMIT - 1 }),
    requiredText("author"),
    checkAuthor,
    checkPricingModel,
    checkPrice,
    checkRuntimeTexts,
    checkImage,
    checkImageHash,
    checkEntryScript,
    checkTimeout,
    checkIo,
    checkAnnotations,
    contradictingHints,
    networkAgainstHint,
    checkBodyTemplate,
    unknownKeys({ id: "exo", keys: DIALECT_KEYS.exo }),
  ],
};
