/** The lists that a caller may replace, each by its name in `lists`. */
export const TERM_LISTS = {
  absolute_terms: ['always', 'never', 'all', 'none', 'every', 'only'],
  vague_terms: [
    ...['often', 'usually', 'may', 'might', 'sometimes', 'frequently', 'generally'],
    ...['probably', 'possibly', 'perhaps', 'occasionally', 'rarely', 'seldom'],
  ],
  /** "n't" stands for every word with this ending. The others are those without their apostrophe. */
  negative_terms: [
    ...['not', 'except', 'least', "n't", 'cannot', 'excluding'],
    ...[
      'dont',
      'doesnt',
      'didnt',
      'isnt',
      'arent',
      'wasnt',
      'werent',
      'hasnt',
      'havent',
      'hadnt',
      'couldnt',
      'wouldnt',
    ],
  ],
  time_sensitive_terms: [
    ...['current', 'currently', 'latest', 'nowadays', 'presently', 'recent', 'recently', 'incumbent'],
    ...['at present', 'at the moment', 'right now', 'as of now', 'so far', 'up to now', 'these days'],
  ],
} as const satisfies Record<string, readonly string[]>;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const ARTICLES = words('a an the');

export const INTERROGATIVES = words(
  'what which who whom whose when where why how whats whos wheres whens hows whatever whichever',
);

/** Verbs that ask for something if a sentence, or a part of one after a comma or colon, begins with them. */
export const IMPERATIVES = words(
  'name give list identify find calculate solve state complete choose select pick tell spell translate evaluate simplify ' +
    'compute determine define describe explain fill match guess write prove convert round factor factorise factorize ' +
    'differentiate integrate estimate express add subtract multiply divide unscramble finish cite mention arrange order ' +
    'draw show sketch expand rearrange decode answer provide',
);

/** Words of more than three letters that say too little to give an answer away. */
export const STOP_WORDS = words(
  'about above after again against also although among another because been before being below between both cannot ' +
    'come could does doing done down during each either else even ever every first from further goes have having here ' +
    'hers herself himself into itself just last like made make many more most much must myself neither never next none ' +
    'often once only other others ours over part same second several shall should since some such than that their ' +
    'theirs them themselves then there these they third this those through together toward under until upon used ' +
    'using very want well went were what when where which while whom whose will with within without would year years ' +
    'your yours yourself three four five seven eight nine hundred thousand million billion name named called known ' +
    'people person time times thing things word words number group type kind form place title song film movie book ' +
    'show series game team city town country state river lake ocean mountain island king queen',
);
