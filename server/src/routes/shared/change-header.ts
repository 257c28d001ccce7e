/** Names the change set that a write belongs to; a write that changed nothing has none. */
export function changeHeader({ change_id }: { change_id?: string | undefined }): Record<string, string> {
  return change_id === undefined ? {} : { 'change-id': change_id };
}
