/** For 30 days a deleted question can come back; then it is swept away. */
export const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;
