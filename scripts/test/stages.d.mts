export function chooseStages(named: readonly string[], full: boolean): string[];
