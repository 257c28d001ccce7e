/** Ends what a test file has started, the newest first. */
const ends: (() => Promise<unknown>)[] = [];

/** Hooks registered by a running test are never called: the hook of setup.ts runs these. */
export function atFileEnd(end: () => Promise<unknown>): void {
  ends.push(end);
}

export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
