import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/src/index.ts';
import { signInWithPasskey } from '../access/passkey.ts';
import { quaestor } from '../api/client.ts';
import { sessionOptionsQuery, sessionQuery } from '../api/queries.ts';
import problem from '../states/problem.module.css';
import { Problem } from '../states/problem.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorShape, KeyIcon, Logo } from '../ui/icons.tsx';
import { ownPath } from './return-to.ts';
import styles from './sign-in.module.css';

/** The secret is in the fragment, which no server sees. It is removed from the address before it is used. */
function takeSecret(): string {
  const secret = location.hash.slice(1);
  if (secret !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return secret;
}

export function SignIn() {
  const { t } = useTranslation();
  useTitle(t('signIn.page'));
  const returnTo = ownPath(useSearch({ from: '/sign-in' }).return_to);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [link, setLink] = useState('');
  const [invalid, setInvalid] = useState(false);
  const input = useRef<HTMLDivElement>(null);
  const options = useQuery(sessionOptionsQuery);
  const finishSignIn = async (session: Awaited<ReturnType<typeof signInWithPasskey>>) => {
    client.clear();
    client.setQueryData(sessionQuery.queryKey, session);
    await navigate({ href: returnTo ?? '/', replace: true });
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (secret: string) => quaestor.sessions.signIn({ link: secret }),
    meta: { signsIn: true },
    onSuccess: finishSignIn,
  });
  const passkey = useMutation({ mutationFn: signInWithPasskey, meta: { signsIn: true }, onSuccess: finishSignIn });
  useEffect(() => {
    const takeLink = () => {
      const secret = takeSecret();
      if (secret !== '') mutate(secret);
    };
    takeLink();
    // A link that is opened where this page is shown already only changes the fragment.
    window.addEventListener('hashchange', takeLink);
    return () => window.removeEventListener('hashchange', takeLink);
  }, [mutate]);

  // The field reappears when the request has ended.
  useEffect(() => {
    if (error !== null) input.current?.querySelector('input')?.focus();
  }, [error]);

  const submit = () => {
    const secret = link.trim().replace(/^.*#/su, '');
    const isSecret = /^\w{8,}$/u.test(secret);
    setInvalid(!isSecret);
    if (isSecret) mutate(secret);
    else input.current?.querySelector('input')?.focus();
  };
  const openid = options.data?.openid ?? null;
  return (
    <div className={styles['page']}>
      <main className={styles['main']}>
        <Logo size={32} />
        <h1>{t('signIn.title')}</h1>
        <p className={styles['host']}>{location.host}</p>
        <div className={styles['card']}>
          {isPending ? (
            <p role="status" className={styles['working']}>
              {t('signIn.working')}
            </p>
          ) : (
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                submit();
              }}
            >
              <Refusal error={error} />
              {passkey.isError && <Note title={t('signIn.passkeyFailed')} text={t('signIn.passkeyFailedFix')} />}
              {returnTo !== undefined && error === null && <p className={styles['ended']}>{t('signIn.ended')}</p>}
              <div ref={input}>
                <TextField
                  label={t('signIn.label')}
                  hint={t('signIn.hint')}
                  error={invalid ? t('signIn.invalid') : undefined}
                  value={link}
                  onValue={setLink}
                  autoComplete="off"
                  spellCheck={false}
                />
              </div>
              <Button kind="filled" type="submit">
                {t('signIn.button')}
              </Button>
              {options.data?.passkey === true && (
                <Button icon={<KeyIcon />} disabled={passkey.isPending} onClick={() => passkey.mutate()}>
                  {t('signIn.passkey')}
                </Button>
              )}
              {openid !== null && (
                <a className="button" href={`/session/openid?return_to=${encodeURIComponent(returnTo ?? '/')}`}>
                  {t('signIn.openid', { name: openid.name })}
                </a>
              )}
            </form>
          )}
        </div>
        <p className={styles['lost']}>
          {t('signIn.lost')} <code>npm run admin-link</code>
        </p>
      </main>
      <footer className={styles['footer']}>
        <a href="/docs">{t('signIn.docs')}</a>
        <a href="/healthz">{t('signIn.status')}</a>
      </footer>
    </div>
  );
}

function Refusal({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (error === null) return null;
  const isUsedLink = error instanceof ApiError && (error.status === 401 || error.status === 400);
  if (!isUsedLink) return <Problem error={error} />;
  return <Note title={t('signIn.failed')} text={t('signIn.failedFix')} />;
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <div className={problem['note']} role="alert">
      <ErrorShape />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
      </div>
    </div>
  );
}
