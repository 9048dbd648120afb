import { env, unusableSettings, type Env, type EnvOptions } from "@/lib/platform/config/env";

/**
 * The settings of this process, with those of `needed` set. Where they cannot be used it ends at once, and what its log
 * says last is the sentence that tells what to change, not a stack of calls.
 */
export function loadConfig(needed: readonly (keyof Env)[] = [], options?: EnvOptions): Env {
  try {
    const settings = env(options);
    const missing = needed.filter((name) => settings[name] === undefined);
    if (missing.length === 0) return settings;
    throw unusableSettings(missing.map((name) => `${name} must be set.`));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
