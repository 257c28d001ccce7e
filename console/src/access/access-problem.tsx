import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/src/index.ts';
import { sessionOptionsQuery, sessionQuery } from '../api/queries.ts';
import problem from '../states/problem.module.css';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { KeyIcon } from '../ui/icons.tsx';
import styles from './access.module.css';
import { signInWithPasskey } from './passkey.ts';

/** Shows an error. If the operation needs a recent sign-in, offers the ways to sign in again. */
export function AccessProblem({ error }: { error: Error | null }) {
  if (error === null) return null;
  const isStale = error instanceof ApiError && error.code === 'reauthentication_required';
  return isStale ? <SignInAgain /> : <Problem error={error} />;
}

function SignInAgain() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: ways } = useQuery(sessionOptionsQuery);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: signInWithPasskey,
    meta: { signsIn: true },
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
  const returnTo = encodeURIComponent(location.pathname + location.search);
  if (isSuccess) return <p role="status">{t('access.confirmed')}</p>;
  return (
    <div className={problem['note']} role="alert">
      <KeyIcon />
      <div>
        <strong>{t('access.again')}</strong>
        <p>{t('access.againText')}</p>
        {error !== null && <p className="field-error">{t('access.passkeyFailed')}</p>}
        <div className={styles['ways']}>
          {ways?.passkey === true && (
            <Button small disabled={isPending} onClick={() => mutate()}>
              {t('access.passkey')}
            </Button>
          )}
          {ways?.openid != null && (
            <a className="button" data-size="small" href={`/session/openid?return_to=${returnTo}`}>
              {t('access.provider', { name: ways.openid.name })}
            </a>
          )}
          <a className="button" data-size="small" href={`/sign-in?return_to=${returnTo}`}>
            {t('access.newLink')}
          </a>
        </div>
      </div>
    </div>
  );
}
