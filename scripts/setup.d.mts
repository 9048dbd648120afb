export function generateSources(): void;
export function prepareCode(options: { build: boolean }): Promise<void>;
