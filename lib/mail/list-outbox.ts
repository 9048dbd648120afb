export interface OutboxMail { id: string; to: string; subject: string; text: string }
export async function listOutbox(): Promise<OutboxMail[]> { return []; }
