import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../src/formats/shared/zip-write.ts';
import { asOperator, startTestService } from '../harness.ts';
import { getBody } from '../http/common.ts';
import { bearer, createKey } from '../http/credentials.ts';
import { HEADER, type ImportBody, importFile, queueImport, startTestWorker, waitFor } from '../http/imports/steps.ts';

const service = await startTestService({ IMPORTS_UNFINISHED: '1000' });
await startTestWorker(service);

interface Book {
  strings?: string;
  sheets?: number;
  rows: string;
  /** A part that is never read, and that cannot be compressed. */
  ballast?: string;
}

/** A workbook whose parts may reference one another in any way. */
async function workbook({ strings = '', sheets = 1, rows, ballast = '' }: Book): Promise<Buffer> {
  async function* entries() {
    const names = Array.from({ length: sheets }, (_, index) => `<sheet name="S${index}" r:id="r"/>`).join('');
    yield { name: 'xl/workbook.xml', content: `<workbook><sheets>${names}</sheets></workbook>` };
    yield {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="r" Target="worksheets/a.xml"/></Relationships>',
    };
    yield { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` };
    yield { name: 'ballast', content: ballast };
    yield { name: 'xl/worksheets/a.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` };
  }
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(entries())) parts.push(part);
  return Buffer.concat(parts);
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const numbered = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join('');
const HEADER_ROW = `<row>${HEADER.split(',').map(text).join('')}</row>`;
const SHARED = '<c t="s"><v>0</v></c>';

describe('a workbook of a few kilobytes', () => {
  it('fails at the first row whose cells reference one long text', async () => {
    const strings = `<si><t>${'long '.repeat(160_000)}</t></si>`;
    const file = await workbook({ strings, rows: HEADER_ROW + `<row>${SHARED.repeat(100)}</row>`.repeat(200) });
    expect(file.length).toBeLessThan(20_000);
    const body = await importFile(service, file, { format: 'xlsx' });
    expect(body).toMatchObject({ status: 'failed', error: { code: 'item_too_long' } });
  });

  it('is read to its end, whatever number a row claims to have', async () => {
    const file = await workbook({
      rows: `${HEADER_ROW}<row r="1e300">${text('Why?')}${text('so')}${text('Nowhere')}</row>`,
    });
    const body = await importFile(service, file, { format: 'xlsx' });
    expect(body).toMatchObject({ status: 'failed', error: { code: 'missing_defaults' }, counts: { read: 1 } });
  });

  it('cannot reference one part as 200 sheets', async () => {
    const file = await workbook({ sheets: 200, rows: HEADER_ROW + '<row/>'.repeat(10_000) });
    const body = await importFile(service, file, { format: 'xlsx' });
    expect(body).toMatchObject({ status: 'failed', error: { code: 'invalid_zip' } });
  });

  it('fails alone if its texts need more memory than a thread has', async () => {
    const strings = Array.from({ length: 120 }, (_, index) => `<si><t>${`${index}漢`.repeat(120_000)}</t></si>`).join(
      '',
    );
    const body = await importFile(service, await workbook({ strings, rows: HEADER_ROW }), { format: 'xlsx' });
    expect(body.status).toBe('failed');
    expect(['too_complex', 'too_large']).toContain(body.error?.code);
    // The process and its other imports continue.
    expect(await importFile(service, `${HEADER}\nq,a,Science,0\n`)).toMatchObject({ status: 'succeeded' });
  });
});

describe('an import that does not finish', () => {
  /** Rows without content: reading them finds no item, after which a cancel would be noticed. */
  const ENDLESS = HEADER_ROW + numbered(400_000, (index) => `<row r="${index}"><c><v/></c></row>`);

  it('ends when it is canceled, even if no question has been found', async () => {
    const { id } = await queueImport(service, await workbook({ rows: ENDLESS }), { format: 'xlsx' });
    await waitFor(service, id, ({ phase }) => phase !== 'queued');
    const reply = await service.request({ method: 'POST', url: `/imports/${id}/cancel`, headers: asOperator });
    expect(reply.statusCode).toBe(200);
    await expect.poll(() => countRunning(), { timeout: 60_000 }).toBe(0);
  });

  it('leaves a slot for the small imports of others', async () => {
    const large = await workbook({ rows: ENDLESS, ballast: randomBytes(1.5 * 2 ** 20).toString('hex') });
    const hostile: ImportBody[] = [];
    for (const name of ['one', 'two']) {
      const { token } = await createKey(service, { name, scopes: ['questions:read', 'questions:write'] });
      hostile.push(await queueImport(service, large, { format: 'xlsx' }, bearer(token)));
    }
    await expect.poll(() => countRunning(-1_000_000), { timeout: 60_000 }).toBe(2);
    const small = await importFile(service, `${HEADER}\nq2,a,Science,0\n`);
    expect(small.status).toBe('succeeded');
    for (const { id } of hostile) {
      const { completed_at } = await getBody<ImportBody>(service, `/imports/${id}`, asOperator);
      expect(completed_at ?? '9999').toSatisfy((time: string) => time > (small.completed_at ?? ''));
      await service.request({ method: 'POST', url: `/imports/${id}/cancel`, headers: asOperator });
    }
  });
});

/** Running imports; those of a low priority are slow. */
async function countRunning(maxPriority = 0): Promise<number> {
  const { rows } = await service.deps.db.reads.query<{ count: number }>({
    text: `select count(*)::integer as count from pgboss.job
            where name = 'import.run' and state = 'active' and priority <= $1`,
    values: [maxPriority],
  });
  return rows[0]?.count ?? 0;
}
