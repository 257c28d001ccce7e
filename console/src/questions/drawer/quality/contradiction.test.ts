import { describe, expect, it } from 'vitest';
import { contradict } from './contradiction.ts';

const q = (text: string, answer: string, accepted: readonly string[] = []) => ({ text, answer, accepted });

describe('two questions', () => {
  it.each([
    ['What is the capital of Australia?', 'Sydney', 'which is the capital of australia', 'Canberra'],
    ['Hauptstadt von Portugal?', 'Porto', 'Hauptstadt von Portugal', 'Lissabon'],
    ['Was ist 3·13?', '39', 'Was ist 3·13?', '36'],
    ['How long is the river Rhine?', '1,230 km', 'How long is the river Rhine?', '1,320 km'],
  ])('contradict each other: %s %s, %s %s', (text, answer, other, otherAnswer) => {
    expect(contradict(q(text, answer), q(other, otherAnswer))).toBe(true);
    expect(contradict(q(other, otherAnswer), q(text, answer))).toBe(true);
  });

  it.each([
    ['Hauptstadt von Portugal?', 'Lissabon', 'Hauptstadt von Polen?', 'Warschau', 'another name'],
    ['Was ist 3·13?', '39', 'Was ist 8·13?', '104', 'another number'],
    ['Was ist 3+13?', '16', 'Was ist 3-13?', '-10', 'another symbol'],
    ['Which element has the symbol S?', 'Sulfur', 'Which element has the symbol He?', 'Helium', 'another symbol'],
    ['Which element has the symbol "As"?', 'Arsenic', 'Which element has the symbol "In"?', 'Indium', 'glue'],
    ['What is true about Newhart?', 'He is funny', 'Which is true about Newhart?', 'Bob had no children', 'open'],
    ['Which of these is a gas?', 'Neon', 'Which of these is a gas?', 'Argon', 'open'],
    ['Name a gas.', 'Neon', 'Name a gas!', 'Argon', 'open'],
    ['How fast is light?', '299,792,458 m/s', 'How fast is light?', '300 000 km/s', 'another unit'],
    ["Who was Trump's first wife?", 'Ivana Trump', "Who was Trump's first wife?", 'Ivana Zelníčková', 'a common name'],
    ['Capital of Peru?', 'Lima', 'Capital of Peru?', ' lima ', 'the same answer'],
    ['Capital of Peru?', 'Lima', 'Capital of Peru?', '', 'no answer'],
  ])('do not: %s %s, %s %s (%s)', (text, answer, other, otherAnswer) => {
    expect(contradict(q(text, answer), q(other, otherAnswer))).toBe(false);
    expect(contradict(q(other, otherAnswer), q(text, answer))).toBe(false);
  });

  it('do not if one accepts the answer of the other', () => {
    const island = q('Second-largest Cuban island?', 'Isla de la Juventud', ['Isle of Youth']);
    expect(contradict(island, q('Second-largest Cuban island?', 'isle of youth'))).toBe(false);
    expect(contradict(island, q('Second-largest Cuban island?', 'Cayo Coco'))).toBe(true);
  });

  it('are compared in linear time', () => {
    const text = `${'A '.repeat(1000)}${'- '.repeat(1000)}`;
    const start = performance.now();
    contradict(q(text, 'one '.repeat(250)), q(text, 'two '.repeat(250)));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
