import { expect, it } from 'vitest';
import { FORMATS } from './index.ts';
import { loadReader } from './readers.ts';

it.each(FORMATS.map((format) => ({ name: format.name, read: 'read' in format ? format.read : undefined })))(
  'the reader of $name is the one in the list of formats',
  async ({ name, read }) => {
    if (read === undefined) await expect(loadReader(name)).rejects.toThrow('no reader');
    else expect(await loadReader(name)).toBe(read);
  },
);
