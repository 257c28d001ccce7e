/** Statistics that findings and results mention, each explained in one sentence for beginners. */
export const GLOSSARY = {
  'adjusted Rand index': 'How well two groupings of the same questions agree: 1 for the same groups, 0 for chance.',
  'c-TF-IDF': 'How characteristic a term is of a group: high if it is frequent there and rare in the other groups.',
  'chi-square': 'How far all counts together are from the expected ones; it grows with the number of questions.',
  "Cliff's delta":
    'How often a text of one set is longer than one of the other, minus how often it is shorter: 1 for always, 0 for equally often, -1 for never.',
  'Coleman-Liau': 'The US school grade a text is suitable for, from letters per word and sentences per word.',
  "Cramér's V":
    'How strongly two labels are related, such as category and level: 0 for not at all, 1 if one determines the other.',
  'effective number': 'The number of equally full cells with the same diversity.',
  evenness:
    'How evenly questions are spread over the cells: 1 if all cells are equally full, 0 if one cell has all questions.',
  'Flesch-Kincaid':
    'The US school grade a text is suitable for, from words per sentence and syllables per word; only for at least 100 words in total.',
  'Flesch reading ease':
    'How easy a text is to read, from the lengths of sentences and words: 100 for very easy, 0 for very hard.',
  'Gini-Simpson index': 'The probability that two random questions are in different cells.',
  'Gunning fog': 'The years of school needed to read a text, from the length of sentences and the share of long words.',
  hapax: 'A word that is used only once.',
  'Jensen-Shannon distance':
    'How different two mixes are, such as the levels of two sets: 0 for the same mix, 0.83 for nothing in common.',
  "Kendall's tau-b": 'Whether two rankings agree: 1 for always, 0 for no relation, -1 for always the opposite.',
  'Kolmogorov-Smirnov distance':
    'The largest gap between the shares of two sets up to any length: 0 for none, 1 for complete.',
  'log-odds':
    'The logarithm of the odds, which say how many times more likely something is than not; z is the log-odds divided by their uncertainty.',
  mattr_50: 'The average share of different words in 50 consecutive words: 1 means that no word occurs twice.',
  odds: 'How many times more likely something is than not: 1.2 times the odds means a little more likely.',
  'mutual information': 'How much one grouping reveals about another: 0 for nothing, 1 for everything.',
  'quadratic weighted kappa':
    'How well two ratings agree beyond chance, where a difference of two levels counts four times as much as one: 1 for always, 0 for chance.',
  'scaled median deviation':
    'How far texts usually are from the median; like a standard deviation, but not affected by a few extremes.',
  silhouette: 'Whether clusters are distinct: near 1 clearly, near 0 they overlap.',
  skill: 'How much more often the texts predict the level than category and topic do, in percentage points.',
  smog: 'The years of school needed to read a text, from its words of three or more syllables.',
  "Spearman's correlation": 'Whether two rankings agree: 1 for exactly, 0 for no relation, -1 for the opposite.',
  'standardised residual':
    'How far a count is from the expected one, relative to its usual fluctuation: more than 3 is not chance.',
  '95% interval': 'The range that contains the true value in 95 of 100 such samples.',
} as const satisfies Record<string, string>;

export type GlossaryTerm = keyof typeof GLOSSARY;
