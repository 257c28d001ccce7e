import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmChange } from '../changes/confirm-change.tsx';
import { Problem } from '../states/problem.tsx';
import styles from './activity.module.css';
import { LeftAlone } from './left-alone.tsx';
import { countLeft, type Preview, usePreview } from './use-preview.ts';

interface RevertDialogProps {
  change: { id: string; count: number };
  title: string;
  /** The text of the button, with the true number. */
  buttonOf: (count: number) => string;
  isPending: boolean;
  error: Error | null;
  onConfirm: (includeChanged: boolean) => void;
  onClose: () => void;
}

/** Says what a revert would do before it is confirmed: how many questions, which stay as they are, and why. */
export function RevertDialog({ change, title, buttonOf, isPending, error, onConfirm, onClose }: RevertDialogProps) {
  const { t } = useTranslation();
  const [includeChanged, setIncludeChanged] = useState(false);
  const { data, error: failure, isPlaceholderData, examined } = usePreview(change.id, includeChanged);
  const [changed, setChanged] = useState(0);
  const count = data?.reverted ?? 0;
  const found = data === undefined || includeChanged ? changed : countLeft(data, 'changed_since');
  const problem = error ?? failure;
  return (
    <ConfirmChange
      title={title}
      count={count}
      button={buttonOf(count)}
      isDanger={(data?.deleted ?? 0) > 0}
      isCounting={data === undefined}
      isOff={isPending || isPlaceholderData || count === 0}
      onConfirm={() => onConfirm(includeChanged)}
      onClose={onClose}
    >
      {problem !== null && <Problem error={problem} />}
      {data === undefined ? (
        failure === null && <p role="status">{t('activity.counting', { completed: examined, total: change.count })}</p>
      ) : (
        <Summary preview={data} />
      )}
      {found > 0 && (
        <label className={styles['include']}>
          <input
            type="checkbox"
            className="check"
            checked={includeChanged}
            onChange={({ currentTarget }) => {
              setChanged(found);
              setIncludeChanged(currentTarget.checked);
            }}
          />
          {t('activity.includeChanged', { count: found })}
        </label>
      )}
    </ConfirmChange>
  );
}

/** The largest groups are shown, because everybody's edits of single questions may be in the way. */
const MAX_GROUPS = 10;

function Summary({ preview }: { preview: Preview }) {
  const { t } = useTranslation();
  const { reverted, deleted } = preview;
  const left = preview.left.toSorted((one, other) => other.count - one.count);
  const others = countLeft({ left: left.slice(MAX_GROUPS) });
  return (
    <>
      <p role="status">
        {reverted === 0 ? t('activity.nothingToRevert') : t('activity.willRevert', { count: reverted })}{' '}
        {deleted > 0 && t('activity.willDelete', { count: deleted })}{' '}
        {left.length > 0 && t('activity.willLeave', { count: countLeft(preview) })}
      </p>
      {left.length > 0 && (
        <ul className={styles['leftGroups']}>
          {left.slice(0, MAX_GROUPS).map((group) => (
            <LeftAlone key={`${group.reason} ${group.changedBy}`} group={group} />
          ))}
          {others > 0 && <li>{t('activity.leftMore', { count: others })}</li>}
        </ul>
      )}
      {reverted > 0 && <p>{t('bulk.text')}</p>}
    </>
  );
}
