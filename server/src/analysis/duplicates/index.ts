import { RELATIONS } from '../../domain/likeness/judge.ts';
import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Finished, GatheringType, TextRow } from '../analysis-type.ts';
import { byMember, QUESTION_FILTERS, QUESTION_ORDERS } from '../row-filter.ts';
import { type DuplicatesChunk, gatherForComparison, packForComparison } from './chunk.ts';
import { contradictoryQuestions, listFindings } from './findings.ts';
import type { Group, Row } from './groups.ts';
import { differingHeavyWords } from './pairs/differing-words.ts';
import { type DuplicatesParameters, PARAMETERS } from './parameters.ts';
import { drawPlots } from './plots.ts';
import { mentionedBy, presentItem, type StoredPair } from './present-item.ts';
import { ITEM, RESULT } from './result-schema.ts';
import { type Survey, surveyDuplicates } from './survey.ts';
import { listWarnings } from './warnings.ts';

/** Which questions are asked twice, and which contradict each other. */
export const duplicates: GatheringType<DuplicatesParameters, DuplicatesChunk> = {
  name: 'duplicates',
  title: 'Duplicates',
  description:
    'Finds questions that are asked twice, word for word or in other words, and the same question with different answers.',
  version: 7,
  parameters: PARAMETERS,
  result: RESULT,
  item: ITEM,
  filters: [
    byMember('relation', 'Pairs of this relation', RELATIONS),
    byMember('level_differs', 'Pairs with different levels', ['true', 'false']),
    byMember('category_differs', 'Pairs in different categories', ['true', 'false']),
    ...QUESTION_FILTERS,
  ],
  orders: { likeness: { path: ['likeness'] }, text_similarity: { path: ['text_similarity'] }, ...QUESTION_ORDERS },
  columns: {
    relation: 'Relation',
    'a.question_text': 'Kept question',
    'b.question_text': 'Other question',
    'a.correct_answer': 'Its answer',
    'b.correct_answer': 'Other answer',
  },
  identity: [['relation'], ['a', 'id']],
  glossary: [],
  dismissible: { of: 'pair' },
  needsResponses: false,
  maxQuestions: null,
  source: () => 'texts',
  others: ({ scope }) =>
    scope === 'bank' ? [{ question_ids: null, filter: { status: ['draft', 'ready'] }, pointer: null }] : [],
  map(input) {
    if (input.source !== 'texts') throw new Error(`duplicates are found in texts, not in ${input.source}`);
    return packForComparison(input.rows);
  },
  async gather(parts, parameters, knowledge) {
    const survey = surveyDuplicates(await gatherForComparison(parts), parameters, knowledge);
    return finish(survey, await knowledge.readQuestions(contradictoryQuestions(survey)));
  },
  mentions: mentionedBy,
  presentItem: (item, question, _, [mentioned = null]) => presentItem(item, question, mentioned),
};

function finish(survey: Survey, contradictory: readonly TextRow[]): Finished {
  const { parameters, groups, corpus, counts, redundant, questions, others, compared } = survey;
  const listed = groups.slice(0, parameters.top_n);
  const result = {
    summary: {
      questions,
      compared_with: others,
      exact_groups: counts.exact,
      near_groups: counts.near,
      answer_variant_groups: counts.answer_variant,
      conflicts: counts.conflict,
      sibling_families: counts.sibling,
      redundant,
      redundancy: redundant / questions,
      ...survey.groupsApart,
      recall_estimate: compared.recall,
      dismissed_pairs: compared.dismissals.count,
    },
    groups: listed.map((group) => describeGroup(survey, group)),
    pairs: rowsOf(listed, parameters.top_n).map(({ group, row }) => ({
      ...describePair(survey, group, row),
      differing_words: differingHeavyWords(compared.sets, row.keep, row.compared),
    })),
    warnings: listWarnings(survey),
    method: describeMethod(parameters),
    plots: drawPlots(survey),
  };
  const items = rowsOf(groups, parameters.max_pairs).map(({ group, row }) => {
    const { a, b: _, ...pair } = describePair(survey, group, row);
    const kept = { id: a, version: corpus.versions[row.keep] ?? 1 };
    const body: StoredPair = { ...pair, a: kept, ...survey.filedApart(row.keep, row.member) };
    return {
      question_id: corpus.idOf(row.member),
      version: corpus.versions[row.member] ?? 1,
      body: JSON.stringify(body),
    };
  });
  return { result, findings: listFindings(survey, contradictory), items };
}

/** The pairs of the groups, one group after another, at most `most`. */
function rowsOf(groups: readonly Group[], most: number): { group: Group; row: Row }[] {
  const rows: { group: Group; row: Row }[] = [];
  for (const group of groups) {
    for (const row of group.rows) {
      if (rows.length === most) return rows;
      rows.push({ group, row });
    }
  }
  return rows;
}

/** The maximum number of members that are named per group. */
const MAX_MEMBERS = 20;

function describeGroup({ corpus }: Survey, { number, relation, keep, rows }: Group): object {
  return {
    group_id: number,
    relation,
    keep: corpus.idOf(keep),
    members: rows.slice(0, MAX_MEMBERS).map(({ member }) => corpus.idOf(member)),
    size: rows.length + 1,
    min_likeness: rows.reduce((least, { likeness }) => Math.min(least, likeness), 1),
    min_text_similarity: rows.reduce((least, { similarity }) => Math.min(least, similarity), 1),
  };
}

function describePair({ corpus }: Survey, { number }: Group, { keep, member, relation, likeness, similarity }: Row) {
  return {
    group_id: number,
    relation,
    a: corpus.idOf(keep),
    b: corpus.idOf(member),
    likeness,
    text_similarity: similarity,
  };
}

function describeMethod({ threshold, conflict_threshold }: DuplicatesParameters): Sentence {
  return say('methods.duplicates', { threshold, conflict_threshold });
}
