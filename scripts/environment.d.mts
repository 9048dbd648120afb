export function loadDotEnv(): void;
export function keptSecret(dataDirectory: string, name: string, make?: () => string): string;
export function demonstrationParties(dataDirectory: string): Promise<Record<string, string>>;
export function settingsOfCommand(dataDirectory: string): Record<string, string>;
