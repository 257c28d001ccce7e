import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../access/access.module.css';
import { SecretDialog } from '../access/secret-dialog.tsx';
import { quaestor } from '../api/client.ts';
import { Loaded } from '../states/loaded.tsx';
import { useTitle } from '../states/title.ts';
import { Button } from '../ui/button.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import { Page, Table } from '../ui/page.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { Invited } from './person.ts';
import { PersonRow } from './person-row.tsx';
import { personKeys } from './queries.ts';

const PAGE_SIZE = 100;

export function PeoplePage() {
  const { t } = useTranslation();
  useTitle(t('access.people.page'));
  const [isInviting, setIsInviting] = useState(false);
  const [invited, setInvited] = useState<Invited>();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: personKeys.list,
    queryFn: async ({ pageParam, signal }) =>
      quaestor.people
        .list({ limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const people = data?.pages.flatMap((page) => page.data);
  return (
    <Page
      title={t('access.people.page')}
      lead={t('access.people.lead')}
      actions={
        <Button kind="filled" icon={<PlusIcon />} onClick={() => setIsInviting(true)}>
          {t('access.people.invite')}
        </Button>
      }
    >
      <Loaded data={people} error={error} onRetry={() => void refetch()} frame={styles['pad']}>
        {(loaded) => (
          <Table label={t('access.people.page')}>
            <thead>
              <tr>
                {(['name', 'role', 'seen', 'actions'] as const).map((head) => (
                  <th key={head} scope="col" data-actions={head === 'actions' || undefined}>
                    {t(`access.people.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {loaded.map((person) => (
                <PersonRow key={person.id} person={person} onInvited={setInvited} />
              ))}
            </tbody>
          </Table>
        )}
      </Loaded>
      {hasNextPage && (
        <div className={styles['pad']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('access.people.more')}
          </Button>
        </div>
      )}
      {isInviting && (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onInvited={(made) => {
            setIsInviting(false);
            setInvited(made);
          }}
        />
      )}
      {invited !== undefined && (
        <SecretDialog
          title={t('access.linkTitle')}
          text={t('access.linkText', { name: invited.name })}
          label={t('access.link')}
          secret={invited.link}
          onClose={() => setInvited(undefined)}
        />
      )}
    </Page>
  );
}
