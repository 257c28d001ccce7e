import { text } from '../text.ts';
import { type Tool, tool } from '../tool.ts';
import { ID } from './filter.ts';

interface RowDismissal {
  analysis_type: 'text_statistics' | 'item_flaws' | 'topics' | 'difficulty_check';
  question_id: string;
  about?: string[];
  reason?: string;
}

const reason = { type: 'string', minLength: 1, maxLength: 500, description: 'The reason, for people who read it.' };

export const dismissals: readonly Tool[] = [
  tool<{ question_ids: [string, string]; reason?: string }>({
    name: 'dismiss_duplicate',
    title: 'Dismiss a duplicate',
    description:
      'Marks two questions that an analysis reported as duplicates as not the same: later analyses leave the pair out. Use it only when both should stay. Needs questions:write and questions:read; recorded in the audit log.',
    readOnly: false,
    properties: {
      question_ids: { type: 'array', items: ID, minItems: 2, maxItems: 2, uniqueItems: true },
      reason,
    },
    required: ['question_ids'],
    run: async (pair, { quaestor, options }) =>
      text(await quaestor.dismissals.create({ analysis_type: 'duplicates', ...pair }, options)),
  }),
  tool<RowDismissal>({
    name: 'dismiss_row',
    title: 'Dismiss a row of an analysis',
    description:
      'Marks what an analysis reports about one question as fine: later analyses leave it out until the question changes. Use it for a warning that is wrong, not to hide one that is right. Needs questions:write and questions:read; recorded in the audit log.',
    readOnly: false,
    properties: {
      analysis_type: { type: 'string', enum: ['text_statistics', 'item_flaws', 'topics', 'difficulty_check'] },
      question_id: ID,
      about: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 50 },
        minItems: 1,
        maxItems: 40,
        description: 'The rules of item_flaws, or the field. If omitted, everything is dismissed.',
      },
      reason,
    },
    required: ['analysis_type', 'question_id'],
    run: async (dismissal, { quaestor, options }) => text(await quaestor.dismissals.create(dismissal, options)),
  }),
];
