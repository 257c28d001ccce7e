/** The attempt of rows that are part of a result. */
export const ADOPTED = '00000000-0000-0000-0000-000000000000';
