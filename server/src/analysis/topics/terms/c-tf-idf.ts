/**
 * How characteristic a term is of a group (c-TF-IDF): its share of the terms of the group, times ln(1 + A / f), where A
 * is the mean number of terms per group and f the number of occurrences of the term in all of them.
 */
export function classWeight(count: number, groupTotal: number, meanTotal: number, overall: number): number {
  return (count / groupTotal) * Math.log(1 + meanTotal / overall);
}
