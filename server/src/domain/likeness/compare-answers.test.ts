import { describe, expect, it } from 'vitest';
import { answerWords, areAlike } from './compare-answers.ts';

const alike = (one: string, other: string) => areAlike(answerWords(one), answerWords(other));

describe('answers', () => {
  it.each([
    ['Bern', 'Berne'],
    ['Gum', "Wrigley's gum"],
    ['1789', '14 July 1789'],
    ['Mahatma Gandhi', 'Gandhi'],
    ['Two', '2'],
    ['The United States', 'USA'],
    ['12 apostles', 'Twelve apostles'],
    ['Whales', 'A whale'],
    ['Tchaikovsky', 'Tschaikovsky'],
    ['constructor', 'constructors'],
    ['Three Fingers', 'Three Finger'],
    ['The Sea', 'Nature and the seas'],
    ['Russia', 'Russian Federation'],
    ['Broncons', 'Denver Broncos'],
    ['Barbara Millicent Roberts', 'Barbie Millicent Roberts'],
    ['Rosh Hashanah', 'Rosh Ha-Shanah'],
    ['True', 'yes'],
    ['No', 'False.'],
    // Three quarters of the letters are equal, so this counts as a variant, though it is none.
    ['Austria', 'Australia'],
  ])('%j and %j are alike', (one, other) => {
    expect(alike(one, other)).toBe(true);
    expect(alike(other, one)).toBe(true);
  });

  it.each([
    ['12', '12 million'],
    ['1945', '1946'],
    ['14 July 1789', '15 July 1789'],
    ['1.5', '5.1'],
    ['-5', '5'],
    ['True', 'False'],
    ['Yes', 'No'],
    ['Southern Hairy-nosed Wombat', 'Northern Hairy-nosed Wombat'],
    ['The Fox and the Hound', 'The Fox and the Grapes'],
    ['Billie', 'Tell Billie for me bye bye Blackbird'],
    ['Bucuresti', 'Bucharest'],
    ['Iran', 'Iraq'],
    ['10-15 years', '10-14 years'],
    ['1', '10'],
    ['?', '!'],
    ['', 'Paris'],
  ])('%j and %j are not alike', (one, other) => {
    expect(alike(one, other)).toBe(false);
    expect(alike(other, one)).toBe(false);
  });
});
