import { CHANGES_OF_PEOPLE } from "./changes-of-people";
import { CHANGES_OF_TRUST } from "./changes-of-trust";
import { CHANGES_OF_VERSIONS } from "./changes-of-versions";
import type { Change } from "./world";

/** Each kind of change of what public reads show, in an order in which one skill can go through them all. */
export const CHANGES: readonly Change[] = [...CHANGES_OF_VERSIONS, ...CHANGES_OF_TRUST, ...CHANGES_OF_PEOPLE];
