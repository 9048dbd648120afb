import type { BuildResult } from "esbuild";

type Built = BuildResult<{ metafile: true }>;

export const COMMANDS: readonly string[];
export function bundleProcesses(out?: string): Promise<Built>;
export function bundlePrograms(entryPoints: string[], out: string): Promise<Built>;
