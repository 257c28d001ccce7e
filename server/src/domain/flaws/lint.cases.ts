import type { LintQuestion } from './lint.ts';

export interface Case {
  rule: string;
  given: Partial<LintQuestion>;
  /** The texts of the spans; undefined when the rule must find nothing. */
  marks: readonly string[] | undefined;
}

const asks = (rule: string, question_text: string, ...marks: string[]): Case => ({
  rule,
  given: { question_text },
  marks: marks.length === 0 ? undefined : marks,
});

const answers = (rule: string, correct_answer: string, ...marks: string[]): Case => ({
  rule,
  given: { correct_answer },
  marks: marks.length === 0 ? undefined : marks,
});

const both = (rule: string, question_text: string, correct_answer: string, ...marks: string[]): Case => ({
  rule,
  given: { question_text, correct_answer },
  marks: marks.length === 0 ? undefined : marks,
});

/** The same question with answers beside it, which make it none of the rule's business. */
const except = (one: Case, given: Partial<LintQuestion>): Case => ({
  ...one,
  given: { ...one.given, ...given },
  marks: undefined,
});

const OPTIONS = { incorrect_answers: ['Venus', 'Earth'] };
const ACCEPTED = { accepted_answers: ['Hermes'] };

export const CASES: readonly Case[] = [
  answers('true_false', 'True', 'True'),
  answers('true_false', 'no.', 'no.'),
  answers('true_false', 'Norway'),
  answers('true_false', 'True Blue'),

  asks('shouting', 'WHAT IS THE CAPITAL OF FRANCE?', 'WHAT IS THE CAPITAL OF FRANCE?'),
  asks('shouting', 'What does NATO stand for?'),
  asks('shouting', 'USA, UK?'),
  asks('shouting', '12 + 34 + 56 + 78 + 90 = ?'),

  asks('time_sensitive', "Who is the current president, and who is today's rival?", 'current', "today's"),
  asks('time_sensitive', 'Which team is, at the moment, the best?', 'at the moment'),
  asks('time_sensitive', 'What is the unit of electric current?'),
  asks('time_sensitive', 'As of 2020, what is the latest member?'),
  asks('time_sensitive', 'Which moment made history?'),

  asks('more_than_one_correct', 'Name a river in Germany.', 'Name a'),
  asks('more_than_one_correct', 'Look around. What is one of the colours?', 'What is one of'),
  except(asks('more_than_one_correct', 'Name a river in Germany.'), OPTIONS),
  except(asks('more_than_one_correct', 'Name a river in Germany.'), ACCEPTED),
  asks('more_than_one_correct', 'Name the longest river in Germany.'),
  asks('more_than_one_correct', 'Who is the actor who was one of the founders?'),

  asks('grammatical_cue', 'Land in the sea is an ____.', 'an'),
  asks('grammatical_cue', 'A young dog is called a ...', 'a'),
  except(asks('grammatical_cue', 'It is a ____.'), { correct_answer: 'pear', incorrect_answers: ['plum', 'unicorn'] }),
  {
    ...asks('grammatical_cue', 'It is an ____.', 'an'),
    given: { question_text: 'It is an ____.', correct_answer: 'ape', incorrect_answers: ['cat'] },
  },
  asks('grammatical_cue', 'The capital of France is ____.'),
  asks('grammatical_cue', 'A young dog is called a(n) ____.'),

  asks('option_dependent', 'Which of these countries is landlocked?', 'of these'),
  asks('option_dependent', 'Which one of the following is the odd one out?', 'of the following', 'odd one out'),
  except(asks('option_dependent', 'Which of these countries is landlocked?'), OPTIONS),
  asks('option_dependent', 'Which of the Great Lakes is deepest?'),

  both('answer_in_question', 'What is an adult male rooster known as?', 'Rooster', 'rooster'),
  both(
    'answer_in_question',
    'Who was the author of Charlotte Brontë’s novel Villette?',
    'charlotte bronte',
    'Charlotte Brontë’s',
  ),
  both('answer_in_question', 'Which body is the Moon?', 'The Moon', 'Moon'),
  both('answer_in_question', 'In which year was the 1969 festival?', '1969', '1969'),
  both('answer_in_question', 'Which is larger, the Sun or the Moon?', 'The Sun'),
  both('answer_in_question', 'Which is largest: Venus, Mars or Earth?', 'Venus'),
  both('answer_in_question', 'Is it true that roosters crow?', 'True'),
  both('answer_in_question', 'How much is 5 times 1?', '5'),
  both('answer_in_question', 'Which bird do roosters like?', 'Rooster'),
  both('answer_in_question', 'Who is it?', '?'),
  both('answer_in_question', `What is ${'la '.repeat(20)}?`, 'la '.repeat(20).trim(), 'la '.repeat(20).trim()),
  both('answer_in_question', `What is ${'la '.repeat(21)}?`, 'la '.repeat(21).trim()),

  asks('encoding_damage', 'In Milneâ€™s book &amp; film, who is <b>Pooh</b>?', 'â€™', '&amp;', '<b>', '</b>'),
  answers('encoding_damage', 'CafÃ© \uFFFD', 'Ã©', '\uFFFD'),
  asks('encoding_damage', 'Is a<b and c>d in São Paulo, Ápice & château?'),

  asks('gratuitous_information', 'It was hot. It was late. What was it?', 'It was hot. It was late. What was it?'),
  asks('gratuitous_information', `${'word '.repeat(40)}why?`, `${'word '.repeat(40)}why?`),
  asks('gratuitous_information', `${'word '.repeat(39)}why?`),
  asks('gratuitous_information', 'In A. A. Milne and Dr. Seuss, who is 1.5 m tall? Say so.'),

  answers('multi_answer_key', 'Emily and Anne', 'Emily and Anne'),
  answers('multi_answer_key', 'red, green', 'red, green'),
  answers('multi_answer_key', 'Mustard / ketchup', 'Mustard / ketchup'),
  answers('multi_answer_key', 'face; mirror', 'face; mirror'),
  except(answers('multi_answer_key', 'Emily and Anne'), ACCEPTED),
  answers('multi_answer_key', 'AC/DC'),
  answers('multi_answer_key', '1,000,000'),
  answers('multi_answer_key', 'July 4, 1776'),
  answers('multi_answer_key', 'Washington, D.C.'),
  answers('multi_answer_key', 'Sandra Orlando'),

  answers('answer_format', '"In medias res."', '"', '"'),
  answers('answer_format', 'It was a mascot.', '.'),
  answers('answer_format', 'a dog', 'a'),
  answers('answer_format', 'The Beatles'),
  answers('answer_format', 'Martin Luther King Jr.'),
  answers('answer_format', 'Washington D.C.'),
  answers('answer_format', 'A'),
  { rule: 'answer_format', given: { correct_answer: 'an t-each', language: 'ga' }, marks: undefined },

  asks('unfocused_stem', 'Triangles and their angles.', 'Triangles and their angles.'),
  asks('unfocused_stem', 'An author gave his name to it.', 'An author gave his name to it.'),
  asks('unfocused_stem', 'Name the angles of a triangle.'),
  asks('unfocused_stem', 'In a triangle, calculate the angle.'),
  asks('unfocused_stem', 'The angles of a triangle add up to ____.'),
  asks('unfocused_stem', 'Tell me which it was.'),
  both('unfocused_stem', 'The Moon is a star.', 'False'),

  asks('fill_in_blank', 'The capital of France is ____.', '____'),
  asks('fill_in_blank', 'Spell it: _ _ _ and so on.....', '_ _ _', '.....'),
  asks('fill_in_blank', 'What is snake_case?'),
  asks('fill_in_blank', 'Well... what is it?'),

  asks('multiple_blanks', 'The ____ is twice the ____.', '____', '____'),
  asks('multiple_blanks', 'He saw ___ ____ there.'),
  asks('multiple_blanks', 'The ____ is twice the radius.'),

  answers('all_of_the_above', 'All of the above', 'All of the above'),
  answers('all_of_the_above', 'None of these', 'None of these'),
  answers('all_of_the_above', 'Both', 'Both'),
  { rule: 'all_of_the_above', given: { correct_answer: 'All of the above', ...OPTIONS }, marks: ['All of the above'] },
  except(answers('all_of_the_above', 'Both'), OPTIONS),
  answers('all_of_the_above', 'None'),
  answers('all_of_the_above', 'All Along the Watchtower'),

  asks('vague_terms', 'Which letter is usually used, and may be wrong?', 'usually', 'may'),
  asks('vague_terms', 'What happened in May 1968?'),
  asks('vague_terms', 'Who wrote Something Wicked?'),

  asks('negative_wording', "Which animal isn't, or was not, a mammal?", "isn't", 'not'),
  asks('negative_wording', 'All are birds except which one? It covers the least.', 'except', 'least'),
  asks('negative_wording', 'WHICH ANIMAL IS NOT A MAMMAL?', 'NOT'),
  asks('negative_wording', 'Which animal is NOT a mammal?'),
  asks('negative_wording', 'All are birds EXCEPT which one?'),
  asks('negative_wording', 'Who won at least ten, and not only once?'),
  asks('negative_wording', 'Who ties a knot?'),

  asks('ambiguous_wording', 'It is a part of a plant. What is it called?', 'It'),
  asks('ambiguous_wording', 'These are typical animals. What are they?', 'These'),
  asks('ambiguous_wording', 'Who wrote the following?', 'the following'),
  asks('ambiguous_wording', 'This planet has rings. What is it called?'),
  asks('ambiguous_wording', 'Who said the following: "I came"?'),
  asks('ambiguous_wording', 'Arrange the following by age, which are iron, bronze, stone.'),
  except(asks('ambiguous_wording', 'These are planets except which one?'), OPTIONS),

  asks('absolute_terms', 'Which needle always points north, and only north?', 'always', 'only'),
  asks('absolute_terms', 'Which needle points north, allegedly?'),

  answers(
    'answer_too_long',
    'one two three four five six seven eight nine',
    'one two three four five six seven eight nine',
  ),
  answers('answer_too_long', 'one two three four five six seven eight'),

  both('empty_or_placeholder', 'Lorem ipsum dolor sit amet?', 'TBD', 'TBD', 'Lorem ipsum'),
  both('empty_or_placeholder', '???', 'n/a', '???', 'n/a'),
  asks('empty_or_placeholder', 'TODO: ask for a planet?', 'TODO:'),
  asks('empty_or_placeholder', 'Todo sobre mi madre is by whom?'),
  asks('empty_or_placeholder', 'Who wrote [insert title]?', '[insert title]'),
  answers('empty_or_placeholder', '?', '?'),
  both('empty_or_placeholder', 'Which sign stands for minus?', '-'),
  both('empty_or_placeholder', 'What is a test?', 'An exam'),
  both('empty_or_placeholder', 'What do you call an answer? A test', 'Reply'),

  both('word_repeat', 'Which bird gave the Canary Wharf its name?', 'Wharf canary', 'Canary', 'Wharf'),
  both('word_repeat', 'What did he play like a guitar in the air?', 'Air guitar', 'guitar'),
  both('word_repeat', 'Which strait separates Spain from Morocco?', 'Strait of Gibraltar'),
  both('word_repeat', 'Is it a steel guitar or an air drum?', 'Guitar of steel'),
  except(both('word_repeat', 'What did he play like a guitar in the air?', 'Air guitar'), {
    incorrect_answers: ['Steel guitar'],
  }),
  both('word_repeat', 'What is an adult male rooster known as?', 'Rooster'),
  both('word_repeat', 'Who has the dog?', 'A dog that has been there'),

  asks('whitespace', 'What  is\tit ?', '  ', '\t', ' '),
  asks('whitespace', 'What is\u200b it?', '\u200b'),
  answers('whitespace', ' Mars ', ' ', ' '),
  { rule: 'whitespace', given: { question_text: 'Qui est-ce ?', language: 'fr' }, marks: undefined },
  asks('whitespace', 'What is it?\nSay so.'),

  both('missing_unit', 'How tall is the Eiffel Tower?', '330', '330'),
  both('missing_unit', 'How tall is the Eiffel Tower?', '330 m'),
  both('missing_unit', 'How tall is the Eiffel Tower in metres?', '330'),
  both('missing_unit', 'How many floors does the Eiffel Tower have?', '3'),

  { rule: 'redundant_accepted', given: { correct_answer: 'Café', accepted_answers: ['cafe'] }, marks: ['Café'] },
  { rule: 'redundant_accepted', given: { correct_answer: 'Bar', accepted_answers: ['Pub', 'pub '] }, marks: ['Bar'] },
  { rule: 'redundant_accepted', given: { correct_answer: '2+2', accepted_answers: ['2-2'] }, marks: undefined },

  { rule: 'key_among_wrong', given: { correct_answer: 'Mars', incorrect_answers: ['Venus', 'MARS'] }, marks: ['Mars'] },
  { rule: 'key_among_wrong', given: { correct_answer: 'Mars', incorrect_answers: ['Marsh'] }, marks: undefined },
  { rule: 'key_among_wrong', given: { correct_answer: 'x²', incorrect_answers: ['x2', '-x²'] }, marks: undefined },
];
