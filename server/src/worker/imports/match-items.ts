import type { Match } from '../../domain/imports/settle-item.ts';
import { settleAnswer } from '../../domain/kinds/settle-answer.ts';
import { textHash } from '../../domain/questions/features.ts';
import { textKey } from '../../domain/text/text.ts';
import { mapInSlices } from '../../limits/slices.ts';
import type { Executor } from '../../store/database/database.ts';
import { listMatches, type MatchedQuestion } from '../../store/imports/matches.ts';
import type { ValidItem } from './check-item.ts';

export interface MatchedItem extends ValidItem {
  text_hash: bigint;
  /** The normalised answer: the same text with the same answer is the same question. */
  answer: string;
  match: Match<MatchedQuestion> | undefined;
}

/**
 * Finds the existing question of each item: the one with its id, else with its external id, else with the same text and
 * answer. An id of another bank becomes the external id of the new question.
 */
export async function matchItems(db: Executor, valid: readonly ValidItem[]): Promise<MatchedItem[]> {
  if (valid.length === 0) return [];
  const items = await mapInSlices(valid, (item) => ({
    ...item,
    text_hash: textHash(item.draft.question_text),
    answer: textKey(settleAnswer(item.draft).answer.correct_answer),
  }));
  const found = await listMatches(db, {
    ids: items.flatMap(({ id }) => id ?? []),
    externalIds: items.flatMap(({ draft, id }) => draft.external_id ?? id ?? []),
    textHashes: items.map(({ text_hash }) => text_hash),
  });
  const byId = new Map(found.map((question) => [question.id, question]));
  const byExternalId = new Map(found.map((question) => [question.external_id, question]));
  const byText = Map.groupBy(found, ({ text_hash }) => text_hash);
  return items.map((item) => {
    const sameId = item.id === undefined ? undefined : byId.get(item.id);
    const external_id = item.draft.external_id ?? (sameId === undefined ? item.id : undefined);
    const draft = external_id === item.draft.external_id ? item.draft : { ...item.draft, external_id };
    const sameExternalId = external_id == null ? undefined : byExternalId.get(external_id);
    const taken = (question: MatchedQuestion) => sameExternalId !== undefined && sameExternalId.id !== question.id;
    const matched = (question: MatchedQuestion, by: Match<MatchedQuestion>['by']): MatchedItem => ({
      ...item,
      draft,
      match: { id: question.id, by, question, externalIdTaken: taken(question) },
    });
    if (sameId !== undefined) return matched(sameId, 'id');
    if (sameExternalId !== undefined) return matched(sameExternalId, 'external_id');
    const sameText = byText.get(item.text_hash)?.find((question) => textKey(question.correct_answer) === item.answer);
    return sameText === undefined ? { ...item, draft, match: undefined } : matched(sameText, 'text');
  });
}
