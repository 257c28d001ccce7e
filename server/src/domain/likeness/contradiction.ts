import { isVerdict, refersToOptions } from './compare-answers.ts';
import { areInOneOrder, type WordOrder } from './word-order.ts';

/** What decides, besides the words of two texts, whether different answers to them contradict each other. */
export interface Traits {
  answer: readonly string[];
  /** Whether the text asks for one thing; see `asksSomething`. */
  asks: boolean;
  order: WordOrder;
  particulars: number;
}

/**
 * Whether two questions with the same wording and different answers contradict each other. A true-or-false statement
 * does not contradict a question for a name; nor does another order of the same words, another symbol, a mere title, or
 * a question that has several right answers.
 */
export function contradict(a: Traits, b: Traits): boolean {
  const [left, right] = [isVerdict(a.answer), isVerdict(b.answer)];
  if (left !== right || a.particulars !== b.particulars) return false;
  if (!left && !(a.asks && b.asks)) return false;
  return !refersToOptions(a.answer) && !refersToOptions(b.answer) && areInOneOrder(a.order, b.order);
}
