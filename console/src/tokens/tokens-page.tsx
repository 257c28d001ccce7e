import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { SecretDialog } from '../access/secret-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { formatTime } from '../i18n/format.ts';
import { Loaded } from '../states/loaded.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Empty, Page, Table } from '../ui/page.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { tokenKeys } from './queries.ts';
import type { Token } from './token.ts';
import { TokenActions } from './token-actions.tsx';

const PAGE_SIZE = 100;
const IDLE_MS = 30 * 24 * 60 * 60_000;

/** The API tokens of programs. */
export function TokensPage() {
  const { t } = useTranslation();
  useTitle(t('access.tokens.page'));
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: tokenKeys.all,
    queryFn: async ({ pageParam, signal }) =>
      quaestor.tokens
        .list({ limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const tokens = data?.pages.flatMap((page) => page.data);
  return (
    <Page
      title={t('access.tokens.page')}
      lead={t('access.tokens.lead')}
      actions={
        <Button kind="filled" icon={<PlusIcon />} onClick={() => setIsCreating(true)}>
          {t('access.tokens.new')}
        </Button>
      }
    >
      <Loaded data={tokens} error={error} onRetry={() => void refetch()} frame={styles['pad']}>
        {(loaded) => <TokenTable tokens={loaded} onSecret={setSecret} />}
      </Loaded>
      {hasNextPage && (
        <div className={styles['pad']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('access.tokens.more')}
          </Button>
        </div>
      )}
      {isCreating && (
        <NewTokenDialog
          onClose={() => setIsCreating(false)}
          onCreated={(made) => {
            setIsCreating(false);
            setSecret(made);
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog
          title={t('access.secretTitle')}
          text={t('access.secretText')}
          label={t('access.secret')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  );
}

interface TokenTableProps {
  tokens: readonly Token[];
  onSecret: (secret: string) => void;
}

function TokenTable({ tokens, onSecret }: TokenTableProps) {
  const { t } = useTranslation();
  if (tokens.length === 0) return <Empty title={t('access.tokens.empty')} />;
  return (
    <Table label={t('access.tokens.page')}>
      <thead>
        <tr>
          {(['name', 'scopes', 'created', 'expiry', 'used', 'status', 'actions'] as const).map((head) => (
            <th key={head} scope="col" data-actions={head === 'actions' || undefined}>
              {t(`access.tokens.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onSecret={onSecret} />
        ))}
      </tbody>
    </Table>
  );
}

function statusOf({ revoked_at, expires_at }: Token): 'active' | 'expired' | 'revoked' {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) < Date.now() ? 'expired' : 'active';
}

function TokenRow({ token, onSecret }: { token: Token; onSecret: (secret: string) => void }) {
  const { t } = useTranslation();
  const status = statusOf(token);
  const seen = Date.parse(token.last_used_at ?? token.created_at);
  const isIdle = status === 'active' && Date.now() - seen > IDLE_MS;
  return (
    <tr>
      <th scope="row">
        {token.name}
        {token.kind === 'operator' && <span className={styles['small']}>{t('access.tokens.operator')}</span>}
      </th>
      <td className={styles['code']}>{token.scopes.join(' ')}</td>
      <td>{formatTime(token.created_at)}</td>
      <td>{token.expires_at === null ? t('access.never') : formatTime(token.expires_at)}</td>
      <td>
        {token.last_used_at === null ? t('access.never') : formatTime(token.last_used_at)}
        {isIdle && <span className={styles['small']}>{t('access.tokens.idle')}</span>}
      </td>
      <td>{t(`access.tokens.${status}`)}</td>
      <td>{status === 'active' && <TokenActions token={token} onSecret={onSecret} />}</td>
    </tr>
  );
}
