/** Published versions of one account, whichever way they come. */
export const UPLOAD_LIMIT = { name: "upload", points: 120, durationSeconds: 3600 };
