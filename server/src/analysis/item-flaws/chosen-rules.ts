import { compileLinter, FLAW_RULES, type FlawRule, type Linter } from '../../domain/flaws/lint.ts';
import { SEVERITIES } from '../../domain/flaws/rule.ts';
import type { FlawParameters } from './parameters.ts';

/** The chosen rules, in the order of their bits. */
export function chosenRules({ rules, exclude_rules, severity_min }: FlawParameters): readonly FlawRule[] {
  const lowest = SEVERITIES.indexOf(severity_min);
  return FLAW_RULES.filter(
    ({ id, severity }) => rules.includes(id) && !exclude_rules.includes(id) && SEVERITIES.indexOf(severity) <= lowest,
  );
}

export function maskOf(rules: readonly FlawRule[]): number {
  return rules.reduce((mask, rule) => mask | (1 << rule.bit), 0);
}

export function hasRule(mask: number, rule: FlawRule): boolean {
  return (mask & (1 << rule.bit)) !== 0;
}

const LINTERS = new WeakMap<FlawParameters, Linter>();

/** One linter per run: its word lists are compiled once, not per question. */
export function linterOf(parameters: FlawParameters): Linter {
  const known = LINTERS.get(parameters);
  if (known !== undefined) return known;
  const linter = compileLinter(parameters);
  LINTERS.set(parameters, linter);
  return linter;
}
