/** What a password may be; also asked of the browser, so that it can say so before anything is sent. */
export const MIN_PASSWORD_CHARACTERS = 10;
export const MAX_PASSWORD_CHARACTERS = 256;

export const MAX_KEY_NAME_CHARACTERS = 60;
/** As a browser counts the longest name of an API key: two for a character outside the first 65,536. */
export const MAX_KEY_NAME_UNITS = 2 * MAX_KEY_NAME_CHARACTERS;
