/** Statistics that findings and results name, each in one sentence for somebody who has never heard of it. */
export const GLOSSARY = {
  'adjusted Rand index':
    'How well two ways of grouping the same questions agree: 1 is the same groups, 0 what chance gives.',
  'c-TF-IDF': 'How telling a term is of a group: high where it is frequent there and rare in the other groups.',
  'chi-square': 'How far counts lie from the expected ones, all cells together; it grows with the number of questions.',
  "Cliff's delta":
    'How often a text of the one set is longer than one of the other, less how often it is shorter: 1 always, 0 equally often, -1 never.',
  'Coleman-Liau': 'A US school grade for which a text is easy enough, from letters per word and sentences per word.',
  "Cramér's V":
    'How strongly two labels go together, such as category and level: 0 not at all, 1 the one tells the other.',
  'effective number': 'How many cells of the same size would be as varied as these.',
  evenness: 'How evenly questions are spread over the cells: 1 all cells alike, 0 all questions in one.',
  'Flesch-Kincaid':
    'A US school grade for which a text is easy enough, from words per sentence and syllables per word; only for texts of 100 words and more together.',
  'Flesch reading ease':
    'How easy a text is to read: 100 very easy, 0 very hard, from the lengths of sentences and words.',
  'Gini-Simpson index': 'The chance that two questions drawn at random lie in different cells.',
  'Gunning fog': 'The years of school that a text asks for, from the length of sentences and the share of long words.',
  hapax: 'A word that is used once.',
  'Jensen-Shannon distance':
    'How different two mixes are, such as the levels of two sets: 0 the same mix, 0.83 nothing in common.',
  "Kendall's tau-b": 'Whether two rankings go the same way: 1 always, 0 no relation, -1 always the opposite way.',
  'Kolmogorov-Smirnov distance': 'The largest gap between the shares of two sets up to any length: 0 none, 1 complete.',
  'log-odds': 'The logarithm of how many times more likely something is than not; z divides it by its uncertainty.',
  mattr_50: 'The share of different words in 50 words in a row, on average: 1 means that no word comes twice.',
  odds: 'How many times more likely something is than not: 1.2 times the odds means a little more likely.',
  'mutual information': 'How much one grouping tells of another: 0 nothing, 1 everything.',
  'quadratic weighted kappa':
    'How well two ratings agree beyond chance, where being two levels off counts four times as much as one: 1 always, 0 as by chance.',
  'scaled median deviation':
    'How far texts usually lie from the middle; like a standard deviation, but not moved by a few extremes.',
  silhouette: 'Whether clusters stand apart: near 1 clearly, near 0 they run into each other.',
  skill: 'How much more often the texts tell the level than category and topic do, in percentage points.',
  smog: 'The years of school that a text asks for, from its words of three syllables and more.',
  "Spearman's correlation": 'Whether two rankings go the same way: 1 exactly, 0 no relation, -1 the opposite way.',
  'standardised residual':
    'How far a count lies from what would be expected, in its usual fluctuation: beyond 3 it is no chance.',
  '95 % interval': 'Where the true value lies in 95 of 100 such samples.',
} as const satisfies Record<string, string>;

export type GlossaryTerm = keyof typeof GLOSSARY;
