export function loadDotEnv(): void;
export function keptSecret(dataDirectory: string, name: string): string;
