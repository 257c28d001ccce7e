/**
 * Yields batches, each of which says where the next one begins. The next batch is read while the current one is used.
 */
export async function* readAhead<Place, Batch extends { rest: Place | undefined }>(
  start: Place,
  read: (place: Place) => Promise<Batch>,
): AsyncGenerator<Batch, void, undefined> {
  for (let next: Promise<Batch> | undefined = read(start); next !== undefined; ) {
    const batch: Batch = await next;
    next = batch.rest === undefined ? undefined : read(batch.rest);
    next?.catch(() => {}); // thrown when it is awaited, if it ever is
    yield batch;
  }
}
