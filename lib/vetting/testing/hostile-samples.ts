import { INSTRUCTIONS } from "./hostile/instructions";
import { PAYLOADS } from "./hostile/payloads";
import { THEFT } from "./hostile/theft";
import { CONCEALMENT } from "./hostile/concealment";
import { DAMAGE } from "./hostile/damage";
import { AGENT_HABITS } from "./hostile/agent-habits";
import { AGENT_HOOKS } from "./hostile/agent-hooks";
import { BUILD_FILES } from "./hostile/build-files";
import { DOCUMENTS } from "./hostile/documents/texts";
import { FOLLOWED_DOCUMENTS } from "./hostile/followed-documents";
import { FURTHER_DEEDS } from "./hostile/further-deeds";
import { FURTHER_ORDERS } from "./hostile/further-orders";
import { INLINE_COMMANDS } from "./hostile/inline-commands";
import { INSTALLS } from "./hostile/installs";
import { KNOWN_SERVICES } from "./hostile/known-services";
import { MISPLACED_TRUST } from "./hostile/misplaced-trust";
import { OFFICE_FILES } from "./hostile/documents/office-files";
import { OTHER_WAYS } from "./hostile/other-ways";
import { PAGES } from "./hostile/pages";
import { PDF_FILES } from "./hostile/documents/pdf-files";
import { WINDOWS } from "./hostile/windows";
import { HIDDEN_ORDERS } from "./hostile/hidden-orders";
import { SEEN_IN_PACKAGES } from "./hostile/seen-in-packages";
import { SEEN_ON_REGISTRIES } from "./hostile/seen-on-registries";
import { SPELLED_ORDERS } from "./hostile/spelled-orders";
import { SUPPLY_FILES } from "./hostile/supply-files";
import { OTHER_LANGUAGES } from "./hostile/other-languages";
import { UNDECLARED_LINES, WAYS_AROUND } from "./hostile/ways-around";
import { UNDECLARED } from "./hostile/undeclared";
import type { Row } from "./hostile/row";
import { HOSTILE_OF_RULES } from "./rule-samples";
import type { HostileSample } from "./sample";

const NONE = { network: false, filesystem: false, subprocess: false, envVars: [] };

const toSample = ([title, verdict, code, files]: Row): HostileSample => ({ title, verdict, code, files });

/** Attacks seen on registries and in benches, and the ways they hide from scanners. */
export const HOSTILE: readonly HostileSample[] = [
  ...HOSTILE_OF_RULES,
  ...[
    ...INSTRUCTIONS,
    ...HIDDEN_ORDERS,
    ...PAYLOADS,
    ...DOCUMENTS,
    ...BUILD_FILES,
    ...INSTALLS,
    ...INLINE_COMMANDS,
    ...PAGES,
    ...OTHER_LANGUAGES,
    ...WINDOWS,
    ...OTHER_WAYS,
    ...WAYS_AROUND,
    ...THEFT,
    ...CONCEALMENT,
    ...DAMAGE,
    ...OFFICE_FILES,
    ...PDF_FILES,
    ...FURTHER_ORDERS,
    ...SPELLED_ORDERS,
    ...FURTHER_DEEDS,
    ...SUPPLY_FILES,
    ...SEEN_ON_REGISTRIES,
    ...SEEN_IN_PACKAGES,
    ...MISPLACED_TRUST,
    ...AGENT_HABITS,
    ...FOLLOWED_DOCUMENTS,
    ...AGENT_HOOKS,
    ...KNOWN_SERVICES,
  ].map(toSample),
  ...[...UNDECLARED, ...UNDECLARED_LINES].map((row) => ({
    ...toSample(row),
    title: `${row[0]}, though it declares no permission`,
    permissions: NONE,
  })),
];
