import { describe, expect, it } from 'vitest';
import { CategoryCatalogue } from './category.ts';

const catalogue = new CategoryCatalogue([
  { id: 1, name: 'Astronomy' },
  { id: 6, name: 'General Knowledge' },
]);

describe('CategoryCatalogue', () => {
  it('keeps the order it was given', () => {
    expect(catalogue.names).toEqual(['Astronomy', 'General Knowledge']);
    expect(catalogue.all.map((category) => category.id)).toEqual([1, 6]);
  });

  it.each(['General Knowledge', 'general knowledge', 'GENERAL KNOWLEDGE'])(
    'finds %s and gives it back as it is stored',
    (name) => {
      expect(catalogue.find(name)).toEqual({ id: 6, name: 'General Knowledge' });
      expect(catalogue.require(name).name).toBe('General Knowledge');
    },
  );

  it.each(['', 'Astronomy ', 'Alchemy', 'constructor', '__proto__'])('does not find "%s"', (name) => {
    expect(catalogue.find(name)).toBeUndefined();
    expect(() => catalogue.require(name)).toThrow(`category "${name}"`);
  });

  it('names the category of an id, and knows no other id', () => {
    expect(catalogue.nameOf(6)).toBe('General Knowledge');
    expect(() => catalogue.nameOf(2)).toThrow('no category has id 2');
  });
});
