import { describe, expect, it } from 'vitest';
import { findingWriter, terminalLanguage } from './language.ts';

const finding = {
  code: 'duplicates.levels_differ',
  values: { questions: 3 },
  text: '3 questions that are asked more than once declare different levels.',
  next_step: 'Decide on one level before you delete the other question.',
};

describe('findings in the terminal', () => {
  it.each([
    [{ LANG: 'de_AT.UTF-8' }, 'de'],
    [{ LANG: 'en_GB.UTF-8', LC_ALL: 'de' }, 'de'],
    [{ LC_ALL: '', LC_MESSAGES: 'de_DE@euro' }, 'de'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: '../../x' }, 'en'],
    [{}, 'en'],
  ])('are in the language of %j', (environment, language) => {
    expect(terminalLanguage(environment)).toBe(language);
  });

  it('are in German', () => {
    expect(findingWriter('de')(finding)).toEqual({
      text: '3 Fragen, die mehrfach vorkommen, haben verschiedene Stufen.',
      next_step: 'Legen Sie eine Stufe fest, bevor Sie die andere Frage löschen.',
    });
  });

  it('stay in English in an unknown language, and without a code that the language knows', () => {
    const { text, next_step } = finding;
    expect(findingWriter('xx')(finding)).toEqual({ text, next_step });
    expect(findingWriter('de')({ ...finding, code: null })).toEqual({ text, next_step });
    expect(findingWriter('de')({ ...finding, code: 'later.release' })).toEqual({ text, next_step });
  });
});
