/** A deleted question can be restored for 30 days; then it is purged. */
export const RESTORABLE_MS = 30 * 24 * 60 * 60 * 1000;
