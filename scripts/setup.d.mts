export function generateSources(): void;
