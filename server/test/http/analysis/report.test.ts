import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { analysisTypes } from '../../../src/analysis/index.ts';
import { draft, startTestService } from '../../harness.ts';
import { expectProblem, rejectsUnknownParameters, rejectsWithoutDatabase, timesOut } from '../common.ts';
import { type AnalysisRecord, createDemoBank, MANY, NOT_IDS, queueRun, runWhole, startTestWorker } from './steps.ts';

const CHROMIUM = spawnSync('which', ['chromium']).status === 0;
if (!CHROMIUM && process.env['CI'] === 'true') throw new Error('chromium is not installed');
if (!CHROMIUM) process.stdout.write('SKIPPED: chromium is not installed, reports are not printed\n');

const service = await startTestService(MANY);
await createDemoBank(service);
const HOSTILE = '<img src=x onerror=alert(1)> & "quotes" \'too\'';
await service.create([
  draft({ question_text: `Is ${HOSTILE} not bad?`, correct_answer: HOSTILE, topic_focus: HOSTILE }),
]);
const worker = await startTestWorker(service);
const runs = new Map<string, AnalysisRecord>();
for (const { name } of analysisTypes) runs.set(name, await runWhole(service, name));
await worker.stop();
const directory = mkdtempSync(path.join(tmpdir(), 'quaestor-report-'));
afterAll(() => rmSync(directory, { recursive: true }));

const urlOf = (type: string) => `/analysis/${runs.get(type)?.id}/report`;
const read = async (type: string) => {
  const reply = await service.request({ url: urlOf(type) });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply;
};

/** One sheet shows that the page can be printed; the release check prints the report of every type. */
const printing = (type: string) => ({ timeout: 120_000, tags: type === 'coverage' ? [] : ['heavy'] });

describe.each(analysisTypes.map(({ name }) => name))('the report of %s', (type) => {
  it('is a self-contained page with findings, next steps, rows and plots', async () => {
    const { body, headers } = await read(type);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'",
    );
    const { findings, result } = runs.get(type) ?? {};
    for (const { text } of findings ?? [])
      expect(body).toContain(text.replaceAll('"', '&quot;').replaceAll("'", '&#39;'));
    expect(body.match(/<figure>/gu)).toHaveLength((result?.['plots'] as object[] | undefined)?.length ?? 0);
    expect(body.match(/<tr>/gu)?.length).toBeGreaterThan(1);
    expect(body.match(/(?:src|srcset|href)="(?!data:)/gu)).toBeNull();
  });

  it('runs no script from the text of a question', async () => {
    const { body } = await read(type);
    expect(body).not.toMatch(/<img src=x|onerror=alert\(1\)>/u);
    expect(body).not.toMatch(/>(?:null|undefined|NaN|\[object)/u);
  });

  it.skipIf(!CHROMIUM)('is printed on one sheet', printing(type), async () => {
    const [page, pdf] = [path.join(directory, `${type}.html`), path.join(directory, `${type}.pdf`)];
    writeFileSync(page, (await read(type)).body);
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', `--print-to-pdf=${pdf}`];
    const { status, stderr } = spawnSync('chromium', [...args, page], { encoding: 'utf8', timeout: 100_000 });
    expect(status, stderr).toBe(0);
    expect(readFileSync(pdf, 'latin1').match(/\/Type\s*\/Page\b/gu)).toHaveLength(1);
  });
});

describe('200', () => {
  it('is HTML that may be cached for an hour', async () => {
    const { headers } = await read('coverage');
    expect(headers['cache-control']).toBe('private, max-age=3600');
  });
});

describe('the language', () => {
  const expectGerman = async (reply: Awaited<ReturnType<typeof read>>) => {
    expect(reply.headers['content-language']).toBe('de');
    expect(reply.body).toContain('<html lang="de">');
    expect(reply.body).toContain('<h1>Mängel</h1>');
    expect(reply.body).toContain('<h2>Ergebnisse</h2>');
    expect(reply.body).toMatch(/\d+ von \d+ Fragen \(\d+(?:,\d)?\u00a0%\)/u);
    expect(reply.body).toContain('Fragen mit jedem Mangel');
    const [, picture = ''] = /src="data:image\/svg\+xml;base64,([^"]+)"/u.exec(reply.body) ?? [];
    expect(Buffer.from(picture, 'base64').toString()).toContain('Anteil der Fragen');
    // Only the questions themselves are in English.
    const sections = reply.body.replace(/<table>.*<\/table>/su, '').replace(/data:[^"]*/gu, '');
    expect(sections).not.toMatch(/\b(?:the|questions?|with|are|is)\b/u);
  };

  it('is that of Accept-Language', async () => {
    const headers = { 'accept-language': 'xx, de-AT;q=0.9, en;q=0.8' };
    const reply = await service.request({ url: urlOf('item_flaws'), headers });
    await expectGerman(reply);
    expect(reply.headers['vary']).toContain('Accept-Language');
  });

  it('is that of the address, whatever the browser prefers', async () => {
    const headers = { 'accept-language': 'en' };
    await expectGerman(await service.request({ url: `${urlOf('item_flaws')}?language=de`, headers }));
  });

  it.each(['fr', 'en;q=0, fr', '*', 'de;q=0', ''])('is English for "%s"', async (preferred) => {
    const headers = { 'accept-language': preferred };
    const { body } = await service.request({ url: urlOf('item_flaws'), headers });
    expect(body).toContain('<h1>Item flaws</h1>');
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url: urlOf('coverage') });
});

describe('404', () => {
  it.each(NOT_IDS)('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `/analysis/${id}/report` }), 404, 'analysis_not_found');
  });
});

describe('409', () => {
  it('reports that there is no result yet', async () => {
    const { id } = await queueRun(service, { analysis_type: 'coverage', filter: { difficulty: [0, 1] } });
    const { detail } = expectProblem(
      await service.request({ url: `/analysis/${id}/report` }),
      409,
      'analysis_unfinished',
    );
    expect(detail).toContain('is queued');
  });
});

describe('503', () => {
  rejectsWithoutDatabase({ url: urlOf('coverage') });
});

describe('504', () => {
  timesOut({ url: urlOf('coverage') }, 'analyses');
});
