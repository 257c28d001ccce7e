/** A list as a PostgreSQL array literal. `unnest` flattens nested arrays, so one list per row is sent as text. */
export function arrayLiteral(values: readonly string[]): string {
  // Two patterns without a group take a third of the time of one with a group (32 ns per character), and hostile texts
  // consist of such characters.
  return `{${values.map((value) => `"${value.replace(/\\/gu, '\\\\').replace(/"/gu, '\\"')}"`).join(',')}}`;
}
