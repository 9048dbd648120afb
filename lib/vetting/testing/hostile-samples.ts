import { INSTRUCTIONS } from "./hostile/instructions";
import { PAYLOADS } from "./hostile/payloads";
import { THEFT } from "./hostile/theft";
import { CONCEALMENT } from "./hostile/concealment";
import { DAMAGE } from "./hostile/damage";
import { BUILD_FILES } from "./hostile/build-files";
import { HIDDEN_ORDERS } from "./hostile/hidden-orders";
import { OTHER_LANGUAGES } from "./hostile/other-languages";
import { UNDECLARED } from "./hostile/undeclared";
import type { Row } from "./hostile/row";
import type { HostileSample } from "./sample";

const NONE = { network: false, filesystem: false, subprocess: false, envVars: [] };

const toSample = ([title, verdict, code, files]: Row): HostileSample => ({ title, verdict, code, files });

/** Attacks seen on registries and in benches, and the ways they hide from scanners. */
export const HOSTILE: readonly HostileSample[] = [
  ...[
    ...INSTRUCTIONS,
    ...HIDDEN_ORDERS,
    ...PAYLOADS,
    ...BUILD_FILES,
    ...OTHER_LANGUAGES,
    ...THEFT,
    ...CONCEALMENT,
    ...DAMAGE,
  ].map(toSample),
  ...UNDECLARED.map((row) => ({
    ...toSample(row),
    title: `${row[0]}, though it declares no permission`,
    permissions: NONE,
  })),
];
