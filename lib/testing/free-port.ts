/** A port for a process that is about to be started (scripts/ports.mjs says which). */
export { freePort } from "@/scripts/ports.mjs";
