/** Parses the text format of Prometheus. */
export interface Family {
  name: string;
  type: string;
  help: string;
  /** The samples, with their labels and their own names, which for histograms differ from the name of the family. */
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

export function parseMetrics(text: string): Family[] {
  const families: Family[] = [];
  for (const line of text.split('\n')) {
    const [, help, description = ''] = /^# HELP (\S+) (.*)$/u.exec(line) ?? [];
    const [, typed, type = ''] = /^# TYPE (\S+) (.*)$/u.exec(line) ?? [];
    if (help !== undefined) families.push({ name: help, type: '', help: description, samples: [] });
    const family = families.at(-1);
    if (family === undefined) continue;
    if (typed !== undefined) family.type = type;
    const sample = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/u.exec(line)?.groups;
    if (sample === undefined) continue;
    const pairs = (sample['labels'] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/gu);
    const labels = Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]));
    family.samples.push({ name: sample['name'] ?? '', labels, value: Number(sample['value']) });
  }
  return families;
}

export interface Use {
  metric: string;
  labels: { name: string; operator: string; value: string }[];
}

const WORDS = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'without', 'on', 'ignoring', 'group_left']);
const SELECTOR = /(?<metric>[a-zA-Z_:][\w:]*)\s*\{(?<matchers>(?:[^"}]|"(?:[^"\\]|\\.)*")*)\}/gu;
const MATCHER = /(?<name>\w+)\s*(?<operator>=~|!~|!=|=)\s*"(?<value>(?:[^"\\]|\\.)*)"/gu;
const GROUPING = /\b(?:by|without|on|ignoring|group_left)\s*\((?<labels>[^)]*)\)/gu;

/** Finds the metrics that an expression reads, its label matchers, and the labels that it groups by. */
export function usesOf(expression: string): { uses: Use[]; grouping: string[] } {
  const uses: Use[] = [...expression.matchAll(SELECTOR)].map(({ groups }) => ({
    metric: groups?.['metric'] ?? '',
    labels: [...(groups?.['matchers'] ?? '').matchAll(MATCHER)].map((found) => ({
      name: found.groups?.['name'] ?? '',
      operator: found.groups?.['operator'] ?? '',
      value: found.groups?.['value'] ?? '',
    })),
  }));
  const grouping = [...expression.matchAll(GROUPING)].flatMap(({ groups }) =>
    (groups?.['labels'] ?? '').split(',').map((label) => label.trim()),
  );
  const rest = expression
    .replaceAll(SELECTOR, ' ')
    .replaceAll(GROUPING, ' ')
    .replaceAll(/\[[^\]]*\]/gu, ' ');
  for (const [word] of rest.matchAll(/(?<![\w.$])[a-zA-Z_:][\w:]*(?!\s*\(|\w)/gu))
    if (!WORDS.has(word)) uses.push({ metric: word, labels: [] });
  return { uses, grouping };
}
