import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelBars, StatusMark, TagIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays.tsx';
import { useCategories, useTopics } from '../facts.tsx';
import { LEVELS, STATUSES } from '../search.ts';
import { TypedValue } from './typed-value.tsx';
import type { Asked } from './work.ts';

type OnAsk = (asked: Asked) => void;

/** Menus for category, level, topic, status and tags. */
export function BulkMenus({ onAsk }: { onAsk: OnAsk }) {
  const { t } = useTranslation();
  const categories = useCategories();
  const topics = useTopics();
  return (
    <>
      <Values
        label={t('field.category')}
        values={categories.map((value) => ({ value, label: value }))}
        onChoose={(value) => onAsk({ work: { set: { category: value } }, text: 'category', value })}
      />
      <Values
        label={t('field.difficulty')}
        values={LEVELS.map((level) => ({
          value: String(level),
          label: t(`level.${level}`),
          icon: <LevelBars level={level} />,
        }))}
        onChoose={(value, label) =>
          onAsk({ work: { set: { difficulty: Number(value) } }, text: 'difficulty', value: label })
        }
      />
      <TypedValue
        label={t('field.topic_focus')}
        field={t('bulk.topic')}
        maxLength={100}
        suggestions={topics}
        actions={[{ label: t('bulk.setTopic'), needsValue: true }, { label: t('bulk.noTopic') }]}
        onAct={(value, action) =>
          onAsk(
            action === 0
              ? { work: { set: { topic_focus: value } }, text: 'topic_focus', value }
              : { work: { set: { topic_focus: null } }, text: 'noTopic', value: '' },
          )
        }
      />
      <Values
        label={t('field.status')}
        values={STATUSES.map((value) => ({ value, label: t(`status.${value}`), icon: <StatusMark status={value} /> }))}
        onChoose={(value, label) =>
          onAsk({ work: { set: { status: value as 'draft' } }, text: 'status', value: label })
        }
      />
      <TypedValue
        label={t('bulk.tag')}
        icon={<TagIcon />}
        field={t('bulk.tag')}
        maxLength={50}
        actions={[
          { label: t('bulk.addTag'), needsValue: true },
          { label: t('bulk.removeTag'), needsValue: true },
        ]}
        onAct={(value, action) =>
          onAsk(
            action === 0
              ? { work: { add_tags: [value] }, text: 'addTag', value }
              : { work: { remove_tags: [value] }, text: 'removeTag', value },
          )
        }
      />
    </>
  );
}

interface ValuesProps {
  label: string;
  values: readonly { value: string; label: string; icon?: ReactNode }[];
  onChoose: (value: string, label: string) => void;
}

function Values({ label, values, onChoose }: ValuesProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Menu opened={opened} onChange={setOpened} position="top" width={200} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button">{label}</button>
      </Menu.Target>
      <Menu.Dropdown>
        {values.map(({ value, label: text, icon }) => (
          <Menu.Item key={value} leftSection={icon} onClick={() => onChoose(value, text)}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
