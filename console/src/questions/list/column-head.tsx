import { useTranslation } from 'react-i18next';
import type { Column } from '../columns/columns.ts';
import type { OnSearch, QuestionSearch } from '../search.ts';
import styles from './list.module.css';
import { SortHead } from './sort-head.tsx';

const CLASSES: Record<Exclude<Column, 'updated_at'>, string> = {
  correct_answer: 'answer',
  category: 'category',
  topic_focus: 'topic',
  difficulty: 'level',
  status: 'status',
  tags: 'topic',
  language: 'status',
  created_at: 'status',
};

interface ColumnHeadProps {
  name: keyof typeof CLASSES;
  search: QuestionSearch;
  onSearch: OnSearch;
}

export function ColumnHead({ name, search, onSearch }: ColumnHeadProps) {
  const { t } = useTranslation();
  const className = styles[CLASSES[name]];
  if (name === 'category' || name === 'difficulty')
    return <SortHead field={name} className={className} search={search} onSearch={onSearch} />;
  return (
    <th scope="col" className={className}>
      {t(`field.${textOf(name)}`)}
    </th>
  );
}

function textOf(name: Exclude<ColumnHeadProps['name'], 'category' | 'difficulty'>) {
  if (name === 'correct_answer') return 'answer';
  return name === 'created_at' ? 'created' : name;
}
