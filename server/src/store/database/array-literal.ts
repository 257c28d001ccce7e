/** A list as a PostgreSQL array literal: `unnest` flattens nested arrays, so a list per row travels as text. */
export function arrayLiteral(values: readonly string[]): string {
  // Two patterns without a reference take a third of the time of one with: 32 ns a sign, and hostile texts are all signs.
  return `{${values.map((value) => `"${value.replace(/\\/gu, '\\\\').replace(/"/gu, '\\"')}"`).join(',')}}`;
}
