import { SEVERITIES, type Severity } from '../../domain/flaws/rule.ts';
import { capitalised, listNames, numbered, percent } from '../wording.ts';
import type { FlawResult, RuleResult } from './result.ts';
import { PREDICATES } from './wording.ts';

const MAX_FINDINGS = 6;

/** The gravest and then the most frequent rules have a sentence each, the others one for their severity. */
export function findings({ rules, summary }: FlawResult): string[] {
  const { questions, clean, clean_pct } = summary;
  const found = rules.filter((rule) => rule.count > 0).toSorted(byWeight);
  if (rules.length === 0) return ['The parameters leave no rule to judge by.'];
  if (found.length === 0) return [`No rule found anything to fix in ${numbered(questions, 'question')}.`];
  const single = countSingle(found);
  return [
    ...found.slice(0, single).map((rule) => sentence(rule, questions)),
    ...gather(found, single),
    cleanSentence(clean, clean_pct, questions),
  ];
}

function byWeight(left: RuleResult, right: RuleResult): number {
  return SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) || right.count - left.count;
}

/** As many as leave room for the rest, and for the last sentence. */
function countSingle(found: readonly RuleResult[]): number {
  let single = Math.min(found.length, MAX_FINDINGS - 1);
  while (single + gather(found, single).length > MAX_FINDINGS - 1) single -= 1;
  return single;
}

const NAMES: Readonly<Record<Severity, string>> = { error: 'errors', warning: 'warnings', info: 'hints' };

/** The rules from `start` on, in a sentence for each severity. */
function gather(found: readonly RuleResult[], start: number): string[] {
  return SEVERITIES.flatMap((severity) => {
    const named = found.slice(start).filter((rule) => rule.severity === severity);
    if (named.length === 0) return [];
    const others = found.slice(0, start).some((rule) => rule.severity === severity);
    const lead = others ? `Other ${NAMES[severity]}` : capitalised(NAMES[severity]);
    return [`${lead}: ${listNames(named.map(nameRule))}.`];
  });
}

function nameRule({ title, count }: RuleResult): string {
  return `${title.charAt(0).toLowerCase()}${title.slice(1)} (${numbered(count)})`;
}

function sentence({ id, count, pct }: RuleResult, questions: number): string {
  const [one = '', several = ''] = PREDICATES[id] ?? [];
  return `${numbered(count)} of ${numbered(questions, 'question')} (${percent(pct / 100)}) ${count === 1 ? one : several}.`;
}

function cleanSentence(clean: number, pct: number, questions: number): string {
  if (clean === 0) return `None of ${numbered(questions, 'question')} is without a flag.`;
  const verb = clean === 1 ? 'has' : 'have';
  return `${numbered(clean)} of ${numbered(questions, 'question')} (${percent(pct / 100)}) ${verb} no flaw that a rule could find.`;
}
