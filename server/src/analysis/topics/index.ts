import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Finished, GatheringType, Item, TextRow } from '../analysis-type.ts';
import { type CorpusChunk, packQuestions } from '../corpus/chunk.ts';
import { gatherCorpus } from '../corpus/corpus.ts';
import { byMember, QUESTION_FILTERS, QUESTION_ORDERS } from '../row-filter.ts';
import { showQuestion } from '../shown-question.ts';
import { DIMENSIONS } from './clusters/latent-space.ts';
import { listFindings } from './findings.ts';
import { type Misfiled, TRUSTED } from './misfiled/misfiled.ts';
import { checkParameters, parametersSchema, type TopicsParameters } from './parameters.ts';
import { drawPlots } from './plots.ts';
import { itemSchema, resultSchema } from './result-schema.ts';
import { type Survey, surveyTopics } from './survey.ts';
import { listWarnings } from './warnings.ts';

export type { TopicsParameters } from './parameters.ts';

/**
 * The maximum number of rows and columns of a matrix in the result; the largest are kept. All 200 would take a third of
 * a megabyte.
 */
const MATRIX_LABELS = 50;

/** Finds the subjects of the set and the misfiled questions. */
export const topics: GatheringType<TopicsParameters, CorpusChunk> = {
  name: 'topics',
  title: 'Topics',
  description:
    'Shows what the questions are about: the most characteristic words of each category, topic or cluster, how clusters agree with the categories, and which questions look misfiled.',
  version: 5,
  parameters: parametersSchema,
  result: resultSchema,
  item: itemSchema,
  filters: [
    byMember('declared', 'Questions in this category or topic', null),
    byMember('suggested', 'Questions whose words point to this category or topic', null),
    ...QUESTION_FILTERS,
  ],
  orders: { margin: { path: ['margin'] }, ...QUESTION_ORDERS },
  columns: {
    question_text: 'Question',
    correct_answer: 'Answer',
    declared: 'Filed under',
    suggested: 'Words point to',
  },
  identity: [['suggested']],
  glossary: ['adjusted Rand index', 'mutual information', 'silhouette', 'c-TF-IDF'],
  dismissible: { of: 'question', about: ['category', 'topic'] },
  needsResponses: false,
  maxQuestions: null,
  checkParameters,
  source: () => 'texts',
  map(input) {
    if (input.source !== 'texts') throw new Error(`topics is computed from texts, not from ${input.source}`);
    return packQuestions(input.rows);
  },
  gather: async (parts, parameters, { dismissedRows }) =>
    finish(surveyTopics(await gatherCorpus(parts), parameters, dismissedRows)),
  presentItem,
};

function finish(survey: Survey): Finished {
  const { corpus, filing, comparison, parameters, declared } = survey;
  const result = {
    summary: {
      questions: survey.questions,
      terms: survey.terms,
      groups: survey.groupsTotal,
      clusters: comparison?.clusters.k ?? 0,
      misfiled: filing.count,
      dismissed: filing.dismissed,
      filing_agreement: filing.agreement,
      adjusted_rand: comparison?.adjusted_rand ?? null,
      nmi: comparison?.nmi ?? null,
    },
    groups: survey.groups,
    clusters: comparison === null ? null : presentComparison(comparison),
    filing: {
      judged: filing.judged,
      agreement: filing.agreement,
      least_margin: filing.cut,
      labels: filing.labels.slice(0, MATRIX_LABELS).map((label) => declared.names[label] ?? ''),
      matrix: filing.table.slice(0, MATRIX_LABELS).map((row) => row.slice(0, MATRIX_LABELS)),
    },
    misfiled: filing.misfiled.slice(0, parameters.top_n).map(({ question, ...move }) => ({
      question_id: corpus.idOf(question),
      ...move,
    })),
    look_alikes: survey.lookAlikes.slice(0, parameters.top_n),
    warnings: listWarnings(survey),
    method: describeMethod(parameters),
    plots: drawPlots(survey),
  };
  const items = filing.misfiled.map(({ question, ...move }) => ({
    question_id: corpus.idOf(question),
    version: corpus.versions[question] ?? null,
    body: JSON.stringify(move),
  }));
  return { result, findings: listFindings(survey), items };
}

function presentComparison(comparison: NonNullable<Survey['comparison']>) {
  const { clusters, grouped, declared, table, adjusted_rand, nmi } = comparison;
  return {
    k: clusters.k,
    silhouette: clusters.silhouette,
    labels: grouped.names,
    sizes: [...grouped.sizes],
    declared: declared.slice(0, MATRIX_LABELS),
    matrix: table.slice(0, MATRIX_LABELS),
    adjusted_rand,
    nmi,
  };
}

function presentItem({ question_id, version, body }: Item, question: TextRow | null): object {
  const move = JSON.parse(body) as Omit<Misfiled, 'question'>;
  return {
    question_id,
    version,
    ...showQuestion(question),
    ...move,
  };
}

function describeMethod({ ngrams, min_df, max_df, k, sample, seed }: TopicsParameters): Sentence {
  const [least, most] = ngrams;
  return say('methods.topics', {
    least,
    most,
    min_df,
    max_df,
    clusters: k === 'auto' ? 'auto' : 'given',
    dimensions: DIMENSIONS,
    sample,
    seed,
    trusted: TRUSTED,
  });
}
