/**
 * How much a term speaks for a group (c-TF-IDF): its share of the terms of the group, times ln(1 + A / f), where A is the
 * mean number of terms in a group and f how often the term occurs in all of them.
 */
export function classWeight(count: number, groupTotal: number, meanTotal: number, overall: number): number {
  return (count / groupTotal) * Math.log(1 + meanTotal / overall);
}
