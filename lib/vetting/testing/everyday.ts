import { AGENT_HOOKS } from "./everyday/agent-hooks";
import { EVERYDAY_DOCUMENTS } from "./everyday/documents";
import { EVERYDAY_FILES } from "./everyday/files";
import { FOLLOWED_DOCUMENTS } from "./everyday/followed-documents";
import { INLINE_COMMANDS } from "./everyday/inline-commands";
import { KNOWN_SERVICES } from "./everyday/known-services";
import { EVERYDAY_LANGUAGES } from "./everyday/languages";
import { EVERYDAY_TEXTS } from "./everyday/odd-texts";
import { NEAR_ATTACKS } from "./everyday/near-attacks";
import { OWN_KEYS } from "./everyday/own-keys";
import { EVERYDAY_PROGRAMS } from "./everyday/programs";
import { EVERYDAY_SECURITY } from "./everyday/security-texts";
import { TRUSTED_PLACES } from "./everyday/trusted-places";
import { EVERYDAY_SKILLS } from "./everyday/working-skills";

/** What honest skills carry in other languages, build files, pages and data: nothing may be found in any. */
export const EVERYDAY = [
  ...EVERYDAY_LANGUAGES,
  ...EVERYDAY_FILES,
  ...EVERYDAY_DOCUMENTS,
  ...EVERYDAY_PROGRAMS,
  ...EVERYDAY_SECURITY,
  ...EVERYDAY_SKILLS,
  ...EVERYDAY_TEXTS,
  ...NEAR_ATTACKS,
  ...OWN_KEYS,
  ...INLINE_COMMANDS,
  ...FOLLOWED_DOCUMENTS,
  ...AGENT_HOOKS,
  ...KNOWN_SERVICES,
  ...TRUSTED_PLACES,
];
