import { describe, expect, it } from 'vitest';
import { answerWords } from './compare-answers.ts';
import { areSameQuantity } from './quantities.ts';

describe('two quantities', () => {
  it.each([
    ['299,792,458 m/s', '300 000 km/s', true, 'rounded measurements'],
    ['1 km', '1,000 metres', true, 'other units'],
    ['about 60 miles per hour', '96.6 km/h', true, 'speeds'],
    ['0 °C', '32 degrees Fahrenheit', true, 'temperatures'],
    ['600,000', '0.6 million', true, 'words for numbers'],
    ['42.195 km', '42195 m', true, 'a decimal point'],
    ['300,000 km/s', '300,000', true, 'a missing unit'],
    ['1789', '1790', false, 'years are not rounded'],
    ['12', '12 million', false, 'another size'],
    ['5 km', '5 miles', false, 'another unit'],
    ['5 km', '5 kg', false, 'another dimension'],
    ['384,400 km', '300,000 km', false, 'another measurement'],
    ['3 cats', '3 dogs', false, 'no units'],
    ['Everest', 'Everest', false, 'no numbers'],
    ['', '', false, 'nothing'],
  ])('%j and %j are the same: %s (%s)', (one, other, same) => {
    expect(areSameQuantity(answerWords(one), answerWords(other))).toBe(same);
    expect(areSameQuantity(answerWords(other), answerWords(one))).toBe(same);
  });
});
