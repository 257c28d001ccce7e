/** The release of this command; a test compares it with the packages and the API. */
export const VERSION = '0.1.0';
