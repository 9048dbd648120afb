/** What a password may be; also asked of the browser, so that it can say so before anything is sent. */
export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 256;
