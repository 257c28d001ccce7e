import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeWithShared, sharedData } from '../../../../test/shared-data.ts';
import type { Labelled } from '../../../domain/likeness/labelled-pairs.fixture.ts';
import { askedKeys, likenessKeys } from '../../../domain/likeness/likeness-keys.ts';

describeWithShared('duplicates', 'askedKeys', () => {
  it('find as many of 161 labelled duplicates as all keys do, from either side', () => {
    const lines = readFileSync(sharedData('duplicates', 'trivia_pairs_labelled.jsonl'), 'utf8').trim().split('\n');
    const duplicates = lines.map((line) => JSON.parse(line) as Labelled).filter(({ label }) => label === 'duplicate');
    const sides = duplicates.flatMap(({ a, b }) => [
      { asked: likenessKeys(a), stored: likenessKeys(b) },
      { asked: likenessKeys(b), stored: likenessKeys(a) },
    ]);
    const found = (ask: (keys: readonly number[]) => readonly number[]) =>
      sides.filter(({ asked, stored }) => ask([...asked]).some((key) => stored.includes(key))).length;
    expect([sides.length, found((keys) => keys), found(askedKeys)]).toEqual([322, 318, 318]);
  });
});
