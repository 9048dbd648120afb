export function loadDotEnv(): void;
export function keptSecret(dataDirectory: string, name: string): string;
export function settingsOfCommand(dataDirectory: string): Record<string, string>;
