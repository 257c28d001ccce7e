import type { LintQuestion } from './lint.ts';

interface Case {
  rule: string;
  given: Partial<LintQuestion>;
  /** The texts of the spans; undefined if the rule must find nothing. */
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

/** The same question with answers that make the rule not apply. */
const except = (one: Case, given: Partial<LintQuestion>): Case => ({
  ...one,
  given: { ...one.given, ...given },
  marks: undefined,
});

/** A question with options. */
const repeats = (
  question_text: string,
  correct_answer: string,
  incorrect_answers: string[],
  ...marks: string[]
): Case => ({
  rule: 'word_repeat',
  given: { question_text, correct_answer, incorrect_answers },
  marks: marks.length === 0 ? undefined : marks,
});

const chosen = (rule: string, correct_answer: string, incorrect_answers: string[], flawed: boolean): Case => ({
  rule,
  given: { correct_answer, incorrect_answers },
  marks: flawed ? [correct_answer] : undefined,
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

  asks('time_sensitive', 'Who is the current president, and who the latest rival?', 'current', 'latest'),
  asks('time_sensitive', 'Which team is, at the moment, the best?', 'at the moment'),
  asks('time_sensitive', 'What is the unit of electric current?'),
  asks('time_sensitive', 'As of 2020, what is the latest member?'),
  asks('time_sensitive', 'Which moment made history?'),
  asks('time_sensitive', 'Who recorded I Ran (So Far Away) in 1982?'),
  both('time_sensitive', 'Ann currently has 8 pens and Bob 5. How many have they?', '13'),

  asks('more_than_one_correct', 'Name a river in Germany.', 'Name a'),
  asks('more_than_one_correct', 'Look around. What is one of the colours?', 'What is one of'),
  asks('more_than_one_correct', 'Who is a co-founder of it?', 'Who is a co-founder'),
  asks('more_than_one_correct', 'Who is the co-founder of it?'),
  except(asks('more_than_one_correct', 'Name a river in Germany.'), OPTIONS),
  except(asks('more_than_one_correct', 'Name a river in Germany.'), ACCEPTED),
  asks('more_than_one_correct', 'Name the longest river in Germany.'),
  asks('more_than_one_correct', 'Who is the actor who was one of the founders?'),

  asks('grammatical_cue', 'Land in the sea is an ____.'),
  except(asks('grammatical_cue', 'It is a ____.'), { correct_answer: 'pear', incorrect_answers: ['plum', 'unicorn'] }),
  {
    ...asks('grammatical_cue', 'It is an ____.', 'an'),
    given: { question_text: 'It is an ____.', correct_answer: 'ape', incorrect_answers: ['cat'] },
  },
  except(asks('grammatical_cue', 'It is a/an ____.'), { correct_answer: 'ape', incorrect_answers: ['cat'] }),
  except(asks('grammatical_cue', 'Complete the saying: a ____ in time saves nine.'), {
    correct_answer: 'stitch',
    incorrect_answers: ['ape'],
  }),
  asks('grammatical_cue', 'The capital of France is ____.'),
  asks('grammatical_cue', 'A young dog is called a(n) ____.'),

  asks('option_dependent', 'Which of these countries is landlocked?', 'Which of these'),
  asks('option_dependent', 'How many of those hens lay eggs?', 'many of those'),
  asks('option_dependent', 'Half of those hens lay eggs. How many are they?'),
  asks('option_dependent', 'The Punic Wars were fought between these two powers.'),
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
  both('answer_in_question', 'Of 100 m in 1969 steps, 1969 were short. How many?', '1969'),
  both('answer_in_question', 'How many of the 12 rungs stay above the water?', '12 rungs'),
  both('answer_in_question', 'Peter, Nick and Tom ran a race. Who won it?', 'Nick'),
  both('answer_in_question', 'Finish these lyrics: a lovely cruise, it has been ...', 'lovely cruise'),
  both('answer_in_question', 'What is the debut album of Korn?', 'Korn'),
  except(both('answer_in_question', 'Who is the hero of Ratchet & Clank?', 'Ratchet'), {
    incorrect_answers: ['Clank', 'Qwark'],
  }),
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
  both('gratuitous_information', 'Ann has 2 pens. Bob has 3 pens. How many have they?', '5'),
  asks('gratuitous_information', 'In A. A. Milne and Dr. Seuss, who is 1.5 m tall? Say so.'),

  both('multi_answer_key', 'Which sisters wrote it?', 'Emily and Anne', 'Emily and Anne'),
  both('multi_answer_key', 'What two colours are there?', 'red, green', 'red, green'),
  both('multi_answer_key', 'What are they made of?', 'Mustard / ketchup', 'Mustard / ketchup'),
  both('multi_answer_key', 'Name both missing words.', 'face; mirror', 'face; mirror'),
  except(both('multi_answer_key', 'Which sisters wrote it?', 'Emily and Anne'), ACCEPTED),
  except(both('multi_answer_key', 'Which sisters wrote it?', 'Emily and Anne'), OPTIONS),
  both('multi_answer_key', 'Which city is it?', 'Tyler, Texas'),
  both('multi_answer_key', 'Which were the first boycotted games?', '1956, Melbourne'),
  both('multi_answer_key', 'What are they?', 'AC/DC'),
  both('multi_answer_key', 'What are they?', '1,000,000'),
  both('multi_answer_key', 'What are they?', 'July 4, 1776'),
  both('multi_answer_key', 'What are they?', 'Washington, D.C.'),
  both('multi_answer_key', 'What are they?', 'Sandra Orlando'),

  answers('answer_format', '"In medias res."', '"', '"'),
  answers('answer_format', 'Cannot act.', '.'),
  answers('answer_format', 'It was a mascot.'),
  answers('answer_format', 'a cat that has lost its way'),
  except(answers('answer_format', 'a dog'), OPTIONS),
  answers('answer_format', 'a dog', 'a'),
  answers('answer_format', 'The Beatles'),
  answers('answer_format', 'Martin Luther King Jr.'),
  answers('answer_format', 'Washington D.C.'),
  answers('answer_format', 'A'),
  { rule: 'answer_format', given: { correct_answer: 'an t-each', language: 'ga' }, marks: undefined },

  asks('unfocused_stem', 'Triangles and their angles.', 'Triangles and their angles.'),
  asks('unfocused_stem', 'Nine in ten households had a television in', 'Nine in ten households had a television in'),
  asks('unfocused_stem', 'An author gave his name to it.'),
  asks('unfocused_stem', 'Clara cells are found in this part of the body'),
  asks('unfocused_stem', 'The Bracken is also known as:'),
  asks('unfocused_stem', 'Name the angles of a triangle.'),
  asks('unfocused_stem', 'In a triangle, calculate the angle.'),
  asks('unfocused_stem', 'The angles of a triangle add up to ____.'),
  asks('unfocused_stem', 'Tell me which it was.'),
  both('unfocused_stem', 'The Moon is a star.', 'False'),

  asks('fill_in_blank', 'The capital of France is ____.', '____'),
  asks('fill_in_blank', 'Spell it: _ _ _ and so on.....', '_ _ _', '.....'),
  asks('fill_in_blank', 'What is snake_case?'),
  asks('fill_in_blank', 'Complete the proverb: a ____ in time saves nine.'),
  except(asks('fill_in_blank', 'The capital of France is ____.'), OPTIONS),
  asks('fill_in_blank', 'Well... what is it?'),

  both('multiple_blanks', 'The ____ is twice the ____.', 'diameter, radius', '____', '____'),
  both('multiple_blanks', 'He had ____ and gave away ____ of it.', 'Nothing'),
  asks('multiple_blanks', 'He saw ___ ____ there.'),
  asks('multiple_blanks', 'The ____ is twice the radius.'),

  answers('all_of_the_above', 'All of the above', 'All of the above'),
  answers('all_of_the_above', 'None of these', 'None of these'),
  both('all_of_the_above', 'This man won battles in Greece.', 'Both', 'Both'),
  both('all_of_the_above', 'Which of the coins was fake?', 'Both'),
  answers('all_of_the_above', 'Both of them', 'Both of them'),
  { rule: 'all_of_the_above', given: { correct_answer: 'All of the above', ...OPTIONS }, marks: ['All of the above'] },
  except(answers('all_of_the_above', 'Both of them'), OPTIONS),
  answers('all_of_the_above', 'None'),
  answers('all_of_the_above', 'All Along the Watchtower'),

  asks('vague_terms', 'Which letter is usually used, and may be wrong?', 'usually', 'may'),
  asks('vague_terms', 'What happened in May 1968?'),
  asks('vague_terms', 'Who wrote Something Wicked?'),
  asks('vague_terms', 'Who said: "Perhaps it will rain"?'),
  asks('vague_terms', 'Who said “Perhaps it will rain” and perhaps meant it?', 'perhaps'),

  asks('negative_wording', "Which animal isn't, or was not, a mammal?", "isn't", 'not'),
  asks('negative_wording', 'All are birds except which one? Which covers the least?', 'except', 'least'),
  asks('negative_wording', 'In Italy, which city is not a port?', 'not'),
  asks('negative_wording', 'In which of these films did she not appear?', 'not'),
  both('negative_wording', 'The Ring is not a remake.', 'False', 'not'),
  asks('negative_wording', 'Who was the mother that she would not leave?'),
  asks('negative_wording', 'Iron is the element which does not decay. What is its sign?'),
  asks('negative_wording', 'What is the reason for not playing?'),
  asks('negative_wording', 'What is the last word of the proverb: you will not catch either?'),
  asks('negative_wording', 'Which singer made Alice Does Not Live Here Anymore?'),
  asks('negative_wording', 'The last, who was on top, could not see. Where was it?'),
  asks('negative_wording', 'Who was the second to move in (excluding Ann)?'),
  asks('negative_wording', 'He did not come. Which day was it?'),
  asks('negative_wording', 'WHICH ANIMAL IS NOT A MAMMAL?', 'NOT'),
  asks('negative_wording', 'Which animal is NOT a mammal?'),
  asks('negative_wording', 'All are birds EXCEPT which one?'),
  asks('negative_wording', 'Who won at least ten, and not only once?'),
  asks('negative_wording', 'Who ties a knot?'),

  asks('ambiguous_wording', 'It is a part of a plant.', 'It'),
  asks('ambiguous_wording', 'These are typical animals.', 'These'),
  asks('ambiguous_wording', 'Say who wrote the following.', 'the following'),
  asks('ambiguous_wording', 'It is a part of a plant. What is it called?'),
  asks('ambiguous_wording', 'It is believed that Rome was founded in that year.'),
  asks('ambiguous_wording', 'This planet has rings. What is it called?'),
  asks('ambiguous_wording', 'Who said the following: "I came"?'),
  asks('ambiguous_wording', 'Arrange the following by age, which are iron, bronze, stone.'),
  except(asks('ambiguous_wording', 'These are planets except which one?'), OPTIONS),

  asks('absolute_terms', 'Which needle always points north, and only north?', 'always', 'only'),
  asks('absolute_terms', 'Which needle points north, allegedly?'),
  asks('absolute_terms', 'Who sang Never Gonna Give You Up?'),
  both('absolute_terms', 'All 3 boys have 2 pens. How many is it?', '6'),

  answers(
    'answer_too_long',
    'one two three four five six seven eight nine',
    'one two three four five six seven eight nine',
  ),
  answers('answer_too_long', 'one two three four five six seven eight'),
  answers('answer_too_long', 'One Flew Over the Cuckoo Nest and The Other Birds'),
  except(answers('answer_too_long', 'one two three four five six seven eight nine'), OPTIONS),

  both('empty_or_placeholder', 'Lorem ipsum dolor sit amet?', 'TBD', 'TBD', 'Lorem ipsum'),
  both('empty_or_placeholder', '???', 'n/a', '???', 'n/a'),
  asks('empty_or_placeholder', 'TODO: ask for a planet?', 'TODO:'),
  asks('empty_or_placeholder', 'Todo sobre mi madre is by whom?'),
  asks('empty_or_placeholder', 'Who wrote [insert title]?', '[insert title]'),
  answers('empty_or_placeholder', '?', '?'),
  both('empty_or_placeholder', 'Which sign stands for minus?', '-'),
  both('empty_or_placeholder', 'What is a test?', 'An exam'),
  both('empty_or_placeholder', 'What do you call an answer? A test', 'Reply'),

  repeats('What did he play like a guitar in the air?', 'Air guitar', ['Drum'], 'guitar'),
  repeats('Who made the garden of the Canary Wharf?', 'The Wharf canary', ['Crow'], 'Canary', 'Wharf'),
  both('word_repeat', 'What did he play like a guitar in the air?', 'Air guitar'),
  repeats('What did he play like a guitar in the air?', 'Air guitar', ['Steel guitar']),
  repeats('What did he play like a guitar on the piano?', 'Air guitar', ['Piano forte']),
  repeats('Which strait separates Spain from Morocco?', 'Strait of Gibraltar', ['Bosporus']),
  repeats('Is it a steel guitar or an air drum?', 'Guitar of steel', ['Drum']),
  repeats('What is an adult male rooster known as?', 'Rooster', ['Hen']),

  asks('whitespace', 'What  is\tit ?', '  ', '\t', ' '),
  asks('whitespace', 'What is\u200b it?', '\u200b'),
  answers('whitespace', ' Mars ', ' ', ' '),
  { rule: 'whitespace', given: { question_text: 'Qui est-ce ?', language: 'fr' }, marks: undefined },
  asks('whitespace', 'What is it?\nSay so.'),

  both('missing_unit', 'How tall is the Eiffel Tower?', '330', '330'),
  both('missing_unit', 'How tall is the Eiffel Tower?', '330 m'),
  both('missing_unit', 'How tall is the Eiffel Tower in metres?', '330'),
  both('missing_unit', 'What is the length of a rope of 28cm and its double?', '84'),
  both('missing_unit', 'What is the atomic weight of carbon?', '12'),
  both('missing_unit', 'How many floors does the Eiffel Tower have?', '3'),

  { rule: 'redundant_accepted', given: { correct_answer: 'Café', accepted_answers: ['cafe'] }, marks: ['Café'] },
  { rule: 'redundant_accepted', given: { correct_answer: 'Bar', accepted_answers: ['Pub', 'pub '] }, marks: ['Bar'] },
  { rule: 'redundant_accepted', given: { correct_answer: '2+2', accepted_answers: ['2-2'] }, marks: undefined },

  { rule: 'key_among_wrong', given: { correct_answer: 'Mars', incorrect_answers: ['Venus', 'MARS'] }, marks: ['Mars'] },
  { rule: 'key_among_wrong', given: { correct_answer: 'Mars', incorrect_answers: ['Marsh'] }, marks: undefined },
  { rule: 'key_among_wrong', given: { correct_answer: 'x²', incorrect_answers: ['x2', '-x²'] }, marks: undefined },
  chosen('key_among_wrong', 'Brasil', ['Brasíl'], false),

  chosen('repeated_options', 'Mars', ['Venus', 'venus '], true),
  chosen('repeated_options', 'Mars', ['Venus', 'Earth'], false),
  chosen('repeated_options', 'x', ['+2', '-2'], false),

  chosen('longest_option', 'because it was sold by its owner', ['by chance', 'for fun'], true),
  chosen('longest_option', 'because it was sold by its owner', ['because it was stolen again', 'for fun'], false),
  chosen('longest_option', 'a dog that barks', ['a cat', 'a canary'], false),
  chosen('longest_option', 'The Hound of the Baskervilles', ['Emma', 'Dracula'], false),
  chosen('longest_option', 'because it was sold by its owner', ['by chance'], false),

  chosen('option_in_answer', 'Europe and Africa', ['Africa', 'Asia'], true),
  chosen('option_in_answer', 'Europe, Africa; Asia', ['africa'], true),
  chosen('option_in_answer', 'Queen Latifah', ['Queen'], false),
  chosen('option_in_answer', 'Europe and Africa', ['Asia'], false),

  chosen('number_in_middle', '1,950', ['1913', '1965'], true),
  chosen('number_in_middle', '1950', ['1965', '1969'], false),
  chosen('number_in_middle', '1950', ['1913', 'never'], false),
];
