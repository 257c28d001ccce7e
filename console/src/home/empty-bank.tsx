import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/session.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { useHotkeys } from '../ui/hotkeys.ts';
import { DocsIcon, PencilIcon, QuestionsIcon, TerminalIcon } from '../ui/icons.tsx';
import { showToast } from '../ui/toasts.tsx';
import { importDemoBank } from './demo-bank.ts';
import styles from './home.module.css';

const EXAMPLE = {
  question_text: 'Which planet is closest to the Sun?',
  correct_answer: 'Mercury',
  category: 'Astronomy',
  difficulty: 0,
};

/** Offers four ways to add questions. */
export function EmptyBank() {
  const { t } = useTranslation();
  const mayWrite = useMay('questions:write');
  const navigate = useNavigate();
  const write = () => void navigate({ to: '/questions/new' });
  useHotkeys(mayWrite ? { c: write } : {});
  const filling = useMutation({
    mutationFn: importDemoBank,
    onSuccess: ({ id }) => void navigate({ to: '/imports/$id', params: { id } }),
  });
  const copy = async () => {
    await navigator.clipboard.writeText(
      `curl ${location.origin}/questions -H "Authorization: Bearer $QUAESTOR_TOKEN" -H 'Content-Type: application/json' -d '${JSON.stringify(EXAMPLE)}'`,
    );
    showToast(t('action.copied'));
  };
  return (
    <div className={styles['empty']}>
      <h1>{t('analysis.home.empty')}</h1>
      <p>{t('analysis.home.emptyLead')}</p>
      {mayWrite && (
        <ul>
          <li className={styles['card']}>
            <DocsIcon size={20} />
            <h2>{t('analysis.home.importTitle')}</h2>
            <p>{t('analysis.home.importText')}</p>
            <a href="/import" className="button" data-kind="filled">
              {t('analysis.home.importAction')}
            </a>
          </li>
          <li className={styles['card']}>
            <QuestionsIcon size={20} />
            <h2>{t('analysis.home.demoTitle')}</h2>
            <p>{t('analysis.home.demoText')}</p>
            {filling.error !== null && <Problem error={filling.error} />}
            <Button disabled={filling.isPending} onClick={() => filling.mutate()}>
              {t('analysis.home.demoAction')}
            </Button>
          </li>
          <li className={styles['card']}>
            <PencilIcon size={20} />
            <h2>{t('analysis.home.write')}</h2>
            <p>{t('analysis.home.writeText')}</p>
            <Link to="/questions/new" className="button">
              {t('list.new')}
            </Link>
          </li>
          <li className={styles['card']}>
            <TerminalIcon size={20} />
            <h2>{t('analysis.home.sendTitle')}</h2>
            <p>{t('analysis.home.apiText')}</p>
            <Button onClick={() => void copy()}>{t('analysis.home.copyCurl')}</Button>
          </li>
        </ul>
      )}
    </div>
  );
}
