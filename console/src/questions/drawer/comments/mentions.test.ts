import { describe, expect, it } from 'vitest';
import { completeName, mentionsIn, partsOf, suggest, typedName } from './mentions.ts';

const ada = { id: '1', name: 'Ada' };
const lovelace = { id: '2', name: 'Ada Lovelace' };
const grace = { id: '3', name: 'Grace Hopper' };
const other = { id: '4', name: 'Ada' };
const people = [ada, lovelace, grace];

describe('a name that is being typed', () => {
  it.each([
    ['@', ''],
    ['Is it so, @Gr', 'Gr'],
    ['Is it so, @Grace H', 'Grace H'],
    ['(@ada', 'ada'],
    ['no name', undefined],
    ['ada@example', undefined],
    ['@Ada\nand then', undefined],
  ])('in %j is %j', (text, name) => {
    expect(typedName(text, text.length)).toBe(name);
  });

  it('suggests the people that it may mean', () => {
    expect(suggest(people, '')).toEqual(people);
    expect(suggest(people, 'hop')).toEqual([grace]);
    expect(suggest(people, 'ada l')).toEqual([lovelace]);
    expect(suggest(people, 'x')).toEqual([]);
  });

  it('is completed where the caret is', () => {
    expect(completeName('Is it so, @gr or not?', 13, 'Grace Hopper')).toBe('Is it so, @Grace Hopper or not?');
  });
});

describe('the mentions in a text', () => {
  it.each([
    ['@Ada Lovelace and @Grace Hopper!', ['2', '3']],
    ['@Ada, @Ada', ['1']],
    ['@Adam', []],
    ['Ada', []],
  ])('%j are %j', (text, ids) => {
    expect(mentionsIn(text, people, new Set())).toEqual(ids);
  });

  it('are the chosen person of two with one name', () => {
    expect(mentionsIn('@Ada?', [ada, other], new Set([other.id]))).toEqual(['4']);
  });

  it('divide it without losing anything', () => {
    const text = 'Hello @Ada, and @nobody';
    expect(partsOf(text, people)).toEqual([
      { text: 'Hello ', person: undefined },
      { text: '@Ada', person: ada },
      { text: ', and @nobody', person: undefined },
    ]);
    expect(partsOf('', people)).toEqual([]);
  });
});
