import { describe, expect, it } from 'vitest';
import { CategoryCatalogue } from './categories.ts';

const catalogue = new CategoryCatalogue([
  { id: 1, name: 'Astronomy' },
  { id: 6, name: 'General Knowledge' },
]);

describe('CategoryCatalogue', () => {
  it('keeps the given order', () => {
    expect(catalogue.names).toEqual(['Astronomy', 'General Knowledge']);
    expect(catalogue.all.map((category) => category.id)).toEqual([1, 6]);
  });

  it.each(['General Knowledge', 'general knowledge', 'GENERAL KNOWLEDGE'])(
    'finds %s and returns the stored spelling',
    (name) => {
      expect(catalogue.find(name)).toEqual({ id: 6, name: 'General Knowledge' });
      expect(catalogue.require(name).name).toBe('General Knowledge');
    },
  );

  it.each(['', 'Astronomy ', 'Alchemy', 'constructor', '__proto__'])('does not find "%s"', (name) => {
    expect(catalogue.find(name)).toBeUndefined();
    expect(() => catalogue.require(name)).toThrow(`No category is named "${name}".`);
  });

  it('names the category of an id, and rejects unknown ids', () => {
    expect(catalogue.nameOf(6)).toBe('General Knowledge');
    expect(() => catalogue.nameOf(2)).toThrow('no category has id 2');
  });

  describe('with merged and deleted categories', () => {
    const changing = new CategoryCatalogue([
      { id: 1, name: 'Science' },
      { id: 2, name: 'history', merged_into: 5 },
      { id: 3, name: 'Gone', merged_into: 4, ended: true },
      { id: 4, name: 'Gone too', merged_into: 1, ended: true },
      { id: 5, name: 'History' },
      { id: 6, name: 'Empty', ended: true },
      { id: 7, name: 'SCIENCE', merged_into: 6, ended: true },
    ]);

    it('lists the categories that have questions, and names those that accept new ones', () => {
      expect(changing.all.map(({ id }) => id)).toEqual([1, 2, 5]);
      expect(changing.names).toEqual(['Science', 'History']);
    });

    it.each([
      ['history', 2],
      ['History', 5],
      ['HISTORY', 5],
      ['SCIENCE', 1],
      ['gone', undefined],
    ])('finds %s as %s: the exact spelling first, then the open one', (name, id) => {
      expect(changing.find(name)?.id).toBe(id);
    });

    it('follows merges to the end', () => {
      expect(changing.require('gone').name).toBe('Science');
      expect(changing.require('Empty').name).toBe('Empty');
      expect(changing.successorOf(changing.require('history')).name).toBe('History');
      expect(changing.nameOf(3)).toBe('Gone');
    });
  });

  it('suggests at most twenty names, those with the same initial first', () => {
    const many = Array.from({ length: 1000 }, (_, id) => ({ id, name: `${'ABC'[id % 3]}${id}` }));
    const large = new CategoryCatalogue(many);
    expect(large.suggest('bx')).toHaveLength(20);
    expect(large.suggest('bx').every((name) => name.startsWith('B'))).toBe(true);
    expect(large.suggest('Ω')).toEqual(large.names.slice(0, 20));
    expect(catalogue.suggest('x')).toEqual(catalogue.names);
  });
});
