import { DIFFICULTY_LEVELS } from '../../domain/questions/difficulty.ts';
import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Finished, GatheringType, Item, TextRow } from '../analysis-type.ts';
import { byMember, LEVEL_VALUES, QUESTION_FILTERS, QUESTION_ORDERS } from '../row-filter.ts';
import { showQuestion } from '../shown-question.ts';
import { type BankPart, gatherBank, packPart } from './bank.ts';
import { cueInEnglish } from './features/feature-names.ts';
import { listFindings } from './findings.ts';
import { checkParameters, type DifficultyCheckParameters, PARAMETERS } from './parameters.ts';
import { drawPlots } from './plots.ts';
import { ITEM, RESULT } from './result-schema.ts';
import { type Flag, LEVEL, type Survey, surveyLevels } from './survey.ts';
import { listWarnings } from './warnings.ts';

export type { BankPart } from './bank.ts';
export type { DifficultyCheckParameters } from './parameters.ts';

/** Checks whether the declared levels are plausible. */
export const difficultyCheck: GatheringType<DifficultyCheckParameters, BankPart> = {
  name: 'difficulty_check',
  title: 'Difficulty check',
  description:
    'Learns from the texts how questions of each level are worded, tests on unseen questions whether that predicts levels better than category and topic, and only then flags questions that are worded like another level: a list to look at first, not a verdict.',
  version: 5,
  parameters: PARAMETERS,
  result: RESULT,
  item: ITEM,
  filters: [byMember('suggested', 'Questions that look like this level', LEVEL_VALUES), ...QUESTION_FILTERS],
  orders: { probability: { path: ['probability'] }, ...QUESTION_ORDERS },
  columns: {
    question_text: 'Question',
    correct_answer: 'Answer',
    declared: 'Declared',
    suggested: 'Looks like',
    probability: 'Probability',
  },
  identity: [['suggested']],
  glossary: [
    'skill',
    '95% interval',
    'odds',
    'log-odds',
    'quadratic weighted kappa',
    "Spearman's correlation",
    "Kendall's tau-b",
  ],
  dismissible: { of: 'question', about: [LEVEL] },
  needsResponses: false,
  maxQuestions: null,
  checkParameters,
  source: () => 'texts',
  map(input) {
    if (input.source !== 'texts') throw new Error(`difficulty_check is computed from texts, not from ${input.source}`);
    return packPart(input.rows);
  },
  async gather(parts, parameters, { dismissedRows }) {
    return finish(surveyLevels(await gatherBank(parts), parameters, dismissedRows));
  },
  presentItem,
};

function finish(survey: Survey): Finished {
  const { parameters, trial, verdicts } = survey;
  const result = {
    summary: {
      questions: survey.questions,
      sampled: survey.sampled,
      distinct_texts: survey.distinctTexts,
      usable: verdicts !== null,
      skill: trial?.skill.value ?? null,
      flagged: verdicts?.doubts.count ?? 0,
      dismissed: verdicts?.doubts.dismissed ?? 0,
    },
    basis: 'text',
    levels: DIFFICULTY_LEVELS.map((level) => ({ level, questions: survey.levels[level] ?? 0 })),
    agreement: trial === null ? null : { ...trial.agreement, baselines: trial.baselines, confusion: trial.confusion },
    skill: trial?.skill ?? null,
    calibration: trial?.calibration ?? null,
    flagged: (verdicts?.flags ?? []).slice(0, parameters.top_n).map(({ version: _, ...flag }) => flag),
    features: (verdicts?.importance ?? []).map(({ cue, ...one }) => ({ ...one, feature: cueInEnglish(cue) })),
    warnings: listWarnings(survey),
    method: describeMethod(parameters),
    plots: drawPlots(survey),
  };
  const items = (verdicts?.flags ?? []).map(({ question_id, version, ...body }) => ({
    question_id,
    version,
    body: JSON.stringify(body),
  }));
  return { result, findings: listFindings(survey), items };
}

function presentItem({ question_id, version, body }: Item, question: TextRow | null): object {
  return {
    question_id,
    version,
    ...(JSON.parse(body) as Omit<Flag, 'question_id' | 'version'>),
    ...showQuestion(question),
  };
}

function describeMethod({ folds, flag_confidence, sample }: DifficultyCheckParameters): Sentence {
  return say('methods.difficulty_check', { folds, least: flag_confidence, sample });
}
