import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CellSelect } from '../../ui/cell-select.tsx';
import { LevelBars, StatusMark } from '../../ui/icons.tsx';
import { useCategories, useTopics } from '../facts.tsx';
import { LEVELS, STATUSES } from '../search.ts';
import type { Row } from '../use-questions.ts';
import type { CellField } from './cells.ts';
import { type CellValue, useCellSave } from './use-cell-save.ts';

interface EditorProps {
  row: Row;
  field: CellField;
  onEnd: (saved: boolean) => void;
}

/** A select for most fields, a text field for the topic. */
export function CellEditor({ row, field, onEnd }: EditorProps) {
  const { t } = useTranslation();
  const categories = useCategories();
  const save = useCellSave(row, field);
  const isOver = useRef(false);
  /** Escape and choosing a value also blur the field, which would end the editing twice. */
  const end = (value: CellValue | undefined) => {
    if (isOver.current) return;
    isOver.current = true;
    if (value === undefined || value === (row[field] ?? null)) onEnd(false);
    else save(value, onEnd);
  };
  if (field === 'topic_focus') return <TopicEditor row={row} label={t('field.topic_focus')} onEnd={end} />;
  const choices = {
    category: categories.map((value) => ({ value, label: value })),
    difficulty: LEVELS.map((level) => ({ value: String(level), label: t(`level.${level}`) })),
    status: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
  }[field];
  const icon = {
    category: undefined,
    difficulty: <LevelBars level={row.difficulty ?? 0} />,
    status: <StatusMark status={row.status ?? ''} />,
  }[field];
  return (
    <CellSelect
      label={t(`field.${field}`)}
      value={String(row[field])}
      choices={choices}
      icon={icon}
      onChoose={(chosen) => end(field === 'difficulty' ? Number(chosen) : chosen)}
      onCancel={() => end(undefined)}
    />
  );
}

function TopicEditor({
  row,
  label,
  onEnd,
}: {
  row: Row;
  label: string;
  onEnd: (value: CellValue | undefined) => void;
}) {
  const topics = useTopics(row.category);
  const list = useId();
  const [typed, setTyped] = useState(row.topic_focus ?? '');
  return (
    <>
      <input
        className="input"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened it to type
        autoFocus
        list={list}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => onEnd(typed.trim() || null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnd(typed.trim() || null);
          if (event.key === 'Escape') onEnd(undefined);
        }}
      />
      <datalist id={list}>
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
    </>
  );
}
