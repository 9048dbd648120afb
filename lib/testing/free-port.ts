/** A port for a process that is about to be started (scripts/ports.ts says which). */
export { freePort } from "@/scripts/ports.ts";
