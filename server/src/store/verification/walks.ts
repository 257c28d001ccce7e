import { hash } from 'node:crypto';
import { type AnalysisRequest, fingerprintText } from '../../domain/analysis/analysis.ts';
import { drawStart } from '../../domain/draws.ts';
import { isOfAnswer } from '../../domain/questions/answer-change.ts';
import {
  BODY_VERSION,
  changedFields,
  presentStored,
  type Question,
  readStoredQuestion,
} from '../../domain/questions/question.ts';
import { FIRST_ID } from '../questions/derived-columns.ts';
import type { Walk } from './check.ts';

interface VersionRow {
  question_id: string;
  version: number;
  changed_at: Date;
  body: string;
  body_version: number | null;
}

/** The body of a version states its own version, and has the format of the release that it names. */
export const VERSION_BODIES: Walk<VersionRow> = {
  kinds: ['question_versions.body', 'question_versions.body_version'],
  batch: 500,
  text: `select question_id, version, changed_at, body, body_version
           from question_versions
          where (question_id, version) > ($2::uuid, $3::integer)
          order by question_id, version limit $1`,
  start: [FIRST_ID, 0],
  keyOf: ({ question_id, version }) => [question_id, version],
  wrongKinds: ({ question_id, version, changed_at, body, body_version }) => {
    const shown = parse(body);
    const right =
      shown?.id === question_id &&
      shown.version === version &&
      shown.updated_at.getTime() === changed_at.getTime() &&
      typeof shown.question_text === 'string';
    if (!right) return ['question_versions.body'];
    const named = body_version ?? BODY_VERSION - 1;
    if (named > BODY_VERSION || named < 0) return ['question_versions.body_version'];
    return named < BODY_VERSION || body === presentStored(body, null) ? [] : ['question_versions.body'];
  },
};

interface EventRow {
  sequence: string;
  changed: string[];
  before: string;
  after: string;
}

/**
 * The fields that an event names are those in which two versions differ, and those of an answer that was replaced by
 * somebody who may not see it, whether they differ or not.
 */
export const CHANGED_FIELDS: Walk<EventRow> = {
  kinds: ['events.changed'],
  batch: 500,
  text: `select e.sequence, e.changed, before.body as before, coalesce(now.body, after.body) as after
           from (select * from events where sequence > $2 order by sequence limit $1) e
           left join question_versions before on before.question_id = e.resource_id and before.version = e.version - 1
           left join question_versions after on after.question_id = e.resource_id and after.version = e.version
           left join questions now on now.id = e.resource_id and now.version = e.version
          order by e.sequence`,
  start: [0],
  keyOf: ({ sequence }) => [sequence],
  wrongKinds: ({ changed, before, after }) => {
    const [old, current] = [parse(before), parse(after)];
    if (old === undefined || current === undefined) return [];
    const fields = changedFields(old, current);
    const others = changed.filter((field) => !fields.includes(field));
    const isWhole = fields.every((field) => changed.includes(field)) && others.every(isOfAnswer);
    return isWhole ? [] : ['events.changed'];
  },
};

interface DrawRow {
  id: string;
  seed: string;
  start_key: string;
}

export const DRAW_STARTS: Walk<DrawRow> = {
  kinds: ['draws.start_key'],
  batch: 5000,
  text: 'select id, seed, start_key from draws where id > $2 order by id limit $1',
  start: [FIRST_ID],
  keyOf: ({ id }) => [id],
  wrongKinds: ({ seed, start_key }) => (String(drawStart(seed)) === start_key ? [] : ['draws.start_key']),
};

type RunRow = AnalysisRequest & { id: string; engine_version: string; fingerprint: Buffer };

/** A run with the fingerprint of another one would get that one's result. Some name 100,000 questions. */
export const FINGERPRINTS: Walk<RunRow> = {
  kinds: ['analyses.fingerprint'],
  batch: 20,
  text: `select id, analysis_type, parameters, question_ids, filter, engine_version, fingerprint
           from analyses where id > $2 order by id limit $1`,
  start: [FIRST_ID],
  keyOf: ({ id }) => [id],
  wrongKinds: (run) => {
    const { analysis_type, parameters, question_ids, filter, engine_version } = run;
    const text = fingerprintText({ analysis_type, parameters, question_ids, filter }, engine_version);
    return hash('sha256', text, 'buffer').equals(run.fingerprint) ? [] : ['analyses.fingerprint'];
  },
};

function parse(text: string | null): Question | undefined {
  try {
    return readStoredQuestion(text ?? '');
  } catch {
    return undefined;
  }
}
