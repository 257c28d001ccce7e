import { relateAnswers } from '../../domain/likeness/compare-answers.ts';
import { exactKey } from '../../domain/likeness/exact-key.ts';
import type { Relation } from '../../domain/likeness/judge.ts';
import { joinPairs } from '../../domain/likeness/stems.ts';
import { trigramSimilarity } from '../../domain/likeness/trigrams.ts';
import { wordsOfKey } from '../../domain/text/split-words.ts';
import { textKey } from '../../domain/text/text.ts';
import type { Item, QuestionVersion, TextRow } from '../analysis-type.ts';
import { showQuestion } from '../shown-question.ts';
import { differingWords } from './pairs/differing-words.ts';

/** The stored part of a row; the question of the row itself is `b`. */
export interface StoredPair {
  group_id: number;
  relation: Relation;
  a: QuestionVersion;
  likeness: number;
  text_similarity: number;
  /** Absent in runs before version 4. */
  level_differs?: boolean;
  category_differs?: boolean;
}

export function mentionedBy({ body }: Item): QuestionVersion[] {
  return [(JSON.parse(body) as StoredPair).a];
}

/** A row with both texts as they were analysed, and the words that differ. */
export function presentItem({ question_id, version, body }: Item, b: TextRow | null, a: TextRow | null): object {
  const { group_id, relation, a: kept, likeness, text_similarity, ...filed } = JSON.parse(body) as StoredPair;
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const both = a !== null && b !== null;
  return {
    group_id,
    relation,
    a: show(kept, a),
    b: show({ id: question_id ?? '', version: version ?? 1 }, b),
    likeness,
    text_similarity,
    level_differs: filed.level_differs ?? null,
    category_differs: filed.category_differs ?? null,
    trigram_similarity: both ? trigramSimilarity(left, right) : null,
    answer_relation: both ? relateAnswers(a.correct_answer, b.correct_answer) : null,
    differing_words: both ? differingWords(joinPairs(left), joinPairs(right)) : { a: [], b: [] },
  };
}

/** Includes the symbols of a formula. */
function wordsOf(question: TextRow | null): string[] {
  const text = question?.question_text ?? '';
  return wordsOfKey(exactKey(text, textKey(text)));
}

function show({ id, version }: QuestionVersion, question: TextRow | null): object {
  return { question_id: id, version, ...showQuestion(question) };
}
