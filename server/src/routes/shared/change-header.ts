/** The header that names the change set of a write; a write that changed nothing has none. */
export function changeHeader({ change_id }: { change_id?: string | undefined }): Record<string, string> {
  return change_id === undefined ? {} : { 'change-id': change_id };
}
