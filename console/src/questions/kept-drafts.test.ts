import { beforeEach, expect, it, vi } from 'vitest';
import { dropAllDrafts, keepDraftsOf } from './kept-drafts.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  get length() {
    return kept.size;
  },
  key: (index: number) => [...kept.keys()][index] ?? null,
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});

const DRAFTS = ['quaestor.draft.1', 'quaestor.draft.2', 'quaestor.draft.new'];
const SETTINGS = ['quaestor.language', 'quaestor.appearance', 'another.draft.1'];

beforeEach(() => {
  kept.clear();
  keepDraftsOf('ada');
  for (const key of [...DRAFTS, ...SETTINGS]) kept.set(key, '{}');
});

const left = () => [...kept.keys()].filter((key) => DRAFTS.includes(key) || SETTINGS.includes(key));

it('removes every draft, and nothing else', () => {
  dropAllDrafts();
  expect(left()).toEqual(SETTINGS);
});

it('keeps the drafts of the person who is signed in', () => {
  keepDraftsOf('ada');
  expect(left()).toEqual([...DRAFTS, ...SETTINGS]);
});

it('leaves no draft to the next or the previous person', () => {
  keepDraftsOf('grace');
  expect(left()).toEqual(SETTINGS);
  kept.set('quaestor.draft.1', '{}');
  keepDraftsOf('ada');
  expect(left()).toEqual(SETTINGS);
});

it('works without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(() => keepDraftsOf('ada')).not.toThrow();
});
