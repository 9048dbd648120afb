export function tallyPlace(): { environment: { TALLY: string }; read(): unknown };
