export function generateClient(): void;
