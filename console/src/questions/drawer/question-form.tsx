import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField, TagsField } from '../../ui/choices.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { LevelBars, StatusMark } from '../../ui/icons.tsx';
import { useCategories, useTopics } from '../facts.tsx';
import { LEVELS, STATUSES } from '../search.ts';
import type { Draft, Errors } from './draft.ts';
import styles from './drawer.module.css';
import { OptionsField } from './options-field.tsx';
import { SimilarHint } from './quality/similar-hint.tsx';

/** The limits of the API. */
const MAX_ITEMS = 20;
const MAX = {
  question_text: 4000,
  answer: 1000,
  topic_focus: 100,
  explanation: 4000,
  language: 35,
  source: 500,
  license: 100,
  external_id: 200,
};

interface FormProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  errors: Errors;
  readOnly: boolean;
  id: string | undefined;
}

export function QuestionForm({ draft, onChange, errors, readOnly, id }: FormProps) {
  const { t } = useTranslation();
  const categories = useCategories();
  const topics = useTopics(draft.category === '' ? undefined : draft.category);
  const topicList = useId();
  const isListed = draft.category === '' || categories.includes(draft.category);
  const shown = isListed ? categories : [draft.category, ...categories];
  return (
    <fieldset className={styles['form']} disabled={readOnly}>
      <legend className="visually-hidden">{t('question.edit')}</legend>
      <TextArea
        label={t('field.question_text')}
        value={draft.question_text}
        onValue={(question_text) => onChange({ question_text })}
        error={errors.question_text}
        maxLength={MAX.question_text}
        rows={2}
        data-autofocus
        name="question_text"
      />
      {!readOnly && <SimilarHint draft={draft} id={id} />}
      <TextField
        label={t('field.correct_answer')}
        value={draft.correct_answer}
        onValue={(correct_answer) => onChange({ correct_answer })}
        error={errors.correct_answer}
        maxLength={MAX.answer}
        name="correct_answer"
      />
      <TagsField
        label={t('field.accepted_answers')}
        values={draft.accepted_answers}
        onValues={(accepted_answers) => onChange({ accepted_answers })}
        error={errors.accepted_answers}
        placeholder={t('question.addAnswer')}
        max={MAX_ITEMS}
      />
      <OptionsField
        values={draft.incorrect_answers}
        onValues={(incorrect_answers) => onChange({ incorrect_answers })}
        error={errors.incorrect_answers}
        max={MAX_ITEMS}
      />
      <div className={styles['pair']}>
        <SelectField
          label={t('field.category')}
          value={draft.category}
          onValue={(category) => onChange({ category })}
          error={errors.category}
          choices={shown.map((value) => ({ value, label: value }))}
          placeholder={t('question.chooseCategory')}
        />
        <SelectField
          label={t('field.difficulty')}
          value={String(draft.difficulty)}
          onValue={(level) => onChange({ difficulty: Number(level) })}
          error={errors.difficulty}
          choices={LEVELS.map((level) => ({ value: String(level), label: t(`level.${level}`) }))}
          icon={<LevelBars level={draft.difficulty} />}
        />
        <div>
          <TextField
            label={t('field.topic_focus')}
            value={draft.topic_focus ?? ''}
            onValue={(topic_focus) => onChange({ topic_focus })}
            error={errors.topic_focus}
            maxLength={MAX.topic_focus}
            list={topicList}
            placeholder={t('question.noTopic')}
          />
          <datalist id={topicList}>
            {topics.map((topic) => (
              <option key={topic} value={topic} />
            ))}
          </datalist>
        </div>
        <SelectField
          label={t('field.status')}
          value={draft.status}
          onValue={(status) => onChange({ status: status as Draft['status'] })}
          error={errors.status}
          choices={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          icon={<StatusMark status={draft.status} />}
        />
      </div>
      <TextArea
        label={t('question.explanationLabel')}
        value={draft.explanation ?? ''}
        onValue={(explanation) => onChange({ explanation })}
        error={errors.explanation}
        maxLength={MAX.explanation}
        rows={2}
      />
      <TagsField
        label={t('field.tags')}
        values={draft.tags}
        onValues={(tags) => onChange({ tags })}
        error={errors.tags}
        placeholder={t('question.addTag')}
        max={MAX_ITEMS}
      />
      <div className={styles['pair']}>
        <TextField
          label={t('field.language')}
          value={draft.language}
          onValue={(language) => onChange({ language })}
          error={errors.language}
          maxLength={MAX.language}
        />
        <TextField
          label={t('field.source')}
          value={draft.source ?? ''}
          onValue={(source) => onChange({ source })}
          error={errors.source}
          maxLength={MAX.source}
        />
        <TextField
          label={t('field.license')}
          value={draft.license ?? ''}
          onValue={(license) => onChange({ license })}
          error={errors.license}
          maxLength={MAX.license}
        />
        <TextField
          label={t('field.external_id')}
          value={draft.external_id ?? ''}
          onValue={(external_id) => onChange({ external_id })}
          error={errors.external_id}
          maxLength={MAX.external_id}
        />
      </div>
    </fieldset>
  );
}
