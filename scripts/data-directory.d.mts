export function holdDataDirectory(directory: string): Promise<void>;
