export const STAGES: Readonly<Record<string, unknown>>;
export const GROUPS: readonly (readonly (readonly string[])[])[];
export const BESIDE: readonly string[];
export function chooseStages(named: readonly string[], full: boolean): string[];
