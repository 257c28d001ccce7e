import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyNames } from '../i18n/key-names.ts';
import { setAppearance, useAppearance } from '../ui/appearance.ts';
import { Dialog } from '../ui/overlays.tsx';
import styles from './frame.module.css';

const KEYS = {
  everywhere: { palette: [['Ctrl', 'K']], help: [['?']], create: [['C']], search: [['/']] },
  list: {
    move: [
      ['J', 'K'],
      ['↓', '↑'],
    ],
    first: [['Home', 'End']],
    open: [['Enter']],
    pick: [['X'], ['Space']],
    extend: [['Shift', '↓', '↑']],
    pickAll: [['A']],
    edit: [['→', 'Enter']],
    undo: [['Ctrl', 'Z']],
  },
  pairs: { merge: [['M']], keepOne: [['1', '2']], notSame: [['N']], skip: [['S']] },
  question: { save: [['Ctrl', 'S']], saveNext: [['Ctrl', 'Enter']], next: [['Alt', '↓', '↑']], close: [['Esc']] },
} as const;

export function KeyboardHelp({
  opened,
  onLoaded,
  onClose,
}: {
  opened: boolean;
  onLoaded: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { shortcuts } = useAppearance();
  useEffect(() => onLoaded());
  return (
    <Dialog opened={opened} onClose={onClose} title={t('keys.title')} closeLabel={t('action.close')} wide>
      <div className={styles['keys']}>
        {(Object.keys(KEYS) as (keyof typeof KEYS)[]).map((group) => (
          <section key={group}>
            <h3>{t(`keys.${group}`)}</h3>
            <dl>
              {Object.entries(KEYS[group]).map(([name, ways]) => (
                <Row key={name} name={t(`keys.${name as 'help'}`)} ways={ways} or={t('keys.or')} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className={styles['switch']}>
        <input
          type="checkbox"
          className="check"
          checked={shortcuts}
          onChange={(event) => setAppearance({ shortcuts: event.currentTarget.checked })}
        />
        <div>
          {t('keys.switch')}
          <span>{t('keys.switchHint')}</span>
        </div>
      </label>
    </Dialog>
  );
}

function Row({ name, ways, or }: { name: string; ways: readonly (readonly string[])[]; or: string }) {
  const keyName = useKeyNames();
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {ways.map((keys, index) => (
          <span key={keys.join(' ')}>
            {index > 0 && ` ${or} `}
            {keys.map((key) => (
              <kbd key={key}>{keyName(key)}</kbd>
            ))}
          </span>
        ))}
      </dd>
    </>
  );
}
