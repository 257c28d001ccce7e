import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { Draft } from './draft.ts';
import styles from './drawer.module.css';

interface NoteProps {
  kept: { draft: Draft } | undefined;
  isDirty: boolean;
  onUse: (draft: Draft) => void;
  onDrop: () => void;
}

/** Offers an unsaved draft from an earlier visit. It is looked up once. */
export function DraftNote({ kept, isDirty, onUse, onDrop }: NoteProps) {
  const { t } = useTranslation();
  const [offered, setOffered] = useState(kept);
  if (offered === undefined || isDirty) return null;
  return (
    <div className={styles['draftNote']} role="status">
      {t('question.draftFound')}
      <Button
        small
        onClick={() => {
          onUse(offered.draft);
          setOffered(undefined);
        }}
      >
        {t('question.draftUse')}
      </Button>
      <Button
        kind="quiet"
        small
        onClick={() => {
          onDrop();
          setOffered(undefined);
        }}
      >
        {t('question.draftDrop')}
      </Button>
    </div>
  );
}
