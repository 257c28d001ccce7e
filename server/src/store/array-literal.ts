/** A list as a PostgreSQL array literal: `unnest` flattens nested arrays, so a list per row travels as text. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/gu, '\\$&')}"`).join(',')}}`;
}
