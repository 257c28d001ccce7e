/** The `info.version` of openapi.json and the `API-Version` of every response. */
export const API_VERSION = '1.0.0';
