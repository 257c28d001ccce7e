import { describe, expect, it } from 'vitest';
import { likeness, similarQuery } from './similar.ts';

describe('similar questions', () => {
  it('are searched for by pairs of their longest words', () => {
    expect(similarQuery('What is the capital of Australia?')).toBe('australia capital');
    expect(similarQuery('Which river flows through Cairo?')).toBe(
      'through river or through flows or through cairo or river flows or river cairo or flows cairo',
    );
    expect(similarQuery('Mercury?')).toBe('mercury');
    expect(similarQuery('What is it?')).toBeUndefined();
    expect(
      similarQuery(Array.from({ length: 9 }, (_, at) => `word${'x'.repeat(60)}${at}`).join(' '))?.length,
    ).toBeLessThan(201);
  });

  it('are rated by the words that they share', () => {
    expect(likeness('What is the capital of Australia?', 'What is the capital city of Australia?')).toBeCloseTo(0.8);
    expect(likeness('Who wrote Emma?', 'Emma was written by whom?')).toBeCloseTo(0.5);
    expect(likeness('What?', 'Who?')).toBe(0);
  });
});
